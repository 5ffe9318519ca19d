/* Buffers that change places, and whose copies on the device do so with them. */
#pragma once
#include "gpugen/memory/variable.h"

/* Variables that exchanges bring together, with where their copies stand. All of each travels. */
typedef struct
{
  GPtrArray *variables;    /* of IhopDeviceVariable * */
  GPtrArray *exchanges;    /* of const IhopExchange * */
  GPtrArray *events;       /* of guint16 *, one array a variable: as ihop_events_collect */
  GPtrArray *moves;        /* of GArray * of IhopMove, one a variable */
} IhopRotated;

/* The group of a variable, with the copies placed and proved, and noted in the plan; NULL: it changes places
 * with none, or not in a way that can be followed. The caller frees. */
IhopRotated *ihop_rotate_find (IhopWork *work, IhopDeviceVariable *variable);
void ihop_rotated_free (IhopRotated *group);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopRotated, ihop_rotated_free)
