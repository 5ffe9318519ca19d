/* One subscript that stands for several: A[i*n + j] is not affine, but A[i][j] with rows of n elements is, as long
 * as 0 <= j < n. All accesses that go the same way must agree on the rows; where the bounds do not prove that a
 * subscript stays in its row, a condition that the program tests before the loop may say so. (The idea is that of
 * delinearization: Maslov 1992, Grosser et al. 2015.) */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

/* Cuts subscripts that stand for several into rows: IhopAccess.is_cut and what belongs to it. */
void ihop_rows_cut (IhopScop *scop);
