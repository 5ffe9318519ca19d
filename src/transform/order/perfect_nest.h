/* Perfect nests: read, and built again in another order. */
#pragma once
#include "transform/build/bounds.h"
#include "transform/build/header.h"

enum
{
  IHOP_NEST_DEPTH = 8
};

typedef struct
{
  guint n;
  IhopHeader header[IHOP_NEST_DEPTH]; /* outermost first */
  const IhopNode *body;               /* of the innermost */
} IhopNest;

/* The n loops that end with "inner", one directly around the other. FALSE after a refusal. */
gboolean ihop_nest_read (IhopTransformStep *step, const IhopLoopName *inner, guint n,
                         IhopNest *nest);
/* Refuses bounds of inner loops that cannot be computed further outside. */
gboolean ihop_require_hoistable_bounds (IhopTransformStep *step, const IhopNest *nest);
/* Loops in the given order (order[0] is the number of the one that comes outermost). Headers stay
 * as the owner wrote them where a bound does not need a loop that is now inside; else bounds are
 * computed anew. NULL after a refusal. */
const IhopNode *ihop_nest_reorder (IhopBuild *build, const IhopNest *nest, const guint *order);
/* The innermost loop's iterations over the nest's iterators in the given order, under what is known
 * of the parameters; scop: of the nest's outermost loop. NULL: not affine. */
isl_set *ihop_nest_domain (const struct _IhopScop *scop, const IhopNest *nest, const guint *order);
/* The first value, and the last one (LE) or the one behind it (LT), whichever is shorter, of
 * dimension d of a set. FALSE: they cannot be written. */
gboolean ihop_nest_bounds (const IhopBoundWriter *writing, isl_set *set, guint d,
                           IhopOperator *relation, const IhopNode **lower, const IhopNode **upper);
/* A loop like "header" over the values of dimension d of a set, those before it being fixed; NULL:
 * its bounds cannot be written. */
const IhopNode *ihop_nest_loop (const IhopBoundWriter *writing, const IhopHeader *header, isl_set *set,
                                guint d, const IhopNode *body);
