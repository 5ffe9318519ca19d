/* Between extent_guard.c (how far kernels reach) and swapped_extents.c (the same for buffers that change places). */
#pragma once
#include "gpugen/memory/guarded_extent.h"

/* NULL: the box does not say how far it goes. Caller frees. */
IhopGuardedExtent *ihop_guarded_extent_new (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box);
/* Whether boxes are known of all that a kernel's statements touch of a symbol: each of them alone, as those of a lone thread
 * may be far from each other. */
gboolean ihop_extent_guard_is_bounded (IhopWork *work, const IhopKernel *kernel, const IhopSymbol *symbol);
/* Takes item. */
void ihop_extent_guard_add (IhopExtentGuard *reach, IhopGuardedExtent *item);
/* Whether an expression (or NULL) has one value wherever the variable may be copied. */
gboolean ihop_extent_guard_can_say (const IhopExtentGuard *reach, const IhopNode *node);
/* How far kernels reach behind a pointer whose extent nobody states, and when: extents[0] (not for
 * rank 0), bare, when and what belongs to them. Of all kernels, or of "only" one. FALSE: not known. */
gboolean ihop_extent_guard_measure (IhopWork *work, IhopDeviceVariable *variable, const IhopKernel *only);
/* Its size is known otherwise. */
void ihop_extent_guard_forget (IhopDeviceVariable *variable);
/* Once its copies are placed: whether one of them stands where the kernels might not follow. */
void ihop_extent_guard_finish (IhopWork *work, IhopDeviceVariable *variable);
