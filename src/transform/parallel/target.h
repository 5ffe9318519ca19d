/* Marks in front of loops that are proved parallel. */
#pragma once
#include "transform/build/step.h"

/* Whether it is proved that the loop can run with all its iterations at once. FALSE after a refusal, which names two
 * iterations that collide. */
gboolean ihop_target_is_parallel (IhopTransformStep *step, const IhopLoopName *name);
/* The rewrite that puts "#pragma WORDS" in front of the loop, in the place of what marks it; NULL: nothing. The loop
 * stays the very node that it was. */
IhopRewrite *ihop_target_put (IhopTransformStep *step, const IhopLoopName *name, const char *words);
