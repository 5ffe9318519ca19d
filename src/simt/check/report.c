#include "simt/check/report.h"
#include "simt/ptx/ptx.h"

enum { LANES = 32 };

/* --- where it is ------------------------------------------------------------------------------ */

void
ihop_report_put_region (IhopFind *find, const IhopRegion *region, guint64 address)
{
  find->space = region->kind == IHOP_REGION_CONSTANT ? IHOP_FOUND_CONSTANT : IHOP_FOUND_GLOBAL;
  find->name = region->name;
  find->allocation = region->number;
  find->size = region->size;
  find->made = region->made;
  find->offset = (gint64) (address - region->start);
}

static gboolean
put_shared (IhopFind *find, const IhopLook *look, guint64 address)
{
  const IhopCheckBlock *block = look->block;
  IhopPtxSpace space = g_array_index (block->launch->info.sites, IhopCountSite, look->number).space;

  if (space != IHOP_PTX_SPACE_SHARED && address - block->shared >= block->launch->shared)
    return FALSE;
  find->space = IHOP_FOUND_SHARED;
  find->size = block->launch->shared;
  find->offset = (gint64) (address - block->shared);
  return TRUE;
}

static gboolean
put_local (IhopFind *find, const IhopLook *look, guint lane, guint64 address)
{
  const IhopCheckBlock *block = look->block;
  const IhopCheckLaunch *launch = block->launch;
  IhopPtxSpace space = g_array_index (launch->info.sites, IhopCountSite, look->number).space;

  if (space != IHOP_PTX_SPACE_LOCAL && address - block->local >= launch->local * block->n_warps * LANES)
    return FALSE;
  find->space = IHOP_FOUND_LOCAL;
  find->size = launch->local;
  find->offset = (gint64) (address - block->local - launch->local * (look->warp->number * LANES + lane));
  return TRUE;
}

/* Whatever the address is in, or next to. */
static const IhopRegion *
owner (guint64 address)
{
  IhopRegion *region = ihop_arena_find (address);

  return ihop_blocks_find (region ? region : ihop_arena_near (address), address);
}

static void
put_memory (IhopFind *find, const IhopLook *look, guint lane, guint64 address)
{
  find->bytes = look->site->bytes * look->site->n;
  if (put_shared (find, look, address) || put_local (find, look, lane, address))
    return;
  const IhopRegion *region = owner (address);
  if (region)
    ihop_report_put_region (find, region, address);
  else
    find->offset = (gint64) address;
}

static IhopFind
new_find (const IhopLook *look, IhopFindKind kind, guint lane, guint64 address)
{
  IhopFind find = { .kind = kind, .n_places = 1 };

  find.places[0] = ihop_team_place (look->block, look->number, look->warp->number * LANES + lane);
  put_memory (&find, look, lane, address);
  return find;
}

/* --- finds ------------------------------------------------------------------------------------ */

static IhopFoundPlace
other_reader (const IhopLook *look, const IhopRace *race)
{
  IhopFoundPlace place = ihop_team_place_of (race->with);

  if (race->readers == IHOP_READERS_GRID)
    place.has_block = place.has_thread = FALSE;
  return place;
}

void
ihop_report_race (const IhopLook *look, guint lane, guint64 address, const IhopRace *race, gboolean is_same)
{
  guint thread = look->warp->number * LANES + lane;
  IhopFind find = new_find (look, is_same ? IHOP_FIND_SAME_VALUE : IHOP_FIND_RACE, lane, address);

  if (ihop_clock_is_used_up ())
    return;
  find.why = race->is_other && race->readers == IHOP_READERS_GRID ? IHOP_WHY_GRID : ihop_order_why (look, thread, race->with);
  find.n_places = 2;
  find.places[1] = race->is_other ? other_reader (look, race) : ihop_team_place_of (race->with);
  ihop_find_add (&find);
}

void
ihop_report_unwritten (const IhopLook *look, guint lane, guint64 address)
{
  IhopFind find = new_find (look, IHOP_FIND_UNWRITTEN, lane, address);

  ihop_find_add (&find);
}

void
ihop_report_misaligned (const IhopLook *look, guint lane, guint64 address)
{
  IhopFind find = new_find (look, IHOP_FIND_MISALIGNED, lane, address);

  ihop_find_add (&find);
}

void
ihop_report_read_only (const IhopLook *look, guint lane, guint64 address)
{
  IhopFind find = new_find (look, IHOP_FIND_READ_ONLY, lane, address);

  ihop_find_add (&find);
}

static IhopWhy
side_of (const IhopFind *find)
{
  if (find->space == IHOP_FOUND_LOCAL && find->offset + (gint64) find->bytes <= 0)
    return IHOP_WHY_OTHERS;
  return find->offset < 0 ? IHOP_WHY_BEFORE : IHOP_WHY_BEHIND;
}

void
ihop_report_outside (const IhopLook *look, guint lane, guint64 address)
{
  const IhopRegion *region = owner (address);
  IhopFind find = new_find (look, IHOP_FIND_OUTSIDE, lane, address);

  if (find.space == IHOP_FOUND_SHARED || find.space == IHOP_FOUND_LOCAL)
    find.why = side_of (&find);
  else if (region && region->is_freed && address - region->start < region->size)
    find.kind = IHOP_FIND_FREED;
  else if (region)
    find.why = side_of (&find);
  else if (address < 65536)
    find.why = IHOP_WHY_FAR;
  else
    {
      find.kind = IHOP_FIND_HOST_MEMORY;
      find.space = IHOP_FOUND_HOST;
    }
  ihop_find_add (&find);
}
