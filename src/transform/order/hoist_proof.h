/* What a loop computes anew in every iteration, though it is the same every time. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/header.h"

typedef struct
{
  IhopTransformStep *step;
  IhopHeader header;
  IhopScop *scop;     /* of the loop */
  GHashTable *inside; /* nodes of what is moved */
} IhopHoist;

/* Whether running "node" (an assignment, or an expression) once before the loop does what running
 * it in each iteration does: nothing that it reads is written before it, nothing that it writes
 * is written otherwise, or read before it. FALSE after a refusal. */
gboolean ihop_hoist_is_invariant (IhopHoist *self, const IhopNode *node);
