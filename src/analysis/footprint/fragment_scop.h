/* The scop of a fragment, made once for all questions about its footprints. */
#pragma once
#include "analysis/scop/scop.h"

/* Owned by the facts. Work on it stands between start and stop, which limit isl's operations. */
IhopScop *ihop_footprint_scop (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment);
void ihop_footprint_start (IhopFacts *facts);
void ihop_footprint_stop (IhopFacts *facts);
