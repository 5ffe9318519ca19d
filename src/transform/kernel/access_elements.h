/* Which elements of an array an access touches, also in iterations in which a condition around keeps it from being made. */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

/* All instances of the loops around an access. */
__isl_give isl_set *ihop_access_iterations (const IhopAccess *access);
/* { iterations → subscripts }, wherever they are made; NULL: not known for all of "wanted". */
__isl_give isl_map *ihop_access_subscripts (const IhopAccess *access, __isl_keep isl_set *wanted);
/* Whether all subscripts stay in a local array's declared bounds, for these iterations. */
gboolean ihop_access_stays_inside (const IhopAccess *access, __isl_keep isl_set *iterations);
/* Elements of an array that some statement sets for certain, other than the accesses inside of "except"; NULL: there is none. */
__isl_give isl_set *ihop_access_elements_set (const IhopScop *scop, const IhopSymbol *array, const IhopNode *except);
