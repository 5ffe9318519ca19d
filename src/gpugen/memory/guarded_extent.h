/* How far the memory behind a pointer is touched, and under which condition. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* What one statement of a kernel touches, over all times that it runs. */
typedef struct
{
  const IhopNode *end;     /* elements up to the last one */
  const IhopNode *when;    /* the condition for it; NULL: always */
  gboolean is_flat;        /* "end" makes sense only under the condition */
  gboolean is_guarded;     /* where the condition fails "end" is 0 or less */
  const IhopNode *around;  /* whenever this is run and the condition holds … */
  gboolean is_certain;     /* … the last element is touched for certain */
  gboolean is_doubtful;    /* what the kernel does with its data decides whether it is */
} IhopGuardedExtent;

/* One variable while its extents are collected. */
typedef struct
{
  IhopWork *work;
  IhopDeviceVariable *variable;
  const IhopKernel *only;  /* what others touch does not count; NULL: all kernels of the function */
  GPtrArray *items;        /* of IhopGuardedExtent *: the farthest ones */
  GPtrArray *touches;      /* of IhopGuardedExtent *: all of them */
} IhopExtentGuard;

/* The extent of a box; NULL: the box does not say how far it goes. Caller frees. */
IhopGuardedExtent *ihop_guarded_extent_new (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box);
/* Whether an expression (or NULL) has one value wherever the variable may be copied. */
gboolean ihop_extent_guard_can_say (const IhopExtentGuard *reach, const IhopNode *node);
/* Whether boxes are known of all that a kernel's statements touch of a symbol: each of them alone, as those of a lone thread
 * may be far from each other. */
gboolean ihop_extent_guard_is_bounded (IhopWork *work, const IhopKernel *kernel, const IhopSymbol *symbol);
