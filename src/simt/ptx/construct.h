/* How a module's parts are made: for the reader, and for what makes functions of functions. */
#pragma once
#include "simt/ptx/ptx.h"

GArray *ihop_ptx_variables_new (void);
IhopPtxFunction *ihop_ptx_function_new (const char *name, gboolean is_entry);
/* Clears an IhopPtxInstruction in an array. */
void ihop_ptx_instruction_clear (gpointer data);
