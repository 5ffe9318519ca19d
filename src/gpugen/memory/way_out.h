/* The way out of a kernel: where its conditions fail, the host does its work. */
#pragma once
#include "gpugen/plan/plan.h"

/* Whether the kernel's conditions hold whenever anything of the variable is copied: then there is no copy of it on the way out that
 * had to be kept up with what the host does there. */
gboolean ihop_way_out_has_no_copy (IhopFacts *facts, const IhopKernel *kernel, const IhopDeviceVariable *variable);
