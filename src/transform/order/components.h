/* Which statements of a loop's body dependences tie together. */
#pragma once
#include "transform/build/step.h"

/* part[i] of each statement: strongly connected components, in an order they can run in one after
 * the other (a statement that may stay before another does). Returns their number, two at least; 0 after a
 * refusal, which names a dependence that leads back to an earlier statement. */
guint ihop_dependence_components (IhopTransformStep *step, const IhopLoopName *name,
                                  const GPtrArray *statements, guint *part);
