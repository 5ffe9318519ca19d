/* Between extent_guard.c (how far kernels reach) and swapped_extents.c (the same for buffers that change places). */
#pragma once
#include "gpugen/memory/variable.h"

/* What one statement of a kernel touches, over all times that it runs. */
typedef struct
{
  char *end;               /* C text: elements up to the last one */
  char *when;              /* the condition for it; NULL: always */
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

void ihop_reach_item_free (gpointer item);
/* NULL: the box does not say how far it goes. Caller frees. */
IhopReachItem *ihop_reach_item (const IhopDeviceVariable *variable, const IhopBox *box);
/* Takes item. */
void ihop_reach_add (IhopReach *reach, IhopReachItem *item);
/* Whether the words mean the same wherever the variable may be copied. */
gboolean ihop_reach_can_say (const IhopReach *reach, const char *text);
/* swapped_extents.c: C text of when a loop runs at all, in words that keep their meaning; NULL: always, or not known. Caller frees. */
char *ihop_reach_loop_runs (const IhopReach *reach, const IhopNode *loop);
/* swapped_extents.c: adds what is touched of each buffer of the variable's group, if that is the same for all of them whenever
 * a condition holds: *asked (C text; NULL: it always does; caller frees), to be tested at the function's entry. FALSE: it
 * is not, or not known. */
gboolean ihop_reach_add_rounds (IhopReach *reach, char **asked);
