/* Imperfect nests: an inner loop with statements before and behind it, for the steps nest and sink. */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopHeader outer, inner;
  GPtrArray *statements; /* of the outer loop's body; the caller unrefs, after a refusal too */
  guint at;              /* which of them is the inner loop */
} IhopImperfectNest;

/* Reads the nest of the outer loop that a word names, into "self", which is zero. FALSE after a refusal. */
gboolean ihop_imperfect_nest_read (IhopTransformStep *step, const char *word, IhopImperfectNest *self);

/* The new body of the inner loop: the statements before it, under the condition that this is its first iteration;
 * inner_body; the statements behind it, under the condition that the iterator is "last". */
const IhopNode *ihop_imperfect_nest_body (IhopBuild *build, const IhopImperfectNest *self, const IhopNode *last,
                                          const IhopNode *inner_body);
