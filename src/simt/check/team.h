/* The threads of a checked launch as far as they are at work: blocks, their warps, and what each of them knows of the
 * others. All of it is used under the clock's lock. */
#pragma once
#include "simt/check/activity.h"
#include "simt/check/cell.h"
#include "simt/check/find.h"
#include "simt/check/known.h"
#include "simt/lower/lowered.h"
#include "simt/run/frame.h"

typedef struct IhopCheckLaunch
{
  guint activity;
  guint32 more_from, n_more; /* stamps of other work that were found to be ordered before it, too */
  guint32 begin, quiet; /* the last stamp before the launch; up to which all are ordered before it: the same, or an earlier one */
  guint32 past;         /* … before all that is still to come, too */
  IhopActivityInfo info;
  guint threads;        /* of a block */
  guint64 n_blocks;
  gsize shared, local;  /* bytes: of a block, with what the launch adds; of a thread */
  gsize static_shared;
  gboolean has_small_shared;
  gboolean is_trial;    /* an order is tried (schedules.h): nothing is noted */
  gboolean has_races, has_memory; /* what is looked for: races, memory that nobody has written */
  gboolean is_plain;    /* nothing in the kernel orders threads but whole barriers of its blocks, and all work before is ordered */
  const guint8 *params;
  gsize param_size;
} IhopCheckLaunch;

typedef struct IhopCheckWarp IhopCheckWarp;

/* What lanes of a warp have read at one instruction (reads.h). */
typedef struct
{
  guint64 first;
  guint32 mask, now;
  guint32 site;
  guint16 step, warp;
} IhopSharedRead;

/* Its shared memory's cells are of words, or of bytes where the kernel asks for less than words. Stamps before "start"
 * in them are of other blocks, which had the same memory. */
typedef struct
{
  IhopCheckLaunch *launch;
  guint64 number;
  guint32 start;        /* its first stamp */
  guint32 turn;         /* the first one of this turn: all since then are its own */
  guint32 time;         /* all its threads' stamps up to here are ordered by barriers */
  guint64 shared, local;
  IhopCell *cells, *all_cells; /* with room around them */
  IhopCheckWarp *warps;
  guint n_warps;
  IhopKnown *known;     /* by all its threads */
  guint32 *between;     /* by two warps: what the first knows of the other by named barriers; or NULL */
  gboolean has_more;    /* threads know more than "time" and their warps' say */
  gboolean defers_reads, is_written; /* of shared memory (reads.h): reads are kept; all of it is written */
  guint n_tries;        /* how often the latter was asked */
  IhopSharedRead *reads;
  guint n_reads, room_for_reads;
} IhopCheckBlock;

/* How far that reaches which releases and acquires: within the block, or beyond it. What was released by a narrow fence says nothing of what
 * was by a wide one, so that both are kept beside each other. */
typedef enum { IHOP_NARROW, IHOP_WIDE, IHOP_N_WIDTHS } IhopWidth;

/* A fence that a lane has passed. */
typedef struct
{
  guint32 stamp;        /* 0: none */
  guint32 warp, block;  /* what it knew of its warp and block then */
  IhopKnown *known;     /* what else it knew */
} IhopCheckFence;

/* What a lane has done of a pattern that releases or acquires. */
typedef struct
{
  IhopCheckFence fence[IHOP_N_WIDTHS]; /* the last ones; behind a wide one the narrow ones before are of no use */
  IhopKnown *seen[IHOP_N_WIDTHS];      /* what it has read that was released, and not acquired yet: by any fence, or by wide ones */
  IhopKnown *known;     /* what it knows alone */
} IhopCheckLane;

struct IhopCheckWarp
{
  IhopCheckBlock *block;
  guint number;
  guint32 lanes, left;  /* lanes with threads; those of them that have ended */
  guint32 time;         /* its lanes' stamps up to here are ordered */
  guint32 *pairs;       /* 32 times 32: what a lane knows of another one, by barriers of some lanes; or NULL */
  IhopKnown *known;     /* by all its lanes */
  IhopCheckLane *each;  /* 32, or NULL */
  guint32 good;         /* lanes that may do what they have asked for last */
  guint32 arrived;      /* at the block's barrier, since it last opened */
  guint barrier;        /* site of it */
  guint32 passed;       /* the stamp of its last arrival at a barrier where it does not wait */
  /* Warp functions that name the same lanes: how often each lane has come to one of them, and lanes that have not as often
   * as others; 0: all have. */
  guint32 named, awaited;
  guint16 calls[32];
  guint function;       /* site of the last of them */
};

/* "launch" is kept by the caller. */
IhopCheckBlock *ihop_team_new (IhopCheckLaunch *launch);
void ihop_team_free (IhopCheckBlock *block);
void ihop_team_start (IhopCheckBlock *block, guint64 number, gconstpointer shared, gconstpointer local);
/* It gets its turn, with the clock's lock; its turn ends. */
void ihop_team_resume (IhopCheckBlock *block);
void ihop_team_pause (IhopCheckBlock *block);

/* The warp's lanes with records of their own. */
IhopCheckLane *ihop_team_lanes (IhopCheckWarp *warp);
/* What threads of the block know of each other by named barriers. */
guint32 *ihop_team_between (IhopCheckBlock *block);

/* For finds: a thread of the block at an instruction. */
IhopFoundPlace ihop_team_place (const IhopCheckBlock *block, guint site, guint thread);
/* An access that a cell tells of. */
IhopFoundPlace ihop_team_place_of (IhopCellAccess access);
