/* Reads of shared memory by a block since its last barrier. As long as nobody has written there since, nothing can race with
 * them, and they need not be noted: they are kept in a list, which is forgotten at the next barrier. Whoever writes has them
 * noted first, cell by cell, and so does whoever reads too much.
 *
 * Only for kernels in which nothing but whole barriers orders threads, once all of the block's shared memory has been written:
 * then there is nothing else to find. Reads outside are not taken. */
#pragma once
#include "simt/check/team.h"

/* The barrier lets the block go on. */
void ihop_reads_open (IhopCheckBlock *block);
/* Somebody writes: what was read is noted. */
void ihop_reads_settle (IhopCheckBlock *block);
/* Has room for one more; FALSE: they are noted, and no more is taken until the next barrier. */
gboolean ihop_reads_has_room (IhopCheckBlock *block);

/* Lanes read "step" bytes behind each other, the first of all 32 at "first". FALSE: the read is to be looked at. */
static inline gboolean
ihop_reads_take (IhopCheckWarp *warp, guint32 number, guint64 first, guint step, guint32 mask, guint32 now)
{
  IhopCheckBlock *block = warp->block;
  const IhopCheckSite *site = &g_array_index (block->launch->info.checks, IhopCheckSite, number);
  guint bytes = site->bytes * site->n, low = __builtin_ctz (mask), high = 31 - __builtin_clz (mask);
  guint64 at = first + (guint64) low * step - block->shared;

  if (!site->reads_shared || (first & (bytes - 1)) || at >= block->launch->shared
      || (high - low) * step + bytes > block->launch->shared - at || (block->n_reads == block->room_for_reads && !ihop_reads_has_room (block)))
    return FALSE;
  block->reads[block->n_reads++] = (IhopSharedRead){ first, mask, now, number, step, warp->number };
  return TRUE;
}
