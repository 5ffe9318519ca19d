/* Whether all elements of a box are certain to be written. */
#pragma once
#include "analysis/footprint/elements.h"

/* Whether the accesses are certain to write every element of this set; NULL: not known, which is FALSE. */
gboolean ihop_footprint_writes_all (IhopFootprintWork *work, __isl_take isl_set *box);
