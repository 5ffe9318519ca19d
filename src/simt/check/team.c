#include "simt/check/team.h"
#include <stdlib.h>
#include <string.h>

/* Cells around shared memory's: whole rows are looked at, with lanes that are not active (rows.h). */
enum { LANES = 32, ROOM = 32 * 32 };

static gsize
n_cells (const IhopCheckLaunch *launch)
{
  return ROOM + (launch->has_small_shared ? launch->shared : (launch->shared + 3) / 4) + ROOM;
}

IhopCheckBlock *
ihop_team_new (IhopCheckLaunch *launch)
{
  IhopCheckBlock *block = g_new0 (IhopCheckBlock, 1);

  block->launch = launch;
  block->n_warps = (launch->threads + LANES - 1) / LANES;
  block->warps = g_new0 (IhopCheckWarp, block->n_warps);
  block->all_cells = calloc (n_cells (launch), sizeof (IhopCell));
  block->cells = block->all_cells + ROOM;
  for (guint i = 0; i < block->n_warps; i++)
    block->warps[i] = (IhopCheckWarp){ .block = block, .number = i };
  return block;
}

static void
lane_clear (IhopCheckLane *lane)
{
  for (guint i = 0; i < IHOP_N_WIDTHS; i++)
    {
      ihop_known_clear (&lane->fence[i].known);
      ihop_known_clear (&lane->seen[i]);
    }
  ihop_known_clear (&lane->known);
  memset (lane, 0, sizeof *lane);
}

static void
warp_clear (IhopCheckWarp *warp)
{
  for (guint i = 0; warp->each && i < LANES; i++)
    lane_clear (&warp->each[i]);
  g_clear_pointer (&warp->each, g_free);
  g_clear_pointer (&warp->pairs, g_free);
  ihop_known_clear (&warp->known);
}

static void
block_clear (IhopCheckBlock *block)
{
  for (guint i = 0; i < block->n_warps; i++)
    warp_clear (&block->warps[i]);
  ihop_known_clear (&block->known);
  g_clear_pointer (&block->between, g_free);
  block->has_more = FALSE;
  block->defers_reads = block->is_written = FALSE;
  block->n_tries = block->n_reads = 0;
}

void
ihop_team_free (IhopCheckBlock *block)
{
  block_clear (block);
  free (block->all_cells);
  free (block->reads);
  g_free (block->warps);
  g_free (block);
}

void
ihop_team_start (IhopCheckBlock *block, guint64 number, gconstpointer shared, gconstpointer local)
{
  const IhopCheckLaunch *launch = block->launch;

  ihop_clock_lock ();
  block_clear (block);
  block->number = number;
  block->turn = block->start = ihop_clock_enter (launch->activity, number);
  block->time = block->start - 1;
  block->shared = (gsize) shared;
  block->local = (gsize) local;
  for (guint i = 0; i < block->n_warps; i++)
    {
      guint left = launch->threads - LANES * i;
      guint32 lanes = left >= LANES ? G_MAXUINT32 : (1u << left) - 1;
      block->warps[i] = (IhopCheckWarp){ .block = block, .number = i, .lanes = lanes, .time = block->time };
    }
  ihop_clock_unlock ();
}

void
ihop_team_resume (IhopCheckBlock *block)
{
  ihop_clock_lock ();
  block->turn = ihop_clock_enter (block->launch->activity, block->number);
}

void
ihop_team_pause (IhopCheckBlock *block)
{
  ihop_clock_unlock ();
}

IhopCheckLane *
ihop_team_lanes (IhopCheckWarp *warp)
{
  if (warp->each == NULL)
    warp->each = g_new0 (IhopCheckLane, LANES);
  return warp->each;
}

guint32 *
ihop_team_between (IhopCheckBlock *block)
{
  if (block->between == NULL)
    block->between = g_new0 (guint32, block->n_warps * block->n_warps);
  block->has_more = TRUE;
  return block->between;
}

/* --- places ----------------------------------------------------------------------------------- */

/* The number's x, y and z. */
static void
put_number (gboolean *has, guint *three, const guint *extents, guint64 number)
{
  *has = TRUE;
  three[0] = number % extents[0];
  three[1] = number / extents[0] % extents[1];
  three[2] = number / extents[0] / extents[1];
}

static void
put_block (IhopFoundPlace *place, const IhopActivityInfo *info, guint64 block)
{
  put_number (&place->has_block, place->block, info->grid, block);
}

static void
put_thread (IhopFoundPlace *place, const IhopActivityInfo *info, guint thread)
{
  put_number (&place->has_thread, place->thread, info->block, thread);
}

static IhopFoundPlace
place_at (const IhopActivityInfo *info, const IhopCountSite *site)
{
  return (IhopFoundPlace){ .kernel = info->name,
                           .text = site && site->text ? site->text : "",
                           .file = site && site->file ? site->file : "",
                           .source_line = site ? site->source_line : 0,
                           .line = site ? site->line : 0 };
}

IhopFoundPlace
ihop_team_place (const IhopCheckBlock *block, guint site, guint thread)
{
  const IhopActivityInfo *info = &block->launch->info;
  IhopFoundPlace place = place_at (info, &g_array_index (info->sites, IhopCountSite, site));

  put_block (&place, info, block->number);
  put_thread (&place, info, thread);
  return place;
}

/* The instruction with that number among the accesses. */
static const IhopCountSite *
numbered (const IhopActivityInfo *info, guint number)
{
  for (guint i = 0; number && info->checks && i < info->checks->len; i++)
    if (g_array_index (info->checks, IhopCheckSite, i).number == number)
      return &g_array_index (info->sites, IhopCountSite, i);
  return NULL;
}

IhopFoundPlace
ihop_team_place_of (IhopCellAccess access)
{
  IhopAtWork who = ihop_clock_at (access.stamp);
  const IhopActivityInfo *info = ihop_activity_info (who.work);
  IhopFoundPlace place = place_at (info, numbered (info, access.site));

  if (info->sites == NULL)
    return place;
  put_block (&place, info, who.block);
  put_thread (&place, info, access.thread);
  return place;
}
