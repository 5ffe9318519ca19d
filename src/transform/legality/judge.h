/* Whether what was built does what was there before. See judge.c. */
#pragma once
#include "transform/build/step.h"

/* Adds refusals to step->diags. */
gboolean ihop_judge_order (IhopTransformStep *step, const IhopRewrite *rewrite);
