/* When a fragment touches anything of a variable. */
#pragma once
#include "analysis/footprint/elements.h"
#include "analysis/footprint/flat_array.h"

/* Fills in when anything is touched by these accesses (IhopBox.when and what belongs to it), and
 * whether the bounds say so, too. "side": of the first dimension; NULL: of a flat array, the last element of
 * which is one that is touched. */
void ihop_footprint_condition (IhopFootprintWork *work, IhopFlat which, const IhopBoxSide *side, IhopBox *box);
