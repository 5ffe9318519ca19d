/* The farthest element of a sum of products that cannot be cut into rows. */
#pragma once
#include "analysis/footprint/which_accesses.h"
#include "analysis/scop/scop.h"

/* "a[b * T * C + t * C + h * (C / n) + i]": (b, t, h, i) of all elements that such accesses (of const IhopAccess *) touch, in
 * "shape" what each of them counts in, outermost first. Its lexicographic maximum is the last element that is touched, and its
 * smallest is no element before the one that is pointed to. NULL: that is not known; *before is set if a part
 * may be negative. */
isl_set *ihop_farthest_elements (const IhopScop *scop, const GPtrArray *accesses, IhopFlat which, IhopAccess *shape,
                                 gboolean *before);
