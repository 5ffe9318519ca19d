/* Where the copies between host and device stand (DESIGN D7).
 *
 * One variable at a time. The host's and the device's copy are two locations, and at each place of
 * the program each of them either is guaranteed to hold the variable's value or is not. What the
 * program does fixes these guarantees at some places; a copy raises one of them. The cheapest way
 * to raise them, each copy weighted by how often its place runs, is a minimum cut: there is no
 * rule of thumb in it and no special case for loops, breaks or returns. Of equally cheap answers
 * the latest is taken, as the published scheme does by pushing copies down.
 *
 * Exactness: optimal among all placements of unconditional copies under the estimated weights. */
#pragma once
#include "gpugen/plan/host_graph.h"

/* What a node does to the variable. Reading comes before writing. */
typedef enum
{
  IHOP_EVENT_HOST_READ = 1 << 0,
  IHOP_EVENT_HOST_WRITE = 1 << 1,   /* of a part: what is left must be valid before */
  IHOP_EVENT_HOST_FILL = 1 << 2,    /* all of it */
  IHOP_EVENT_DEVICE_READ = 1 << 3,
  IHOP_EVENT_DEVICE_WRITE = 1 << 4,
  IHOP_EVENT_DEVICE_FILL = 1 << 5,
  IHOP_EVENT_FORGET = 1 << 6,       /* what it held is of no interest from here on: just born, freed,
                                       or about to be written in full; both copies serve equally */
  /* At a POINT: the device's copy is allocated there, before any copying, or freed, after it. */
  IHOP_EVENT_DEVICE_BORN = 1 << 7,
  IHOP_EVENT_DEVICE_LOST = 1 << 8
} IhopEvent;

typedef struct
{
  guint node;              /* a POINT of the graph */
  gboolean to_device;
} IhopMove;

/* events: one a node. At ENTRY, HOST_FILL says that it comes with a value, FORGET that it does not;
 * at EXIT, HOST_READ says that its value is needed afterwards. Adds to moves (of IhopMove).
 * FALSE: there is no placement (some jump leaves no room for a copy). */
gboolean ihop_motion_solve (const IhopGraph *graph, const guint16 *events, GArray *moves);
/* The naive scheme: in before every launch that uses it, out after every launch that writes it. */
void ihop_motion_naive (const IhopGraph *graph, const guint16 *events, GArray *moves);
/* At which nodes the value is still wanted by somebody, before and after it: bit 0 and bit 1. The
 * caller frees. */
guint8 *ihop_motion_live (const IhopGraph *graph, const guint16 *events);
/* The sum of weights of moves: how often they run, estimated. */
guint64 ihop_motion_weigh (const IhopGraph *graph, const GArray *moves);
