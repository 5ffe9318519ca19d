/* The state of a watched program: what is inlined (inline.c) and what is called (runtime.c, shadow.c)
 * share it. No program text includes this: the pass puts calls into it.
 *
 * Every granule of memory (1, 2, 4 or 8 bytes, the same in a page of 4 KiB) has a cell: its last write, and
 * its last read since then. Time is counted in loop entries and iterations. A remembered access of stamp t
 * was made in another iteration of the active loop L exactly if entry(L) <= t < iteration(L); with loops
 * inside each other these intervals lie one behind the other, so it is at most one loop that carries what
 * two accesses do to each other. A later read hides an earlier one only where both lie in one such interval,
 * and then they do so for good; the newest read that does not is kept beside it (flag 1 of "read" says that there is
 * one), and those before in a list (flag 1 of "older"). */
#pragma once
#include "record.h"

typedef struct
{
  uint64_t write, read, older;
} IhopCell;

/* What was found out last at one place, so that it need not be found again: writes of "source" that the loop carries
 * which runs in *active since "entry" have been met at distance 1, so nothing more can be learned of them. */
typedef struct
{
  uint64_t entry;
  const IhopRecordActive *active;
  uint64_t source;
} IhopKnown;

#define IHOP_PAGE_BITS 12
#define IHOP_TABLE_BYTES (8ull << (47 - IHOP_PAGE_BITS))
/* One table for each size of granule, 1 << k bytes, and one of pages. An entry, if it is not 0, is where the
 * cell of address 0 would lie. Far from where Linux puts programs, heaps, libraries and stacks. */
#define IHOP_TABLE(k) ((uint64_t *) (0x100000000000ull + (uint64_t) (k) * IHOP_TABLE_BYTES))

#define IHOP_LOCAL __thread __attribute__ ((tls_model ("initial-exec")))
#define IHOP_COLD __attribute__ ((preserve_most, noinline))

/* Stamps, shifted. Threads other than the first keep zeros, and so meet nobody. */
extern IHOP_LOCAL uint64_t ihop_observe_now;
extern IHOP_LOCAL uint64_t ihop_observe_tick;  /* 1 << IHOP_STAMP_SHIFT; in other threads 0 */
extern IHOP_LOCAL uint64_t ihop_observe_base;  /* entry of the outermost active loop */
extern IHOP_LOCAL uint64_t ihop_observe_span;  /* from there to the innermost one's current iteration; 0: no loop */
extern IHOP_LOCAL uint64_t ihop_observe_first; /* the outermost active loop's current iteration */
extern IHOP_LOCAL IhopRecordActive *ihop_observe_top;

/* Called by inline.c only where something is to be found out. "address" and "site" are as there. */
void ihop_observe_met_write (uint64_t old, uint64_t address, uint32_t site, uint32_t kind, IhopKnown *known) IHOP_COLD;
void ihop_observe_met_reads (IhopCell *cell, uint64_t address, uint32_t site) IHOP_COLD;
void ihop_observe_keep_read (IhopCell *cell, uint64_t address, uint32_t site) IHOP_COLD;
void ihop_observe_touch_read (uint64_t address, uint64_t size, uint32_t site) IHOP_COLD;
void ihop_observe_touch_write (uint64_t address, uint64_t size, uint32_t site) IHOP_COLD;
