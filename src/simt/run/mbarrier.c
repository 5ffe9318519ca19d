/* Barriers that are objects in shared memory ("PTX ISA", 9.7.13.15). A block's warps take turns on one processor, so nobody comes between. What the
 * eight bytes mean is nobody's business but ours:
 *
 *     bits 0 to 19    threads that are to come in this phase
 *          20 to 39   … in each further one
 *          40 to 61   bytes that are to come, counted round
 *          63         the phase's number, even or odd
 *
 * A phase is over when neither threads nor bytes are to come. Who arrives gets the object as it was before. */
#include "simt/run/frame.h"
#include <string.h>

enum { COUNT_BITS = 20, BYTES_AT = 40 };
#define COUNT_MASK ((1ull << COUNT_BITS) - 1)
#define BYTES_MASK (((1ull << 22) - 1) << BYTES_AT)
#define PHASE (1ull << 63)

static guint64
load (guint64 place)
{
  guint64 object;

  memcpy (&object, (gpointer) (gsize) place, sizeof object);
  return object;
}

static void
store (guint64 place, guint64 object)
{
  if ((object & COUNT_MASK) == 0 && (object & BYTES_MASK) == 0)
    object = ((object ^ PHASE) & ~COUNT_MASK) | (object >> COUNT_BITS & COUNT_MASK);
  memcpy ((gpointer) (gsize) place, &object, sizeof object);
}

static guint64
with_bytes (guint64 object, gint64 bytes)
{
  return (object & ~BYTES_MASK) | ((object + ((guint64) bytes << BYTES_AT)) & BYTES_MASK);
}

static guint64
init (IhopWarpFrame *frame, guint lane, guint64 place, guint64 count)
{
  guint64 object = (count & COUNT_MASK) | (count & COUNT_MASK) << COUNT_BITS;

  memcpy ((gpointer) (gsize) place, &object, sizeof object);
  return 0;
}

/* "dropped": so many less are to come in further phases; "bytes" more in this one. */
static guint64
arrive (IhopWarpFrame *frame, guint lane, guint64 place, guint64 count, guint64 dropped, guint64 bytes)
{
  guint64 before = load (place), object = with_bytes (before, (gint64) bytes);

  object = (object & ~COUNT_MASK) | ((object - count) & COUNT_MASK);
  object = (object & ~(COUNT_MASK << COUNT_BITS)) | ((object - (dropped << COUNT_BITS)) & (COUNT_MASK << COUNT_BITS));
  store (place, object);
  return before;
}

static guint64
expect (IhopWarpFrame *frame, guint lane, guint64 place, guint64 bytes)
{
  guint64 object = with_bytes (load (place), (gint64) bytes);

  memcpy ((gpointer) (gsize) place, &object, sizeof object);
  return 0;
}

static guint64
complete (IhopWarpFrame *frame, guint lane, guint64 place, guint64 bytes)
{
  store (place, with_bytes (load (place), -(gint64) bytes));
  return 0;
}

/* cp.async.bulk: the copy is done at once, and its bytes have come. "place" 0: nobody waits for them by an object. */
static guint64
copy (IhopWarpFrame *frame, guint lane, guint64 to, guint64 from, guint64 size, guint64 place)
{
  memcpy ((gpointer) (gsize) to, (gconstpointer) (gsize) from, size);
  return place ? complete (frame, lane, place, size) : 0;
}

/* Is the phase over in which that was given? */
static guint64
is_over (IhopWarpFrame *frame, guint lane, guint64 place, guint64 given)
{
  return ((load (place) ^ given) & PHASE) != 0;
}

/* … the last phase of this number? */
static guint64
is_over_parity (IhopWarpFrame *frame, guint lane, guint64 place, guint64 number)
{
  return (load (place) >> 63) != (number & 1);
}

static guint64
count_left (IhopWarpFrame *frame, guint lane, guint64 given)
{
  return given & COUNT_MASK;
}

const IhopWarpService ihop_warp_mbarriers[] = { { "mbarrier_init", init },
                                                { "mbarrier_arrive", arrive },
                                                { "mbarrier_expect", expect },
                                                { "mbarrier_complete", complete },
                                                { "mbarrier_copy", copy },
                                                { "mbarrier_is_over", is_over },
                                                { "mbarrier_is_over_parity", is_over_parity },
                                                { "mbarrier_count_left", count_left },
                                                { NULL, NULL } };
