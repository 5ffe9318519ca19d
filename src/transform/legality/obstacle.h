/* What keeps any proof about a piece of code from being made, as refusals. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/step.h"

/* Refuses with what is not followed, where, and what to do. Returns FALSE. */
gboolean ihop_refuse_obstacle (IhopTransformStep *step, const IhopObstacle *obstacle);
/* Refuses code in which something is not followed; names the first such thing. */
gboolean ihop_require_followed (IhopTransformStep *step, const IhopScop *scop);

/* The first of these (of IhopAssumption *) that the owner has not made. NULL: none. */
const IhopAssumption *ihop_first_assumption (const GPtrArray *assumptions);
/* Refuses a proof about the code at "node" that rests on such an assumption. */
gboolean ihop_require_no_assumption (IhopTransformStep *step, const IhopNode *node, const GPtrArray *assumptions);
/* Adds to a refusal how the owner makes the assumption. */
void ihop_remedy_assumption (IhopDiag *diag, const IhopAssumption *assumption);
