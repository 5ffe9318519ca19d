/* Numbers for a witness. */
#pragma once
#include "analysis/scop/scop.h"
#include <isl/point.h>

/* Parameters and iterations of one of the pairs, small ones if there are such; NULL: none is found. The parameters come
 * first. Parameters that stand for products are the products of their factors. */
__isl_give isl_point *ihop_witness_point (const IhopScop *scop, __isl_take isl_map *pairs);
