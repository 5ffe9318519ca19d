/* How much of a flat array (A[i * n + j]) is touched. */
#pragma once
#include "analysis/footprint/footprint_type.h"
#include "analysis/footprint/which_accesses.h"
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

/* The box from element 0 to the last one that such accesses (of const IhopAccess *) touch, where all of
 * them are cut into rows of the same lengths. NULL: not known. The footprint is told if something before element 0 may be meant. */
IhopBox *ihop_flat_box (const IhopScop *scop, const GPtrArray *accesses, IhopFlat which, IhopFootprint *footprint);
/* Whether every element of the box that these accesses write is certain to be written. */
gboolean ihop_flat_writes_all (const IhopScop *scop, const GPtrArray *accesses);
