/* How far kernels reach behind a pointer of which nobody says how much memory it points to, and when they do. */
#pragma once
#include "gpugen/memory/guarded_extent.h"

/* The variable's size, as far as kernels reach: extents[0] (not for rank 0), bare, when and what belongs to them. Of all kernels,
 * or of "only" one. FALSE: not known. */
gboolean ihop_extent_guard_measure (IhopWork *work, IhopDeviceVariable *variable, const IhopKernel *only);
/* Takes back what ihop_extent_guard_measure has noted: the variable's size is known otherwise. */
void ihop_extent_guard_forget (IhopDeviceVariable *variable);
