/* Buffers that change places, and whose copies on the device do so with them. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Variables that exchanges bring together, with where their copies stand. All of each travels. */
typedef struct
{
  GPtrArray *variables;    /* of IhopDeviceVariable * */
  GPtrArray *exchanges;    /* of const IhopSwapStatements * */
  GPtrArray *events;       /* of guint16 *, one array a variable: as ihop_events_collect */
  GPtrArray *moves;        /* of GArray * of IhopMove, one a variable */
} IhopSwapGroup;

/* The group of a variable, with the copies placed and proved; NULL: it changes places with none, or not in a way that
 * can be followed. The caller frees. */
IhopSwapGroup *ihop_pointer_swap_find (IhopWork *work, IhopDeviceVariable *variable);
/* That the device's pointers are exchanged where the host's are goes into the plan. */
void ihop_pointer_swap_note (IhopWork *work, const IhopSwapGroup *group);
void ihop_swap_group_free (IhopSwapGroup *group);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSwapGroup, ihop_swap_group_free)
