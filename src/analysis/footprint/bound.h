/* Bounds of sets, as expressions over parameters. */
#pragma once
#include "analysis/scop/scop.h"

/* The smallest (or largest) value known for a subscript: an expression, or several of which the
 * program takes the smallest (largest). */
typedef struct
{
  gboolean is_lower;
  GPtrArray *candidates;   /* of isl_pw_aff *, over parameters */
  GPtrArray *domains;      /* of isl_set *, one a candidate: parameters under which that subscript
                              does occur; NULL: it may be further out than any that occurs */
  isl_set *all;            /* parameters under which anything occurs; NULL before the first */
} IhopBound;

IhopBound *ihop_bound_new (gboolean is_lower);
void ihop_bound_free (IhopBound *bound);
/* Takes in the values of a subscript: a set of one dimension, for sizes that there may be (scop->ranges). FALSE: it is
 * not bounded. Keeps values. */
gboolean ihop_bound_add (const IhopScop *scop, IhopBound *bound, isl_set *values);
/* The one expression, defined everywhere; NULL: several, or none. */
isl_pw_aff *ihop_bound_single (const IhopBound *bound);
/* Whether the bound is a subscript that occurs whenever any does. Such a bound lies inside the array;
 * another need not: of an access that never happens it means nothing. */
gboolean ihop_bound_is_reached (const IhopBound *bound);
/* As an expression, made from "pool"; NULL: it would not be readable. */
const IhopNode *ihop_bound_expression (IhopPool *pool, const IhopBound *bound);
/* upper - lower + 1 */
const IhopNode *ihop_bound_count (IhopPool *pool, const IhopBound *lower, const IhopBound *upper);
