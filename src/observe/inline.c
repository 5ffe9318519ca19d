/* What is done at each access and iteration. Compiled to bitcode, which the pass puts into each
 * file of the watched program, so that the compiler can inline it. */
#include "shadow.h"

#define IHOP_INLINE __attribute__ ((always_inline))
#define LIKELY(condition) __builtin_expect (!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect (!!(condition), 0)

/* NULL: this page has no cells of this size. */
static inline IHOP_INLINE IhopCell *
find_cell (uint64_t address, unsigned bits)
{
  uint64_t page = IHOP_TABLE (bits)[address >> IHOP_PAGE_BITS];

  return page ? (IhopCell *) (page + (address >> bits) * sizeof (IhopCell)) : 0;
}

/* Whether an access was made in another iteration of an active loop, or before an inner one of them began. */
static inline IHOP_INLINE int
is_earlier (uint64_t old)
{
  return old - ihop_observe_base < ihop_observe_span;
}

static inline IHOP_INLINE uint64_t
stamp (uint32_t site)
{
  return ihop_observe_now | (uint64_t) site << 1;
}

/* What this place found last was this. */
static inline IHOP_INLINE int
is_known (uint64_t old, const IhopKnown *known)
{
  return known->source == (old & ((1ull << IHOP_STAMP_SHIFT) - 1)) && old >= known->entry
         && known->active->entry == known->entry && old < known->active->iteration;
}

static inline IHOP_INLINE void
meet_write (uint64_t write, uint64_t address, uint32_t site, uint32_t kind, IhopKnown *known)
{
  if (!is_known (write, known))
    ihop_observe_met_write (write, address, site, kind, known);
}

/* Whether two reads, the older one first, lie in one interval: that of the innermost active loop, or that of the
 * outermost. (Others are found where all are looked through.) */
static inline IHOP_INLINE int
is_hidden (uint64_t older, uint64_t read)
{
  return older >= ihop_observe_top->entry || (older >= ihop_observe_base && read < ihop_observe_first);
}

static inline IHOP_INLINE void
keep_read (IhopCell *cell, uint64_t address, uint64_t read, uint32_t site)
{
  if (LIKELY ((read & 1) && is_hidden (cell->older, read)))
    {
      cell->older = (read & ~1ull) | (cell->older & 1);
      cell->read = stamp (site) | 1;
    }
  else
    ihop_observe_keep_read (cell, address, site);
}

static inline IHOP_INLINE void
read_cell (IhopCell *cell, uint64_t address, uint32_t site, IhopKnown *known)
{
  uint64_t write = cell->write, read = cell->read;

  if (is_earlier (write))
    meet_write (write, address, site, IHOP_MEET_FLOW, known);
  if (is_earlier (read))
    keep_read (cell, address, read, site);
  else if (read < ihop_observe_base + ihop_observe_span || !read)
    cell->read = stamp (site);
}

static inline IHOP_INLINE void
write_cell (IhopCell *cell, uint64_t address, uint32_t site, IhopKnown *known)
{
  uint64_t write = cell->write, read = cell->read;

  if (is_earlier (write))
    meet_write (write, address, site, IHOP_MEET_OUTPUT, known);
  if (UNLIKELY (is_earlier (read) || (read & 1)))
    ihop_observe_met_reads (cell, address, site);
  cell->write = stamp (site);
  cell->read = 0;
}

/* Read and then written, and nothing in between that could enter a loop. */
static inline IHOP_INLINE void
update_cell (IhopCell *cell, uint64_t address, uint32_t reads, uint32_t writes, IhopKnown *known)
{
  uint64_t write = cell->write, read = cell->read;

  if (is_earlier (write))
    {
      meet_write (write, address, reads, IHOP_MEET_FLOW, known);
      meet_write (write, address, writes, IHOP_MEET_OUTPUT, known + 1);
    }
  if (UNLIKELY (is_earlier (read) || (read & 1)))
    ihop_observe_met_reads (cell, address, writes);
  cell->write = stamp (writes);
  cell->read = 0;
}

#define ACCESS(bytes, bits)                                                                        \
  IHOP_INLINE void ihop_observe_read_##bytes (uint64_t address, uint32_t site, IhopKnown *known)   \
  {                                                                                                \
    IhopCell *cell = find_cell (address, bits);                                                    \
    if (UNLIKELY (!cell))                                                                          \
      ihop_observe_touch_read (address, bytes, site);                                              \
    else                                                                                           \
      read_cell (cell, address, site, known);                                                      \
  }                                                                                                \
  IHOP_INLINE void ihop_observe_write_##bytes (uint64_t address, uint32_t site, IhopKnown *known)  \
  {                                                                                                \
    IhopCell *cell = find_cell (address, bits);                                                    \
    if (UNLIKELY (!cell))                                                                          \
      ihop_observe_touch_write (address, bytes, site);                                             \
    else                                                                                           \
      write_cell (cell, address, site, known);                                                     \
  }                                                                                                \
  IHOP_INLINE void ihop_observe_update_##bytes (uint64_t address, uint32_t reads, uint32_t writes, \
                                                IhopKnown *known)                                  \
  {                                                                                                \
    IhopCell *cell = find_cell (address, bits);                                                    \
    if (UNLIKELY (!cell))                                                                          \
      {                                                                                            \
        ihop_observe_touch_read (address, bytes, reads);                                           \
        ihop_observe_touch_write (address, bytes, writes);                                         \
      }                                                                                            \
    else                                                                                           \
      update_cell (cell, address, reads, writes, known);                                           \
  }

ACCESS (1, 0)
ACCESS (2, 1)
ACCESS (4, 2)
ACCESS (8, 3)

/* A new iteration of a loop inside which nothing else can count time. */
IHOP_INLINE void
ihop_observe_step (void)
{
  uint64_t now = ihop_observe_now + ihop_observe_tick;

  ihop_observe_now = now;
  ihop_observe_top->iteration = now;
  ihop_observe_span = now - ihop_observe_base;
}
