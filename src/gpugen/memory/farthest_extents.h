/* The farthest ones of several extents, and the size that follows from them.
 *
 * Kernels touch a pointer's memory up to several ends, each under its own condition. Of two of them only one is kept where it goes
 * at least as far whenever the other goes anywhere. What is left becomes one expression: "n", "n > m ? n : m", or
 * "f != 0 ? 7 : 0", where memory is touched only under a condition. */
#pragma once
#include "gpugen/memory/guarded_extent.h"

/* Keeps the extent if none that was added before covers it, and drops those that it covers. Takes item. */
void ihop_farthest_extents_add (IhopExtentGuard *reach, IhopGuardedExtent *item);
/* Whether an expression is "condition ? count : 0". */
gboolean ihop_extent_is_count_or_none (const IhopNode *node);
/* The first extent of the variable, as large as the farthest end. Sets what belongs to it: the condition under which there
 * need be memory at all (when), the extent where that holds (bare), the ends it is the largest of (ends), is_mixed. */
const IhopNode *ihop_farthest_extents_size (IhopExtentGuard *reach);
/* Whether all ends and conditions together are short enough to be read in the product. */
gboolean ihop_farthest_extents_are_readable (const IhopExtentGuard *reach);
