#include "simt/check/reads.h"
#include "simt/check/race.h"
#include <stdlib.h>

enum { LANES = 32, FIRST_ROOM = 256, MOST = 8192, TRIES = 8 };

/* Is it all written, by this block? It is looked at until it is, a few times. */
static gboolean
is_written (IhopCheckBlock *block)
{
  const IhopCheckLaunch *launch = block->launch;
  guint n = launch->has_small_shared ? launch->shared : (launch->shared + 3) / 4, full = launch->has_small_shared ? 1 : 15, last = launch->shared % 4;
  gboolean is_written = TRUE;

  if (block->is_written || block->n_tries++ > TRIES)
    return block->is_written;
  for (guint i = 0; i < n && is_written; i++)
    {
      guint wanted = i + 1 == n && last && !launch->has_small_shared ? (1u << last) - 1 : full;
      is_written = block->cells[i].write.stamp >= block->start && (ihop_cell_bytes (&block->cells[i]) & wanted) == wanted;
    }
  block->is_written = is_written;
  return is_written;
}

void
ihop_reads_open (IhopCheckBlock *block)
{
  block->n_reads = 0;
  block->defers_reads = block->launch->is_plain && block->launch->shared && (!block->launch->has_memory || is_written (block));
}

/* Who has read then, as it would have been noted then. */
static IhopLook
look_of (const IhopCheckBlock *block, const IhopSharedRead *read)
{
  IhopCheckWarp *warp = &block->warps[read->warp];

  return (IhopLook){ .warp = warp, .block = (IhopCheckBlock *) block, .floor = block->start - 1, .past = block->start - 1, .turn = block->start, .time = block->time,
                     .warp_time = warp->time, .now = read->now, .is_plain = TRUE, .is_shared = TRUE,
                     .site = &g_array_index (block->launch->info.checks, IhopCheckSite, read->site), .number = read->site };
}

static void
note (const IhopCheckBlock *block, const IhopSharedRead *read)
{
  const IhopLook look = look_of (block, read);
  guint unit = block->launch->has_small_shared ? 1 : 4, n = MAX (look.site->bytes * look.site->n / unit, 1);
  IhopRace race;

  for (guint32 left = read->mask; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      guint64 at = (read->first + (guint64) lane * read->step - block->shared) / unit;
      for (guint i = 0; i < n; i++)
        ihop_race_read (&look, &block->cells[at + i], read->warp * LANES + lane, &race);
    }
}

void
ihop_reads_settle (IhopCheckBlock *block)
{
  for (guint i = 0; i < block->n_reads; i++)
    note (block, &block->reads[i]);
  block->n_reads = 0;
  block->defers_reads = FALSE;
}

gboolean
ihop_reads_has_room (IhopCheckBlock *block)
{
  if (block->room_for_reads == MOST)
    {
      ihop_reads_settle (block);
      return FALSE;
    }
  block->room_for_reads = MAX (2 * block->room_for_reads, (guint) FIRST_ROOM);
  block->reads = realloc (block->reads, block->room_for_reads * sizeof *block->reads);
  return TRUE;
}
