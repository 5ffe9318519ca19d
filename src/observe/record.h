/* What a watched program leaves behind: a file that it maps and writes while it runs, so that it
 * survives however the program ends. Shared by the runtime and by the reader. */
#pragma once
#include <stdint.h>

/* A stamp is the number of loop entries and iterations so far. What remembers an access holds the
 * stamp, the site of the access and one flag: stamp << 22 | site << 1 | flag. */
#define IHOP_STAMP_SHIFT 22
#define IHOP_RECORD_SITES (1u << 21)
#define IHOP_RECORD_LOOPS (1u << 20)
#define IHOP_RECORD_LIBRARY 1 /* the site of what the C library does by itself */
#define IHOP_RECORD_FIRST 2   /* number of a loop, site or variable of the program */
#define IHOP_RECORD_MEETINGS (1u << 16) /* a power of two */
#define IHOP_RECORD_DEPTH (1u << 20)    /* loops active at once, through recursion */
#define IHOP_RECORD_MAGIC 0x69686f704f425331ull

enum
{
  IHOP_MEET_FLOW,
  IHOP_MEET_ANTI,
  IHOP_MEET_OUTPUT
};

typedef struct
{
  uint64_t runs, finished; /* how often control came to the loop, and left it */
  uint64_t total;          /* iterations, of all runs */
  uint64_t least, most;    /* of one run */
  uint64_t samples;        /* times the clock ticked inside */
  uint64_t own;            /* of these, times in which no loop inside it was active */
} IhopRecordLoop;

/* Two accesses of different iterations of one loop to the same byte, at least one of them a write.
 * One for each loop, kind and pair of sites: the pair of iterations nearest to each other. */
typedef struct
{
  uint64_t key;            /* 0: empty. Loop, kind, source site, sink site: ihop_record_key */
  uint64_t distance;       /* iterations between them: at least 1 */
  uint64_t source, sink;   /* numbers of the two iterations, from 0 */
  uint64_t run;            /* which run of the loop, from 0 */
  uint64_t address;
  uint64_t base, size;     /* of the object that holds the address; size 0: not known */
  uint32_t object;         /* the pass's number of a variable; 0: of the heap, or not known */
  uint32_t at_least;       /* the source was too long ago: the distance is only a lower bound */
} IhopRecordMeeting;

/* A loop that runs. */
typedef struct
{
  uint64_t entry, iteration; /* stamps, shifted: of its entry and of its current iteration */
  uint64_t count;          /* iterations begun; 0 where each takes one stamp: see ihop_observe_count */
  uint64_t run;
  uint32_t loop, partial;
  uint32_t n_pieces, is_cut; /* of the history; is_cut: its beginning was thrown away */
} IhopRecordActive;

typedef struct
{
  uint64_t magic;
  uint64_t threads;        /* that the program made; only the first is watched */
  uint64_t lost;           /* meetings for which there was no room */
  uint64_t samples;        /* clock ticks in all */
  uint64_t depth;          /* active loops */
  uint64_t refused;        /* 1: the memory that the shadow needs was not given */
  uint64_t now;
  IhopRecordLoop loops[IHOP_RECORD_LOOPS];
  IhopRecordMeeting meetings[IHOP_RECORD_MEETINGS];
  IhopRecordActive active[IHOP_RECORD_DEPTH + 1]; /* from 1: the outermost */
} IhopRecord;

/* 20 bits of the loop, 21 of each site, 2 of the kind. Never 0: sites count from 1. */
static inline uint64_t
ihop_record_key (uint32_t loop, uint32_t kind, uint32_t source, uint32_t sink)
{
  return (uint64_t) loop << 44 | (uint64_t) kind << 42 | (uint64_t) source << 21 | sink;
}
