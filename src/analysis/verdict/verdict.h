/* From the scop of a loop to its verdict. */
#pragma once
#include "analysis/scop/scop.h"
#include "analysis/verdict/loop.h"

/* Fills in everything of "loop" but name and counting. Pairs of accesses that may collide in different iterations are
 * found variable by variable; reductions and private copies take some away; what remains decides. */
void ihop_judge_loop (IhopScop *scop, IhopLoop *loop);
