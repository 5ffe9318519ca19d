/* Functions that stand once, with frames on each lane's stack: see calls.h.
 *
 * A frame lies in local memory: 8 bytes that say where to return to, then arguments, results, the
 * function's local variables and, around calls that may come back to this function, its registers. */
#pragma once
#include "simt/calls/graph.h"

/* "kernel": node 0 with its copies in it (inline.h), which is given up. NULL and an error where a
 * shared function cannot be copied. */
IhopPtxFunction *ihop_calls_stack (const IhopCallGraph *graph, IhopPtxFunction *kernel, GError **error);
