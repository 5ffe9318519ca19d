/* What is done at each access and iteration. Compiled to bitcode, which the pass puts into each
 * file of the watched program, so that the compiler can inline it. */
#include "shadow.h"

#define IHOP_INLINE __attribute__ ((always_inline))
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

static inline IHOP_INLINE void
read_cell (IhopCell *cell, uint64_t address, uint32_t site)
{
  uint64_t write = cell->write, read = cell->read;

  if (UNLIKELY (is_earlier (write)))
    ihop_observe_met_write (write, address, site, IHOP_MEET_FLOW);
  if (UNLIKELY (is_earlier (read)))
    ihop_observe_keep_read (cell, address, site);
  else if (read < ihop_observe_base + ihop_observe_span || !read)
    cell->read = stamp (site);
}

static inline IHOP_INLINE void
write_cell (IhopCell *cell, uint64_t address, uint32_t site)
{
  uint64_t write = cell->write, read = cell->read;

  if (UNLIKELY (is_earlier (write)))
    ihop_observe_met_write (write, address, site, IHOP_MEET_OUTPUT);
  if (UNLIKELY (is_earlier (read) || (read & 1)))
    ihop_observe_met_reads (cell, address, site);
  cell->write = stamp (site);
  cell->read = 0;
}

#define ACCESS(bytes, bits)                                                                        \
  IHOP_INLINE void ihop_observe_read_##bytes (uint64_t address, uint32_t site)                     \
  {                                                                                                \
    IhopCell *cell = find_cell (address, bits);                                                    \
    if (UNLIKELY (!cell))                                                                          \
      ihop_observe_touch_read (address, bytes, site);                                              \
    else                                                                                           \
      read_cell (cell, address, site);                                                             \
  }                                                                                                \
  IHOP_INLINE void ihop_observe_write_##bytes (uint64_t address, uint32_t site)                    \
  {                                                                                                \
    IhopCell *cell = find_cell (address, bits);                                                    \
    if (UNLIKELY (!cell))                                                                          \
      ihop_observe_touch_write (address, bytes, site);                                             \
    else                                                                                           \
      write_cell (cell, address, site);                                                            \
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
