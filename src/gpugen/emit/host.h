/* The host program: the owner's file with what the plan inserts. */
#pragma once
#include "gpugen/emit/printing.h"

/* Enters all of the host program's changes into print->edits. */
void ihop_host_edit (IhopPrint *print);
/* What it enters into functions (into print->version's alone, if there is one). */
void ihop_host_edit_functions (IhopPrint *print);
