/* How far kernels reach behind buffers that change places in a time loop: after a few iterations each has been under every name. */
#pragma once
#include "gpugen/memory/guarded_extent.h"

/* When a loop runs at all, in names that keep their values: *when (NULL: always). FALSE: not known. */
gboolean ihop_swapped_extents_loop_runs (const IhopExtentGuard *reach, const IhopNode *loop, const IhopNode **when);
/* Adds what is touched of each buffer of the variable's group, if that is the same for all of them whenever
 * a condition holds: *asked (NULL: it always does), to be tested at the function's entry. FALSE: it
 * is not, or not known. */
gboolean ihop_swapped_extents_add (IhopExtentGuard *reach, const IhopNode **asked);
