/* Calls of device functions, taken apart before code is made: a kernel becomes one function without
 * calls, so that everything behind (control flow, lanes, barriers) knows nothing of them.
 *
 * A function is copied to where it is called, as its arguments then are registers like others. What
 * cannot be copied is *shared*: recursive functions, those whose address somebody has, and those that
 * would make the kernel too large. A shared function stands once in the result. Each lane has a stack
 * in its local memory with the frames of its calls; to return is a jump to the place that the frame
 * names, so lanes of a warp may be in calls of different depth and meet again as after any branch.
 *
 * Functions that the engine answers itself ("vprintf") stay calls. */
#pragma once
#include "simt/ptx/ptx.h"

/* The caller frees the result with ihop_ptx_function_free; it points into the module. NULL and an
 * error where a call does not fit what it calls. */
IhopPtxFunction *ihop_calls_resolve (const IhopPtxModule *module, const IhopPtxFunction *kernel, GError **error);
