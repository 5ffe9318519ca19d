/* Whether a run of the program does what a witness says. */
#pragma once
#include "analysis/scop/scop.h"

/* Those of the pairs (of a dependence of the root) that one run has in which control comes to the root; "sure" (may be
 * NULL) are those that meet whatever variables hold that are open in a run. NULL: no run was found, and *because (caller
 * frees) names what stands in the way; NULL without a word where there is no pair of small numbers. */
__isl_give isl_map *ihop_refute_run (IhopScop *scop, __isl_take isl_map *pairs, __isl_take isl_map *sure,
                                     char **because);
