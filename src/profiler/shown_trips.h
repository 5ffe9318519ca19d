/* How often loops ran, as a run has shown it (base/trips.h). */
#pragma once
#include "analysis/verdict/loops.h"

/* Of one run of the loop, in the mean; -1: nothing is known. The loops of a nest that a step has made all have the place of the loop that
 * they were made of: what was seen there is said of none of them. */
double ihop_trips_shown (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop);
