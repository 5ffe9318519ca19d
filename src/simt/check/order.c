#include "simt/check/order.h"

enum { LANES = 32 };

/* By what this thread, its warp or its block has acquired. */
static guint32
acquired (const IhopLook *look, guint thread, guint64 block, guint other)
{
  const IhopCheckLane *each = look->warp->each;
  guint32 time = ihop_known_time (look->block->known, block, other), more = ihop_known_time (look->warp->known, block, other);

  time = MAX (time, more);
  more = each ? ihop_known_time (each[thread % LANES].known, block, other) : 0;
  return MAX (time, more);
}

/* Of another thread of the same block. */
static guint32
known_in_block (const IhopLook *look, guint thread, guint other)
{
  const IhopCheckBlock *block = look->block;
  const IhopCheckWarp *warp = look->warp;
  guint32 time = block->time;

  if (other / LANES == warp->number)
    {
      time = MAX (time, warp->time);
      if (warp->pairs)
        time = MAX (time, warp->pairs[thread % LANES * LANES + other % LANES]);
    }
  if (block->between)
    time = MAX (time, block->between[warp->number * block->n_warps + other / LANES]);
  return time;
}

/* Of other work. What was ordered once is asked for again. */
static gboolean
know_work (const IhopLook *look, guint work)
{
  IhopCheckLaunch *launch = look->block->launch;

  if (!ihop_activity_is_before (work, launch->activity))
    return FALSE;
  launch->n_more = ihop_activity_stamps_before (work, launch->activity, &launch->more_from);
  return TRUE;
}

gboolean
ihop_order_knows (const IhopLook *look, guint thread, guint32 stamp, guint other)
{
  const IhopCheckLaunch *launch = look->block->launch;
  IhopAtWork who = ihop_clock_at (stamp);

  if (who.work != launch->activity)
    return know_work (look, who.work);
  if (who.block == look->block->number && (other == thread || stamp <= known_in_block (look, thread, other)))
    return TRUE;
  return look->block->has_more && stamp <= acquired (look, thread, who.block, other);
}

gboolean
ihop_order_is_own (const IhopLook *look, guint32 stamp)
{
  if (stamp >= look->turn)
    return TRUE;
  IhopAtWork who = ihop_clock_at (stamp);
  return who.work == look->block->launch->activity && who.block == look->block->number;
}

gboolean
ihop_order_is_covered (const IhopLook *look, guint thread, IhopCellAccess before)
{
  IhopScope scope = look->site->scope;

  if (ihop_order_is_past (look, before.stamp))
    return TRUE;
  return before.scope >= scope && (look->site->observes || ihop_order_has (look, thread, before.stamp, before.thread))
         && (scope != IHOP_SCOPE_BLOCK || ihop_order_is_own (look, before.stamp));
}

/* May the thread know all readers by what others have released, or by barriers of some of them? That is known thread by thread, and who
 * has read is not: who is not known here is taken to be ordered. But all of them have read since the last barrier that the block had had
 * when the last one did, or they would be forgotten. */
static gboolean
may_know_all (const IhopLook *look, guint thread, IhopCellAccess last, IhopReaders readers, guint other)
{
  const IhopCheckBlock *block = look->block;
  const IhopCheckWarp *warp = look->warp;
  IhopAtWork who = ihop_clock_at (last.stamp);

  if (!block->has_more)
    return FALSE;
  if (readers == IHOP_READERS_GRID || who.block != block->number)
    return block->known || warp->known || (warp->each && warp->each[thread % LANES].known);
  return other == thread || MAX (known_in_block (look, thread, other), acquired (look, thread, who.block, other)) > block->time;
}

gboolean
ihop_order_has_all (const IhopLook *look, guint thread, IhopCellAccess last, IhopReaders readers, guint other)
{
  guint32 stamp = last.stamp;

  if (stamp <= look->floor)
    return TRUE;
  /* Who has read it before other work did is taken to be ordered as that is. */
  if (ihop_clock_at (stamp).work != look->block->launch->activity)
    return TRUE;
  if (readers <= IHOP_READERS_BLOCK && ihop_order_is_own (look, stamp)
      && (stamp <= look->time
          || (readers == IHOP_READERS_WARP && last.thread / LANES == look->warp->number && stamp <= look->warp_time)))
    return TRUE;
  return may_know_all (look, thread, last, readers, other);
}

IhopWhy
ihop_order_why (const IhopLook *look, guint thread, IhopCellAccess before)
{
  IhopAtWork who = ihop_clock_at (before.stamp);

  if (who.work != look->block->launch->activity)
    return IHOP_WHY_STREAMS;
  if (before.scope && look->site->scope)
    return IHOP_WHY_SCOPE;
  if (who.block != look->block->number)
    return IHOP_WHY_GRID;
  if (before.thread / LANES != look->warp->number)
    return IHOP_WHY_BLOCK;
  return before.stamp == look->now && before.site == look->site->number ? IHOP_WHY_INSTRUCTION : IHOP_WHY_WARP;
}
