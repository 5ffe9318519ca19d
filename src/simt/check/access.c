/* Each request of memory, before it is done: where it goes, what is there, and who else was there (run/checked.h). */
#include "simt/check/report.h"
#include "simt/check/sync.h"
#include "simt/ptx/ptx.h"
#include "simt/run/checked.h"
#include <string.h>

enum { LANES = 32 };

typedef enum { ASK_READ, ASK_WRITE, ASK_CHANGE } Ask;

/* Cells of what lanes ask for. */
typedef struct
{
  IhopRegion *region;   /* NULL: the block's shared memory, or memory without cells */
  gboolean is_shared;
  gboolean has_cells;
  guint64 base;         /* the address of "cells" */
  IhopCell *cells;
  gboolean has_bytes;   /* a cell for each byte */
  gboolean is_written;  /* nobody has to ask */
} Memory;

/* Races of the store that is being done: settled when its values are known. */
static struct
{
  guint32 lanes;
  IhopRace races[LANES];
} held;

static IhopLook
look_of (const IhopWarpFrame *frame, guint32 number)
{
  IhopCheckWarp *warp = frame->checked;
  IhopCheckBlock *block = warp->block;
  const IhopCheckSite *site = &g_array_index (block->launch->info.checks, IhopCheckSite, number);

  return (IhopLook){ .warp = warp, .block = block, .floor = block->launch->quiet, .turn = block->turn, .time = block->time,
                     .warp_time = warp->time, .now = ihop_clock_now (), .has_more = block->has_more, .site = site, .number = number };
}

/* --- where it goes ---------------------------------------------------------------------------- */

static IhopPtxSpace
space_of (const IhopLook *look)
{
  return g_array_index (look->block->launch->info.sites, IhopCountSite, look->number).space;
}

static gboolean
is_within (guint64 address, gsize size, guint64 start, gsize whole)
{
  return address - start < whole && size <= whole - (address - start);
}

/* The block's shared memory, whose stamps before its start are another block's. */
static Memory
shared_memory (IhopLook *look)
{
  const IhopCheckBlock *block = look->block;

  look->floor = block->start - 1;
  look->turn = block->start;
  return (Memory){ .is_shared = TRUE, .has_cells = TRUE, .base = block->shared, .cells = block->cells,
                   .has_bytes = block->launch->has_small_shared };
}

/* FALSE: not all of it is memory of one kind that threads may use. */
static gboolean
find_memory (IhopLook *look, guint64 address, gsize size, Memory *memory)
{
  const IhopCheckLaunch *launch = look->block->launch;
  IhopPtxSpace space = space_of (look);
  gboolean is_generic = space == IHOP_PTX_SPACE_NONE || look->site->is_copy;

  *memory = (Memory){ NULL };
  if ((is_generic || space == IHOP_PTX_SPACE_SHARED) && is_within (address, size, look->block->shared, launch->shared))
    {
      *memory = shared_memory (look);
      return TRUE;
    }
  if (is_generic && is_within (address, size, (gsize) launch->params, launch->param_size))
    return TRUE;
  if (space == IHOP_PTX_SPACE_SHARED || space == IHOP_PTX_SPACE_LOCAL)
    return FALSE;
  look->floor = launch->quiet;
  look->turn = look->block->turn;
  IhopRegion *region = ihop_arena_find (address);
  if (region == NULL)
    return ihop_arena_is_registered (address, size);
  if (region->is_freed || !is_within (address, size, region->start, region->size))
    return FALSE;
  if (look->site->bytes < 4 && !region->has_bytes)
    ihop_arena_split (region);
  *memory = (Memory){ .region = region, .has_cells = TRUE, .base = address, .cells = ihop_arena_cell (region, address),
                      .has_bytes = region->has_bytes, .is_written = region->is_written };
  return TRUE;
}

static gboolean
is_own_local (const IhopLook *look, guint lane, guint64 address, gsize size)
{
  const IhopCheckBlock *block = look->block;
  gsize local = block->launch->local;
  guint64 own = block->local + local * (look->warp->number * LANES + lane);

  return is_within (address, size, own, local);
}

/* --- one lane --------------------------------------------------------------------------------- */

/* Cells that hold nothing, of each element. Where an element of more than four bytes holds something it is a struct that
 * is copied with what lies between its members. */
static gboolean
is_unwritten (const IhopLook *look, const Memory *memory, const IhopCell *cells)
{
  guint cell_bytes = memory->has_bytes ? 1 : 4, a_element = MAX (look->site->bytes / cell_bytes, 1), full = memory->has_bytes ? 1 : 15;

  for (guint i = 0; i < look->site->n; i++)
    {
      guint missing = 0;
      for (guint k = 0; k < a_element; k++)
        {
          const IhopCell *cell = &cells[i * a_element + k];
          guint bytes = memory->is_shared && cell->write.stamp <= look->floor ? 0 : ihop_cell_bytes (cell);
          missing += (bytes & full) != full;
        }
      if (missing == a_element || (missing && look->site->bytes <= 4))
        return TRUE;
    }
  return FALSE;
}

/* Of the block that had this memory before nothing is left. */
static inline void
renew (const IhopLook *look, const Memory *memory, IhopCell *cell)
{
  if (memory->is_shared && cell->write.stamp <= look->floor)
    ihop_cell_set_bytes (cell, 0);
}

static inline gboolean
visit (const IhopLook *look, const Memory *memory, IhopCell *cells, guint n, guint thread, Ask ask, IhopRace *race)
{
  gboolean races = FALSE;

  for (guint i = 0; i < n; i++)
    {
      IhopRace one;
      gboolean here;
      if (ask == ASK_READ)
        here = ihop_race_read (look, &cells[i], thread, &one);
      else
        {
          renew (look, memory, &cells[i]);
          here = ihop_race_write (look, &cells[i], thread, &one);
          cells[i].write.more |= memory->has_bytes ? 1 : 15;
        }
      if (here && !races)
        *race = one;
      races |= here;
    }
  return races;
}

/* FALSE: the store's race is settled later. */
static gboolean __attribute__ ((noinline))
note_race (const IhopLook *look, Ask ask, guint lane, guint64 address, const IhopRace *race)
{
  if (ask != ASK_WRITE)
    {
      ihop_report_race (look, lane, address, race, FALSE);
      return TRUE;
    }
  held.lanes |= 1u << lane;
  held.races[lane] = *race;
  return FALSE;
}

/* Whether the lane's request needs nothing more. */
static inline gboolean
ask_cells (const IhopLook *look, const Memory *memory, guint lane, guint64 address, guint n, Ask ask)
{
  IhopCell *cells = memory->cells + (memory->has_bytes ? address - memory->base : (address - memory->base) / 4);
  IhopRace race;

  if (ask != ASK_WRITE && !memory->is_written && is_unwritten (look, memory, cells))
    ihop_report_unwritten (look, lane, address);
  if (visit (look, memory, cells, n, look->warp->number * LANES + lane, ask, &race))
    return note_race (look, ask, lane, address, &race);
  return TRUE;
}

static void
meet_others (const IhopLook *look, guint lane, guint64 address, Ask ask)
{
  if (ask != ASK_WRITE)
    ihop_sync_read (look, lane, address);
  if (ask != ASK_READ)
    ihop_sync_write (look, lane, address, ask == ASK_CHANGE);
}

static guint
cells_of (const IhopLook *look, const Memory *memory)
{
  guint bytes = look->site->bytes * look->site->n;

  return memory->has_bytes ? bytes : MAX (bytes / 4, 1);
}

/* --- each lane for itself --------------------------------------------------------------------- */

/* Whether the lane may do it. *settled becomes FALSE where it has to be done with its values known. */
static gboolean
ask_one (IhopLook *look, guint lane, guint64 address, Ask ask, gboolean *settled)
{
  guint bytes = look->site->bytes * look->site->n;
  Memory memory;

  if (address % bytes)
    {
      ihop_report_misaligned (look, lane, address);
      return FALSE;
    }
  if (is_own_local (look, lane, address, bytes))
    return TRUE;
  if (!find_memory (look, address, bytes, &memory))
    {
      ihop_report_outside (look, lane, address);
      return FALSE;
    }
  if (memory.region && memory.region->kind == IHOP_REGION_CONSTANT && ask != ASK_READ)
    {
      ihop_report_read_only (look, lane, address);
      return FALSE;
    }
  if (memory.has_cells && !ask_cells (look, &memory, lane, address, cells_of (look, &memory), ask))
    *settled = FALSE;
  if (look->site->scope)
    {
      meet_others (look, lane, address, ask);
      look->now = ihop_clock_now ();
      look->has_more = look->block->has_more;
    }
  return TRUE;
}

/* Addresses in scratch. Gives the lanes that may; *settled: nothing has to be done but the request as it stands. */
static guint32
ask_each (IhopLook *look, const guint64 *addresses, guint32 mask, Ask ask, gboolean *settled)
{
  guint32 good = 0;

  *settled = TRUE;
  held.lanes = 0;
  if (ask == ASK_WRITE)
    ihop_clock_note_store ();
  for (guint32 left = mask; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      if (ask_one (look, lane, addresses[lane], ask, settled))
        good |= 1u << lane;
    }
  look->warp->good = good;
  return good;
}

static Ask
ask_of (const IhopLook *look)
{
  return g_array_index (look->block->launch->info.sites, IhopCountSite, look->number).class == IHOP_CLASS_STORE ? ASK_WRITE : ASK_READ;
}

guint32
ihop_checked_lanes (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  IhopLook look = look_of (frame, site);
  gboolean settled;

  return ask_each (&look, frame->scratch, mask, ask_of (&look), &settled) == mask && settled;
}

guint32
ihop_checked_atomic (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  IhopLook look = look_of (frame, site);
  gboolean settled;

  return ask_each (&look, frame->scratch, mask, ASK_CHANGE, &settled);
}

/* --- all lanes together ----------------------------------------------------------------------- */

/* Lane after lane, each "step" bytes behind the one before. */
static inline gboolean
ask_row (const IhopLook *look, const Memory *memory, guint64 first, guint step, guint32 mask, Ask ask)
{
  guint n = cells_of (look, memory);
  gboolean settled = TRUE;

  for (guint32 left = mask; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      if (!ask_cells (look, memory, lane, first + (guint64) lane * step, n, ask))
        settled = FALSE;
    }
  return settled;
}

/* The usual cases, made for what they are: words that somebody has written. */
static gboolean
ask_words (const IhopLook *look, const Memory *memory, guint64 first, guint step, guint32 mask, Ask ask)
{
  held.lanes = 0;
  look->warp->good = mask;
  return ask == ASK_READ ? ask_row (look, memory, first, step, mask, ASK_READ) : ask_row (look, memory, first, step, mask, ASK_WRITE);
}

static guint32
ask_slowly (IhopWarpFrame *frame, IhopLook *look, guint64 first, guint step, guint32 mask, Ask ask)
{
  gboolean settled;

  for (guint lane = 0; lane < LANES; lane++)
    frame->scratch[lane] = first + (guint64) lane * step;
  return ask_each (look, frame->scratch, mask, ask, &settled) == mask && settled;
}

static guint32
ask_together (IhopWarpFrame *frame, guint32 site, guint64 first, guint step, guint32 mask)
{
  IhopLook look = look_of (frame, site);
  guint bytes = look.site->bytes * look.site->n, low = __builtin_ctz (mask), high = 31 - __builtin_clz (mask);
  guint64 start = first + (guint64) low * step;
  Ask ask = ask_of (&look);
  Memory memory;

  if (first % bytes || look.site->scope || !find_memory (&look, start, (guint64) (high - low) * step + bytes, &memory)
      || (memory.region && memory.region->kind == IHOP_REGION_CONSTANT && ask != ASK_READ))
    return ask_slowly (frame, &look, first, step, mask, ask);
  look.warp->good = mask;
  if (!memory.has_cells)
    return TRUE;
  /* Of many that read one place the first and the last say all. */
  if (step == 0 && ask == ASK_READ)
    mask = 1u << low | 1u << high;
  return ask_words (&look, &memory, first, step, mask, ask);
}

guint32
ihop_checked_row (IhopWarpFrame *frame, guint32 site, guint64 first, guint32 mask)
{
  const IhopCheckWarp *warp = frame->checked;
  const IhopCheckSite *here = &g_array_index (warp->block->launch->info.checks, IhopCheckSite, site);

  return ask_together (frame, site, first, here->bytes * here->n, mask);
}

guint32
ihop_checked_one (IhopWarpFrame *frame, guint32 site, guint64 address, guint32 mask)
{
  return ask_together (frame, site, address, 0, mask);
}

/* --- what cannot be done as it stands ---------------------------------------------------------- */

/* A store changes nothing where its value is there already: that of whoever stored last. */
static void
settle (const IhopLook *look, guint lane, guint64 address, const guint8 *value)
{
  gboolean is_same = memcmp ((gpointer) (gsize) address, value, look->site->bytes) == 0;

  if (held.lanes >> lane & 1)
    ihop_report_race (look, lane, address, &held.races[lane], is_same);
}

void
ihop_checked_divert (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  IhopLook look = look_of (frame, site);
  guint bytes = look.site->bytes;
  Ask ask = ask_of (&look);

  for (guint i = 0; i < look.site->n; i++)
    for (guint lane = 0; lane < LANES; lane++)
      {
        guint8 *value = (guint8 *) (frame->scratch + LANES) + (i * LANES + lane) * bytes;
        guint64 address = frame->scratch[lane] + i * bytes;
        gboolean is_good = look.warp->good >> lane & mask >> lane & 1;
        if (is_good && ask == ASK_WRITE)
          {
            settle (&look, lane, address, value);
            memcpy ((gpointer) (gsize) address, value, bytes);
          }
        else if (ask == ASK_READ && is_good)
          memcpy (value, (gpointer) (gsize) address, bytes);
        else if (ask == ASK_READ)
          memset (value, 0, bytes);
      }
  held.lanes = 0;
}

/* Of a copy both sides are asked for, as if by instructions of their own. */
static guint32
ask_side (IhopWarpFrame *frame, guint32 site, const guint64 *addresses, guint32 mask, Ask ask)
{
  IhopLook look = look_of (frame, site);
  gboolean settled;
  guint32 good = ask_each (&look, addresses, mask, ask, &settled);

  for (guint lane = 0; lane < LANES; lane++)
    if (held.lanes >> lane & 1)
      ihop_report_race (&look, lane, addresses[lane], &held.races[lane], FALSE);
  held.lanes = 0;
  return good;
}

void
ihop_checked_copy (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  const IhopCheckWarp *warp = frame->checked;
  const IhopCheckSite *here = &g_array_index (warp->block->launch->info.checks, IhopCheckSite, site);
  const guint64 *from = frame->scratch, *to = frame->scratch + LANES;
  const guint32 *left = (const guint32 *) (frame->scratch + 2 * LANES);
  gsize bytes = here->bytes * here->n;
  guint32 reads = 0;

  for (guint lane = 0; lane < LANES; lane++)
    reads |= mask & (left[lane] >= bytes ? 1u << lane : 0);
  reads = ask_side (frame, site, from, reads, ASK_READ);
  mask = ask_side (frame, site, to, mask, ASK_WRITE);
  for (guint lane = 0; lane < LANES; lane++)
    if (mask >> lane & 1)
      {
        gsize known = reads >> lane & 1 ? bytes : left[lane] < bytes ? left[lane] : 0;
        memcpy ((gpointer) (gsize) to[lane], (gpointer) (gsize) from[lane], known);
        memset ((guint8 *) (gsize) to[lane] + known, 0, bytes - known);
      }
}
