/* Pointers that are given other values between kernels.
 *
 * Such a pointer means another buffer for one kernel than for the next: no buffer need be as large as all of them together reach, nor
 * as any of them does, as the pointer may get another value before a kernel comes. So each kernel gets a copy of its own. */
#pragma once
#include "gpugen/plan/work.h"

/* Sets is_local of variables that are as large as kernels reach, and whose pointer is given another value between kernels. What
 * changes places in a way that is followed is not among them: it is measured as a group. */
void ihop_rebound_pointers_part (IhopWork *work);
