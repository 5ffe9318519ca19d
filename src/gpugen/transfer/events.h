/* What each place of the program does to a device variable. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* A part of a variable, the events of which are asked for. */
typedef struct
{
  IhopWork *work;
  const IhopDeviceVariable *variable;
  const IhopBox *part;     /* the elements kept alike on both sides; NULL: all */
  gboolean conditions_hold; /* kernels run wherever they stand: who calls saw to their conditions */
} IhopPartEvents;

/* Events of a variable along the graph (one a node). Caller frees. */
guint16 *ihop_copies_events (IhopWork *work, const IhopDeviceVariable *variable);
/* The same for a version of the function whose callers ask for the kernels' conditions (device_version.h). */
guint16 *ihop_events_in_version (IhopWork *work, const IhopDeviceVariable *variable);
guint16 *ihop_events_collect (const IhopPartEvents *piece);
/* The same for elements that no kernel writes. */
guint16 *ihop_events_collect_read (const IhopPartEvents *piece);
