/* Between extent_guard.c (how far kernels reach) and swapped_extents.c (the same for buffers that change places). */
#pragma once
#include "gpugen/memory/variable.h"

/* What one statement of a kernel touches, over all times that it runs. */
typedef struct
{
  const IhopNode *end;     /* elements up to the last one */
  const IhopNode *when;    /* the condition for it; NULL: always */
  gboolean is_flat;        /* "end" makes sense only under the condition */
  gboolean is_guarded;     /* where the condition fails "end" is 0 or less */
} IhopReachItem;

typedef struct
{
  IhopWork *work;
  IhopDeviceVariable *variable;
  const IhopKernel *only;
  GPtrArray *items;        /* of IhopReachItem * */
} IhopReach;

/* NULL: the box does not say how far it goes. Caller frees. */
IhopReachItem *ihop_reach_item (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box);
/* Takes item. */
void ihop_reach_add (IhopReach *reach, IhopReachItem *item);
/* Whether an expression (or NULL) has one value wherever the variable may be copied. */
gboolean ihop_reach_can_say (const IhopReach *reach, const IhopNode *node);
/* swapped_extents.c: when a loop runs at all, in names that keep their values; NULL: always, or not known. */
const IhopNode *ihop_reach_loop_runs (const IhopReach *reach, const IhopNode *loop);
/* swapped_extents.c: adds what is touched of each buffer of the variable's group, if that is the same for all of them whenever
 * a condition holds: *asked (NULL: it always does), to be tested at the function's entry. FALSE: it
 * is not, or not known. */
gboolean ihop_reach_add_rounds (IhopReach *reach, const IhopNode **asked);
