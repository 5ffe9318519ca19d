/* Which accesses of a small run meet in one element, found by running them in the program's order. */
#pragma once
#include "analysis/dependence/overlap.h"
#include "analysis/nest/iteration_space_points.h"

/* Draws which accesses meet next, of those whose elements are known: the write that a read sees, the write that ends
 * what a read saw. */
void ihop_instances_trace (IhopInstanceWork *work);
/* Whether that says all about two accesses. */
gboolean ihop_instances_traced (IhopInstanceWork *work, const IhopAccess *a, const IhopAccess *b,
                                const IhopOverlap *overlap);
