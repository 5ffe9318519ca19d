/* Plans written down in the test's own pragmas, so that printers are tested apart from planners:
 *
 *   #pragma target name(f_1) axes(i:y, j:x) block(32, 8) value(n, m) in(A) out(B) inout(C) \
 *           scalar(s) private(k) last(t) reduce(+:s) after(i = n) condition(n > 4) call(g)
 *           under(1): the statement is the body of the one that follows
 *
 * before a nest (without axes: one thread runs the statement). Device variables live from the
 * start to the end of the function; everything is copied in and out whole, or, with
 * box(A: 1, n - 2: 1, m - 2), this part of it. */
#pragma once
#include "gpugen/plan/plan.h"

IhopPlan *hand_plan_new (const IhopTree *tree);
