/* Whether loops that a step has made end within what their counters can hold. */
#pragma once
#include "transform/build/step.h"

/* Refuses a loop of the new function whose bounds are numbers and whose counter overflows: "i < 2147483647" is fine in
 * steps of 1, and not in steps of 3. Bounds that are no numbers are taken to be far enough from the ends
 * (doc/transforms). */
gboolean ihop_require_counter_range (IhopTransformStep *step, const IhopRewrite *rewrite);
