/* Random times for "schedule". */
#pragma once
#include "analysis/verdict/loops.h"

/* " 'i, 0, j' 'i, 1'": those that leave the order as it is, changed here and there. Caller frees. */
char *fuzz_times (GRand *random, const IhopLoopName *name);
