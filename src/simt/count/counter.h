/* What the launches of a run have asked of a card: kept while programs run, written down when they end, read by
 * whoever reports it (src/project/counts.h).
 *
 * It is on where $IHOP_SIMT_COUNT names a folder; $IHOP_SIMT_COUNT_CARD says what the caches are: multiprocessors, bytes of the
 * first level of each with shared memory, bytes of the second. Counted code runs on one processor, so that caches
 * see one order and the same program always gives the same figures. */
#pragma once
#include "simt/lower/lowered.h"

/* Spaces that are told apart. */
typedef enum
{
  IHOP_COUNT_GLOBAL,
  IHOP_COUNT_LOCAL,
  IHOP_COUNT_SHARED,
  IHOP_COUNT_CONST,
  IHOP_N_COUNT_SPACES
} IhopCountSpace;

/* What an instruction has asked of one space: sums over its requests. */
typedef struct
{
  guint64 requests;   /* of a warp, of which some lane asks */
  guint64 lanes;
  guint64 bytes;      /* that lanes asked for */
  guint64 used;       /* the same without what several lanes of a request share */
  guint64 sectors, lines;
  guint64 wavefronts; /* shared: passes through it; const: distinct places */
  guint64 least;      /* shared: the passes without conflicts of banks */
  guint64 collisions; /* atomics: lanes whose place another lane of the request has, too */
  guint64 from_l1, from_l2, from_memory, written; /* sectors, by the model of caches (caches.h) */
} IhopCountAsked;

enum { IHOP_COUNT_NUMBERS = sizeof (IhopCountAsked) / sizeof (guint64) };

typedef struct
{
  guint64 executions; /* by warps */
  guint64 lanes;
  guint64 divergent;  /* of a branch: executions after which lanes went both ways */
  IhopCountAsked asked[IHOP_N_COUNT_SPACES];
} IhopCount;

/* A block works from barrier to barrier, and each of these intervals takes at least as long as what its warps load needs
 * to come: from how far the farthest of it does. */
typedef enum
{
  IHOP_REACH_NOTHING, /* it loads nothing from global memory */
  IHOP_REACH_L1,
  IHOP_REACH_L2,
  IHOP_REACH_MEMORY,
  IHOP_REACH_BLOCK,   /* it waits for another block: that is counted by itself */
  IHOP_N_REACHES
} IhopCountReach;

/* One kernel in one shape: all its launches. */
typedef struct
{
  char *kernel;
  guint grid[3], block[3];
  guint dynamic_shared, shared, local; /* bytes: a block (what it declares apart), a thread */
  guint64 launches;
  GArray *sites;       /* IhopCountSite */
  guint64 *rows;       /* lower/lowered.h */
  guint n_rows;
  guint64 intervals[IHOP_N_REACHES]; /* of all blocks */
  IhopCount *counts;   /* by number of the instruction */
  guint64 written_back; /* sectors that the second level wrote to memory meanwhile */
} IhopCounter;

/* TRUE: launches are counted. */
gboolean ihop_count_is_on (void);
/* For a launch that begins; everything else belongs to it. Kept for the next launch of that shape. */
IhopCounter *ihop_count_begin (const char *kernel, const guint grid[3], const guint block[3], guint dynamic_shared,
                               const IhopLowerResult *sizes);
void ihop_count_end (IhopCounter *counter);
/* All warps of a block have met, or have ended. */
void ihop_count_interval (IhopCounter *counter, IhopCountReach reach);
/* A copy that the program has asked for; "kind" as cudaMemcpyKind has it. */
void ihop_count_copy (guint kind, guint64 bytes);
/* The PTX of a module: registers are counted by others (ptxas). */
void ihop_count_module (const char *ptx);
/* Writes all of it down; where that is not possible nothing happens. */
void ihop_count_write (void);
