/* Functions that kernels call. */
#pragma once
#include "gpugen/emit/printing.h"

/* Makes the functions that kernels call callable on the device: marks them by edits, or returns
 * copies to stand before the kernels of "function". Caller frees. */
char *ihop_device_functions (IhopPrint *print, const IhopFunction *function);
