/* How the reader makes a module's parts; for this room alone. */
#pragma once
#include "simt/ptx/ptx.h"

GArray *ihop_ptx_variables_new (void);
IhopPtxFunction *ihop_ptx_function_new (const char *name, gboolean is_entry);
void ihop_ptx_function_free (IhopPtxFunction *function);
