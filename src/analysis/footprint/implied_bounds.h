/* What the program says of its own sizes by indexing. */
#pragma once
#include "analysis/scop/scop.h"

/* A statement that is certain to run whenever the root does, as "corr[m - 1][m - 1] = 1", indexes
 * inside its arrays, or the program means nothing: here m > 0. Adds that to what the scop knows of its
 * parameters. Only subscripts of array objects count: p[-1] behind a pointer is a place like any. */
void ihop_scop_learn_inside (IhopScop *scop);
