/* The numbers that steps compute for heads of loops. */
#pragma once
#include "transform/build/step.h"

/* Whether every loop of the new function whose bounds are numbers ends within what its counter can hold:
 * "i < 2147483647" does in steps of 1, and not in steps of 3. Bounds that are no numbers are taken to be
 * far enough from the ends (doc/transforms). FALSE after a refusal. */
gboolean ihop_require_counter_range (IhopTransformStep *step, const IhopRewrite *rewrite);
