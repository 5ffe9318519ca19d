/* Whether memory is known to be as large as kernels reach. How far they may go is its size only if some access certainly goes there.
 *
 * "if (mask[i]) v[i] = …" may touch nothing of v, and callers may pass one element then: copies of n elements would go beyond it. */
#pragma once
#include "gpugen/memory/guarded_extent.h"

/* Whether both reach up to the same element. */
gboolean ihop_extent_is_as_far (const IhopExtentGuard *reach, const IhopGuardedExtent *a, const IhopGuardedExtent *b);
/* Whether nothing is lost if only "large" is kept: it goes at least as far whenever the other goes anywhere. */
gboolean ihop_extent_covers (const IhopExtentGuard *reach, const IhopGuardedExtent *large, const IhopGuardedExtent *small);
/* Whether each access that happens only for some values of the data (of reach->touches) stays within memory that another access reaches
 * for certain. */
gboolean ihop_extent_is_certain (const IhopExtentGuard *reach);
/* Whether the farthest ends are touched for certain, each under its condition, whenever the function is called. */
gboolean ihop_extent_is_reached (const IhopExtentGuard *reach);
