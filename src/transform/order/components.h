/* Which statements of a loop's body have to stay together when the loop is distributed: strongly connected components
 * of the dependences between them (Kuck 1981; Kennedy and McKinley 1990). */
#pragma once
#include "transform/build/step.h"

/* Fills in part[i], the component of statement i; components have an order in which they can run one after the other,
 * and a statement stays before another where it may. Returns their number, at least two; 0 after a refusal, which names
 * a dependence that leads back to an earlier statement. */
guint ihop_dependence_components (IhopTransformStep *step, const IhopLoopName *name,
                                  const GPtrArray *statements, guint *part);
