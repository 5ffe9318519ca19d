/* What the code of a kernel and those who run it share. The code knows the fields by their offsets. */
#pragma once
#include <glib.h>

typedef enum
{
  IHOP_WARP_DONE,    /* all its lanes have ended */
  IHOP_WARP_WAITS,   /* at a barrier: to be called again when it lets lanes go on */
  IHOP_WARP_YIELDS,  /* waits in a loop for what others write: to be called again when they have run */
  IHOP_WARP_INEXACT, /* a widened sum has wrapped: the exact code goes on */
  IHOP_WARP_TRAPS,   /* "trap", or something that the engine cannot do; line says where */
  IHOP_WARP_ASSERTS, /* "__assertfail", which has said where */
  IHOP_WARP_STUCK,   /* its block's threads wait at barriers for others that do not come; never returned by code */
  IHOP_WARP_OVERFLOWS /* calls are nested too deeply for the stack of a lane; line says where */
} IhopWarpStatus;

enum { IHOP_WARP_BARRIERS = 16 };

/* Only kernels whose barriers have numbers or counts, or give a result, keep these. */
typedef struct
{
  guint32 arrived[IHOP_WARP_BARRIERS];  /* this warp's lanes that wait there */
  guint32 voted[IHOP_WARP_BARRIERS];    /* those of them whose predicate holds */
  guint32 passed[IHOP_WARP_BARRIERS];   /* threads that have arrived without waiting */
  guint32 expected[IHOP_WARP_BARRIERS]; /* threads; 0: all of the block */
  guint32 votes[IHOP_WARP_BARRIERS], voters[IHOP_WARP_BARRIERS]; /* of the whole barrier, once it is complete */
  guint32 left;                         /* lanes that have ended */
} IhopWarpBarriers;

typedef enum { IHOP_STAND_RUNS, IHOP_STAND_WAITS, IHOP_STAND_ENDED } IhopWarpStand;

typedef struct IhopWarpFrame
{
  guint32 resume;    /* 0: from the start; else where it stopped */
  guint32 warp;      /* number in its block */
  guint32 lanes;     /* a bit for each lane that has a thread */
  guint32 line;      /* of the PTX text, where it traps */
  guint32 block[3];  /* %ctaid; known for sure by the block's first warp alone (ihop_warp_place) */
  guint32 grid[3];   /* %nctaid */
  const guint8 *params;
  guint8 *shared;    /* the block's shared memory */
  guint8 *local;     /* this warp's local memory, lane after lane */
  guint8 *state;     /* what it keeps over barriers; state_size bytes, aligned to 64 */
  guint8 *inexact;   /* what it hands to the exact code; the worker's */
  gpointer *symbols; /* by number of the module's variables: their addresses */
  guint32 dynamic_shared; /* bytes, given at the launch */
  guint32 thread_count;   /* of the block */
  guint32 shape[3];       /* %ntid */
  guint32 released;       /* lanes that barriers have let go */
  guint32 workspace[2];   /* %envreg1 and 2: address of what a grid's blocks share, zeros at first */
  guint32 stand;          /* IhopWarpStand: where code of a whole block has left it when it hands over */
  IhopWarpBarriers barriers;
  guint64 *rows;          /* counted code adds to these (lower/lowered.h) */
  gpointer counter;       /* IhopCounter, where code is counted (count/counter.h) */
  gpointer checked;       /* IhopCheckWarp, where code is checked (check/team.h) */
  guint64 *scratch;       /* checked code writes here what its calls do not take (run/checked.h) */
  gpointer children;      /* IhopChildren: what its grid asks for (run/children.h) */
  guint32 reach;          /* counted code: IhopCountReach, from how far what it has asked for since the last barrier came */
} IhopWarpFrame;

/* %ctaid: the frames of a block lie side by side. */
static inline const guint32 *
ihop_warp_place (const IhopWarpFrame *frame)
{
  return frame[-(gssize) frame->warp].block;
}

/* Called by counted code for each request of memory: the number of the instruction (IhopCountSite), an address for
 * each lane, and which lanes ask. */
#define IHOP_COUNT_SYMBOL "ihop_count_access"
void ihop_count_access (IhopWarpFrame *frame, guint32 site, const guint64 *addresses, guint32 mask);

typedef guint32 IhopWarpCode (IhopWarpFrame *frame);

/* Called by kernels' code, one lane at a time: "printf" and what else is a function on a card. */
typedef struct
{
  const char *name; /* as PTX calls it: "vprintf" */
  gpointer function;
} IhopWarpService;

/* Each ends with a row of NULLs. */
extern const IhopWarpService ihop_warp_services[], ihop_warp_math[], ihop_warp_children[], ihop_warp_mbarriers[];
/* By name, in all tables; NULL: there is none. */
const IhopWarpService *ihop_warp_service (const char *name);
