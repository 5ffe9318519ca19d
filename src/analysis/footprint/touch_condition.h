/* When a fragment touches anything of a variable. */
#pragma once
#include "analysis/footprint/elements.h"
#include "analysis/footprint/which_accesses.h"

/* Fills in when anything is touched by these accesses (IhopBox.when and what belongs to it), and
 * whether the bounds say so, too. "side": of the first dimension; NULL: of a flat array, the last element of
 * which is one that is touched. */
void ihop_footprint_condition (IhopFootprintWork *work, IhopFlat which, const IhopBoxSide *side, IhopBox *box);
/* Notes that elements before the one pointed to are meant for these parameters, if there are any within the sizes that
 * there may be. Not below 0 is then what is "least"; NULL: there are seldom others. Takes params, keeps least. */
void ihop_footprint_note_before (const IhopScop *scop, IhopFootprint *footprint, __isl_take isl_set *params,
                                 __isl_keep isl_pw_aff *least);
