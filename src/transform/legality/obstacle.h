/* What stands in the way of any proof about a piece of code, as refusals. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/step.h"

/* What is not followed, where, and what to do. Returns FALSE. */
gboolean ihop_refuse_obstacle (IhopTransformStep *step, const IhopObstacle *obstacle);
/* Whether everything in the code is followed. FALSE after a refusal that names the first thing that is not. */
gboolean ihop_require_followed (IhopTransformStep *step, const IhopScop *scop);
/* The first of these (of IhopAssumption *) that the owner has not given; NULL: there is none. */
const IhopAssumption *ihop_first_assumption (const GPtrArray *assumptions);
/* How the owner gives it. */
void ihop_remedy_assumption (IhopDiag *diag, const IhopAssumption *assumption);
/* Whether a proof for the code at "node" rests on nothing that the owner has not given. FALSE after a refusal. */
gboolean ihop_require_no_assumption (IhopTransformStep *step, const IhopNode *node, const GPtrArray *assumptions);
