/* An inner loop with statements around it. */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopHeader outer, inner;
  GPtrArray *statements; /* of the outer loop's body; the caller unrefs, after a refusal too */
  guint at;              /* which of them is the inner loop */
} IhopImperfectNest;

/* FALSE after a refusal. "self" is zeroed by the caller. */
gboolean ihop_imperfect_nest_read (IhopTransformStep *step, const char *word, IhopImperfectNest *self);
/* The statements before the inner loop in its first iteration, "inner_body", the statements behind
 * it in the iteration "last". */
const IhopNode *ihop_imperfect_nest_body (IhopBuild *build, const IhopImperfectNest *self, const IhopNode *last,
                                          const IhopNode *inner_body);
