/* Dependences between the updates of a reduction do not matter: their order may change. */
#pragma once
#include "analysis/scop/scop.h"

/* If all of these carried dependences (of IhopCarried *) are between updates with one operator, or between stores of one constant
 * (is_set), gives the reductions (of IhopReduction *, added to "into"). accesses: all of the variable, of IhopAccess *. What
 * alone stands in the way is added to "reasons" (of IhopReason *). */
gboolean ihop_reduction_explains (IhopScop *scop, const GPtrArray *carried,
                                  const GPtrArray *accesses, gboolean is_set, GPtrArray *into, GPtrArray *reasons);
void ihop_reduction_free (gpointer reduction);
