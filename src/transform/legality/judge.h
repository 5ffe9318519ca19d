/* The judge of order: whether the code that a step has really built computes what was there before (D3). judge.c says
 * how it is proved. */
#pragma once
#include "transform/build/step.h"

/* Whether every dependence of the old region runs forwards in the new one, and all else that the proof needs holds.
 * FALSE after a refusal. */
gboolean ihop_judge_order (IhopTransformStep *step, const IhopRewrite *rewrite);
