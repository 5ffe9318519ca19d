#include "simt/check/transfer.h"
#include "simt/check/readers.h"
#include "simt/check/report.h"

/* As if one thread did it. */
typedef struct
{
  IhopCheckLaunch launch;
  IhopCheckBlock block;
  IhopCheckWarp warp;
  IhopCheckSite site;
  IhopLook look;
} Thread;

static void
begin (Thread *thread, const char *function)
{
  IhopCheckLaunch *launch = &thread->launch;

  launch->info = (IhopActivityInfo){ .name = g_intern_string (function), .grid = { 1, 1, 1 }, .block = { 1, 1, 1 } };
  launch->activity = ihop_activity_begin (&launch->info, &launch->begin, &launch->quiet);
  launch->past = ihop_activity_past (launch->quiet);
  thread->warp.block = &thread->block;
  thread->block = (IhopCheckBlock){ .launch = launch, .turn = ihop_clock_enter (launch->activity, 0), .n_warps = 1 };
  thread->look = (IhopLook){ .warp = &thread->warp, .block = &thread->block, .floor = launch->quiet, .past = launch->past, .turn = thread->block.turn,
                             .now = ihop_clock_now (), .site = &thread->site };
}

static void
report (const Thread *thread, const IhopRegion *region, guint64 address, gsize size, const IhopRace *race)
{
  IhopFind find = { .kind = IHOP_FIND_RACE, .why = IHOP_WHY_STREAMS, .n_places = 2, .bytes = MIN (size, G_MAXUINT) };

  find.places[0].kernel = thread->launch.info.name;
  find.places[1] = ihop_team_place_of (race->with);
  ihop_report_put_region (&find, region, address);
  ihop_find_add (&find);
}

/* Cells that nothing tells apart but who used them in one piece of work. */
static gboolean
is_alike (const IhopCell *a, const IhopCell *b)
{
  return a->write.stamp == b->write.stamp && a->read.stamp == b->read.stamp && a->write.scope == b->write.scope
         && a->read.scope == b->read.scope && ihop_cell_readers (a) == ihop_cell_readers (b);
}

static void
visit (const Thread *thread, IhopRegion *region, guint64 address, gsize size, gboolean writes)
{
  guint step = region->has_bytes ? 1 : 4;
  gboolean is_known = ihop_clock_is_used_up (), has_before = FALSE; /* with readers of several pieces of work each cell is looked at */
  IhopCell before = { .read = { 0 } }, after = { 0 };

  for (guint64 at = address; at < address + size; at += step)
    {
      IhopRace race;
      IhopCell *cell = ihop_arena_cell (region, at), now = *cell;
      if (has_before && ihop_readers_number () + ihop_writers_number () == 0 && is_alike (cell, &before))
        {
          after.write.more = cell->write.more;
          if (writes)
            cell->write = after.write;
          else
            cell->read = after.read;
          continue;
        }
      gboolean races = writes ? ihop_race_write (&thread->look, cell, 0, &race) : ihop_race_read (&thread->look, cell, 0, &race);
      if (races && !is_known)
        report (thread, region, at, size - (at - address), &race);
      is_known |= races;
      has_before = !races;
      before = now;
      after = *cell;
    }
}

/* What the host does itself is ordered before all that comes, and behind all that is ordered: then nobody has to look. */
void
ihop_transfer_check (IhopRegion *region, guint64 address, gsize size, gboolean writes, const char *function)
{
  Thread thread = { .look = { NULL } };

  begin (&thread, function);
  if (!ihop_find_has_part ("races") || (ihop_streams_current () == 0 && thread.launch.quiet == thread.launch.begin))
    {
      ihop_activity_end ();
      return;
    }
  if (address % 4 || (size % 4 && address + size != region->start + region->size))
    ihop_arena_split (region);
  visit (&thread, region, address, size, writes);
  ihop_activity_end ();
}
