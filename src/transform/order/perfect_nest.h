/* Perfect nests: loops one directly in the other, read, and built again in another order. */
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

/* The n loops of which "inner" is the innermost. FALSE after a refusal. */
gboolean ihop_nest_read (IhopTransformStep *step, const IhopLoopName *inner, guint n,
                         IhopNest *nest);

/* Refuses bounds of inner loops that cannot be computed further outside: the nest changes what they are made of. */
gboolean ihop_require_hoistable_bounds (IhopTransformStep *step, const IhopNest *nest);

/* The loops in another order; order[0] is the number of the one that comes outermost. Heads stay as the owner wrote
 * them where no bound needs a loop that is now inside; otherwise bounds are computed anew. NULL after a refusal. */
const IhopNode *ihop_nest_reorder (IhopBuild *build, const IhopNest *nest, const guint *order);

/* The iterations of the innermost loop, { [iterators in the given order] }, under what is known of the parameters;
 * scop: of the nest's outermost loop. NULL: not affine. */
__isl_give isl_set *ihop_nest_domain (const struct _IhopScop *scop, const IhopNest *nest, const guint *order);

/* Bounds of dimension d of a set where those before it are fixed: "lower", and the last value (*relation is LE) or the
 * one behind it (LT), whichever is shorter. FALSE: they cannot be written in C. */
gboolean ihop_nest_bounds (const IhopBoundWriter *writing, __isl_keep isl_set *set, guint d,
                           IhopOperator *relation, const IhopNode **lower, const IhopNode **upper);

/* A loop of the iterator of "header" over these values, with this body. NULL: its bounds cannot be written in C. */
const IhopNode *ihop_nest_loop (const IhopBoundWriter *writing, const IhopHeader *header, __isl_keep isl_set *set,
                                guint d, const IhopNode *body);
