/* From a nest or a run of statements to a kernel, without its variables. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

IhopKernel *ihop_kernel_new (IhopWork *work, IhopKernelKind kind);
/* Fills in everything but variables: axes, privates, reductions, conditions. NULL, or why it cannot
 * be (caller frees). */
IhopMessage *ihop_kernel_fill (IhopWork *work, IhopKernel *kernel, const IhopMappedNest *nest);
/* A nest is launched only where this holds, too; the host runs it else. message: why, taken. */
void ihop_kernel_ask (IhopWork *work, IhopKernel *kernel, const IhopNode *condition, IhopMessage *message);
