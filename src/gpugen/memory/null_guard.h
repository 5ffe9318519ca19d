/* Copies that may stand where control need not come to a kernel: the pointer may be null there, and is asked. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Once the variable's copies are placed: adds "p != NULL" to the condition of all of them (IhopDeviceVariable.when) where its
 * size is what kernels touch, and one of the copies may be made though no kernel touches anything. */
void ihop_null_guard_add (IhopWork *work, IhopDeviceVariable *variable);
