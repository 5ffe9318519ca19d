/* Loops of the watched program: entered, iterated, left; and which iteration a stamp lies in. */
#include "runtime.h"
#include <string.h>

static IhopRecordActive nowhere; /* what threads that are not watched count in */
IHOP_LOCAL uint64_t ihop_observe_now, ihop_observe_tick, ihop_observe_base, ihop_observe_span;
IHOP_LOCAL uint64_t ihop_observe_first;
IHOP_LOCAL IhopRecordActive *ihop_observe_top = &nowhere;
IHOP_LOCAL int ihop_observe_is_watched;
/* Loops that began on this thread are numbered from 1, the outermost. */
static IHOP_LOCAL unsigned depth;

/* ---- History: when each iteration began ---------------------------------------------------------
 *
 * Iterations that take equally many stamps are one piece, so a loop around loops of constant length has one. */

typedef struct
{
  uint64_t number, start, stride; /* of its first iteration; stride 0: it has no more so far */
} Piece;

#define MOST_PIECES (1u << 20)

static struct
{
  Piece *pieces;
  unsigned room;
} histories[4096]; /* by depth; deeper loops share the last: see remember */

static int
has_history (unsigned d)
{
  return d < sizeof histories / sizeof *histories;
}

static Piece *
history_grow (unsigned d, IhopRecordActive *active)
{
  unsigned room = histories[d].room;

  if (active->n_pieces < room)
    return histories[d].pieces;
  if (room >= MOST_PIECES)
    {
      memmove (histories[d].pieces, histories[d].pieces + room / 2, room / 2 * sizeof (Piece));
      active->n_pieces = room / 2;
      active->is_cut = 1;
      return histories[d].pieces;
    }
  Piece *more = ihop_observe_memory ((room ? 2 * room : 64) * sizeof (Piece));
  if (room)
    memcpy (more, histories[d].pieces, room * sizeof (Piece));
  histories[d].pieces = more;
  histories[d].room = room ? 2 * room : 64;
  return more;
}

static void
remember (IhopRecordActive *active, uint64_t number)
{
  Piece *last = active->n_pieces ? &histories[depth].pieces[active->n_pieces - 1] : NULL;

  if (last && last->stride && last->start + (number - last->number) * last->stride == active->iteration)
    return;
  if (last && !last->stride)
    {
      last->stride = active->iteration - last->start;
      return;
    }
  Piece *pieces = history_grow (depth, active);
  pieces[active->n_pieces++] = (Piece){ number, active->iteration, 0 };
}

uint64_t
ihop_observe_number (const IhopRecordActive *active, uint64_t stamp, int *known)
{
  unsigned d = (unsigned) (active - ihop_observe_record->active), low = 0, high = active->n_pieces;
  const Piece *pieces = has_history (d) ? histories[d].pieces : NULL;

  *known = 1;
  stamp &= ~((1ull << IHOP_STAMP_SHIFT) - 1);
  if (active->count == 0) /* each iteration took one stamp, the first the one behind the entry's */
    return ((stamp - active->entry) >> IHOP_STAMP_SHIFT) - 1;
  if (pieces == NULL || high == 0 || pieces[0].start > stamp)
    {
      *known = 0;
      return pieces && high ? pieces[0].number : active->count - 1;
    }
  while (high - low > 1)
    {
      unsigned middle = (low + high) / 2;
      if (pieces[middle].start <= stamp)
        low = middle;
      else
        high = middle;
    }
  uint64_t end = low + 1 < active->n_pieces ? pieces[low + 1].number : active->count;
  uint64_t number = pieces[low].number;
  if (pieces[low].stride)
    number += (stamp - pieces[low].start) / pieces[low].stride;
  return number < end ? number : end - 1;
}

uint64_t
ihop_observe_count (const IhopRecordActive *active)
{
  return active->count ? active->count : (active->iteration - active->entry) >> IHOP_STAMP_SHIFT;
}

/* ---- What the program calls ---------------------------------------------------------------------- */

static void
set_top (void)
{
  IhopRecordActive *active = ihop_observe_record->active;

  ihop_observe_record->depth = depth;
  ihop_observe_top = &active[depth];
  ihop_observe_base = depth ? active[1].entry : 0;
  ihop_observe_first = depth > 1 ? active[1].iteration : 0;
  ihop_observe_span = depth ? active[depth].iteration - ihop_observe_base : 0;
}

/* How many loops are active here, for those calls that say how many shall be. */
unsigned
ihop_observe_depth (void)
{
  return depth;
}

void
ihop_observe_enter (uint32_t loop, unsigned at)
{
  if (!ihop_observe_is_watched || at >= IHOP_RECORD_DEPTH)
    return;
  IhopRecordActive *active = &ihop_observe_record->active[at + 1];
  depth = at + 1;
  ihop_observe_now += ihop_observe_tick;
  *active = (IhopRecordActive){ .entry = ihop_observe_now, .iteration = ihop_observe_now, .loop = loop,
                                .run = ihop_observe_record->loops[loop].runs++ };
  set_top ();
}

/* A new iteration of a loop in which other loops may run. */
void
ihop_observe_iterate (void)
{
  IhopRecordActive *active = ihop_observe_top;

  if (UNLIKELY (!ihop_observe_is_watched))
    return;
  ihop_observe_now += ihop_observe_tick;
  active->iteration = ihop_observe_now;
  active->count++;
  ihop_observe_span = ihop_observe_now - ihop_observe_base;
  if (has_history (depth))
    remember (active, active->count - 1);
}

static void
finish (const IhopRecordActive *active, uint64_t partial)
{
  IhopRecordLoop *loop = &ihop_observe_record->loops[active->loop];
  uint64_t begun = ihop_observe_count (active), trips = begun - (begun ? partial : 0);
  int is_first = loop->finished++ == 0;

  loop->total += trips;
  if (is_first || trips < loop->least)
    loop->least = trips;
  if (is_first || trips > loop->most)
    loop->most = trips;
}

/* Loops deeper than "at" are over; partial: the innermost ended by its own condition, so that what began last
 * was no iteration. */
void
ihop_observe_leave (unsigned at, unsigned partial)
{
  if (!ihop_observe_is_watched)
    return;
  if (depth <= at)
    return;
  for (; depth > at; depth--, partial = 0)
    finish (&ihop_observe_record->active[depth], partial);
  set_top ();
}

unsigned
ihop_observe_carrier (uint64_t old)
{
  const IhopRecordActive *active = ihop_observe_record->active;
  unsigned d = depth;

  while (d > 0 && old < active[d].entry)
    d--;
  return d > 0 && old < active[d].iteration ? d : 0;
}
