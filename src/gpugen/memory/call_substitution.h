/* An expression of a called function, such as a size, in names of its caller.
 *
 * A parameter that the function never changes stands for what is passed for it, a variable that is set once at the function's start
 * for what it is set to, and a global variable for itself. Nothing else can be said: not what the function reads from memory
 * that it may write before. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* What the expression has as its value when the called function begins. "work" is of the caller. NULL: it cannot be said
 * there, or was NULL. */
const IhopNode *ihop_call_substitute (const IhopWork *work, const IhopKernel *call, const IhopNode *expression);
