/* Loop-invariant code: the proof of the step hoist. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/header.h"

typedef struct
{
  IhopTransformStep *step;
  IhopHeader header;
  IhopScop *scop;     /* of the loop */
  GHashTable *inside; /* a set: the nodes of what is moved */
} IhopHoist;

/* Whether running "node" (an assignment, or an expression) once before the loop does what running it in each iteration
 * does: nothing that it reads is written before it, and what it writes is neither written otherwise nor read before it.
 * FALSE after a refusal. */
gboolean ihop_hoist_is_invariant (IhopHoist *self, const IhopNode *node);
