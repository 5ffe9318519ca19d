/* Each request of memory, before it is done: where it goes, what is there, and who else was there (run/checked.h). */
#include "simt/check/changes.h"
#include "simt/check/memory.h"
#include "simt/check/reads.h"
#include "simt/check/report.h"
#include "simt/check/rows.h"
#include "simt/check/sync.h"
#include "simt/check/visit.h"
#include "simt/ptx/ptx.h"
#include "simt/run/checked.h"
#include <string.h>

enum { LANES = 32, LEAST_PART = 8 };

/* Races of the store that is being done: settled when its values are known. */
static struct
{
  guint32 lanes;
  IhopRace races[LANES];
} held;

/* --- one lane --------------------------------------------------------------------------------- */

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
ask_cells (const IhopLook *look, const IhopCellMemory *memory, guint lane, guint64 address, guint n, Ask ask)
{
  IhopCell *cells = memory->cells + (memory->has_bytes ? address - memory->base : (address - memory->base) / 4);
  IhopRace race;

  if (ask != ASK_WRITE && !memory->is_written && !are_full (look, memory, cells, n) && is_unwritten (look, memory, cells))
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
  if (ask == ASK_WRITE)
    ihop_clock_note_change ();
}

static guint
cells_of (const IhopLook *look, const IhopCellMemory *memory)
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
  IhopCellMemory memory;

  if (address % bytes)
    {
      ihop_report_misaligned (look, lane, address);
      return FALSE;
    }
  if (ihop_look_is_local (look, lane, address, bytes))
    return TRUE;
  if (!ihop_cell_memory_find (look, address, bytes, &memory))
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
  if (look->site->scope && !look->site->is_phased)
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
  for (guint32 left = mask; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      if (ask_one (look, lane, addresses[lane], ask, settled))
        good |= 1u << lane;
    }
  return good;
}

static void
report_held (const IhopLook *look, const guint64 *addresses)
{
  for (guint32 left = held.lanes; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      ihop_report_race (look, lane, addresses[lane], &held.races[lane], FALSE);
    }
  held.lanes = 0;
}

/* Who makes an object, or ends it, stores it; who waits reads it. What the objects' phases are is known before each operation. */
guint32
ihop_checked_phase (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  IhopLook look = ihop_look_of (frame, site);
  Ask ask = look.site->scope == IHOP_SCOPE_WEAK ? ASK_WRITE : look.site->acquires ? ASK_READ : ASK_CHANGE;
  gboolean settled;

  held.lanes = 0;
  guint32 good = ask_each (&look, frame->scratch, mask, ask, &settled);
  report_held (&look, frame->scratch);
  if (look.site->scope)
    ihop_sync_at_objects (&look, frame->scratch, good, ask == ASK_READ);
  return good;
}

static Ask
ask_of (const IhopLook *look)
{
  return g_array_index (look->block->launch->info.sites, IhopCountSite, look->number).class == IHOP_CLASS_STORE ? ASK_WRITE : ASK_READ;
}

guint32
ihop_checked_atomic (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  IhopLook look = ihop_look_of (frame, site);
  gboolean settled;
  guint32 good = ask_each (&look, frame->scratch, mask, ASK_CHANGE, &settled);

  ihop_changes_watch (frame->scratch, good, look.site->bytes * look.site->n);
  return good;
}

/* --- all lanes together ----------------------------------------------------------------------- */

/* Lane after lane. "addresses" NULL: each "step" bytes behind the one before. */
static inline gboolean
ask_lanes (const IhopLook *look, const IhopCellMemory *memory, const guint64 *addresses, guint64 first, guint step, guint32 mask, Ask ask)
{
  guint n = cells_of (look, memory);
  gboolean settled = TRUE;

  for (guint32 left = mask; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      if (!ask_cells (look, memory, lane, addresses ? addresses[lane] : first + (guint64) lane * step, n, ask))
        settled = FALSE;
    }
  return settled;
}

/* Made for what they are. */
static gboolean
ask_memory (const IhopLook *look, const IhopCellMemory *memory, const guint64 *addresses, guint64 first, guint step, guint32 mask, Ask ask)
{
  return ask == ASK_READ ? ask_lanes (look, memory, addresses, first, step, mask, ASK_READ)
                         : ask_lanes (look, memory, addresses, first, step, mask, ASK_WRITE);
}

/* Lanes next to each other from "first" on, or at places of their own. FALSE: something may be wrong, or has to be looked at
 * cell by cell. */
static gboolean
ask_row (const IhopLook *look, const IhopCellMemory *memory, guint64 first, const gint64 *places, gboolean are_apart, guint32 mask, Ask ask)
{
  gint64 at = (gint64) (first - memory->base);
  const IhopRow row = { .cells = memory->cells + (memory->has_bytes ? at : at / 4),
                        .places = places,
                        .are_apart = are_apart,
                        .n = cells_of (look, memory),
                        .mask = mask,
                        .bytes = memory->has_bytes ? 1 : 15,
                        .is_shared = memory->is_shared,
                        .is_written = memory->is_written };

  return ask == ASK_READ ? ihop_rows_read (look, &row) : ihop_rows_write (look, &row);
}

/* Nothing is known of the request yet. */
static void
begin (IhopLook *look, guint32 mask)
{
  held.lanes = 0;
  look->warp->good = mask;
}

static gboolean
ask_slowly (IhopLook *look, const guint64 *addresses, guint32 mask, Ask ask)
{
  gboolean settled;
  guint32 good = ask_each (look, addresses, mask, ask, &settled);

  look->warp->good &= ~mask | good;
  return good == mask && settled;
}

static gboolean
is_refused (const IhopCellMemory *memory, Ask ask)
{
  return memory->region && memory->region->kind == IHOP_REGION_CONSTANT && ask != ASK_READ;
}

/* Of many that read one place the first and the last say all. */
static gboolean
ask_one_place (const IhopLook *look, const IhopCellMemory *memory, guint64 address, guint low, guint high)
{
  guint thread = look->warp->number * LANES, n = cells_of (look, memory);
  IhopCell *cells = memory->cells + (memory->has_bytes ? address - memory->base : (address - memory->base) / 4);
  gboolean is_fine = memory->is_written || are_full (look, memory, cells, n);

  for (guint i = 0; is_fine && i < n; i++)
    is_fine = ihop_race_read_by_two (look, &cells[i], thread + high, thread + low);
  return is_fine || ask_memory (look, memory, NULL, address, 0, 1u << low | 1u << high, ASK_READ);
}

static gboolean
ask_together (IhopLook *look, guint64 first, guint step, guint32 mask)
{
  guint bytes = look->site->bytes * look->site->n, low = __builtin_ctz (mask), high = 31 - __builtin_clz (mask);
  guint64 start = first + (guint64) low * step, addresses[LANES];
  Ask ask = ask_of (look);
  IhopCellMemory memory;

  if (look->block->defers_reads && ihop_reads_take (look->warp, look->number, first, step, mask, look->now))
    return TRUE;
  if (first & (bytes - 1) || look->site->scope || !ihop_cell_memory_find (look, start, (guint64) (high - low) * step + bytes, &memory)
      || is_refused (&memory, ask))
    {
      for (guint lane = 0; lane < LANES; lane++)
        addresses[lane] = first + (guint64) lane * step;
      return ask_slowly (look, addresses, mask, ask);
    }
  if (!memory.has_cells || (step == bytes && ask_row (look, &memory, first, NULL, TRUE, mask, ask)))
    return TRUE;
  if (step == 0 && ask == ASK_READ)
    return ask_one_place (look, &memory, first, low, high);
  return ask_memory (look, &memory, NULL, first, step, mask, ask);
}

/* Of local memory each lane has its own. */
static gboolean
are_own_local (const IhopLook *look, const guint64 *addresses, guint32 mask, guint bytes)
{
  gboolean are_own = TRUE;

  for (guint32 left = mask; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      are_own &= (addresses[lane] & (bytes - 1)) == 0 && ihop_look_is_local (look, lane, addresses[lane], bytes);
    }
  return are_own;
}

static gboolean
ask_places (const IhopLook *look, const IhopCellMemory *memory, const guint64 *addresses, guint32 mask, Ask ask)
{
  gint64 places[LANES];
  gboolean are_apart = mask == G_MAXUINT32 && ihop_rows_rise (addresses, look->site->bytes * look->site->n);
  guint shift = memory->has_bytes ? 0 : 2;

  for (guint lane = 0; lane < LANES; lane++)
    places[lane] = (gint64) (addresses[lane] - memory->base) >> shift;
  return ask_row (look, memory, memory->base, places, are_apart, mask, ask) || ask_memory (look, memory, addresses, 0, 0, mask, ask);
}

/* Anywhere, but all in one memory. */
static gboolean
ask_scattered (IhopLook *look, const guint64 *addresses, guint32 mask)
{
  guint bytes = look->site->bytes * look->site->n;
  Ask ask = ask_of (look);
  IhopCellMemory memory;

  if (ihop_look_space (look) == IHOP_PTX_SPACE_LOCAL && are_own_local (look, addresses, mask, bytes))
    return TRUE;
  if (look->site->scope == IHOP_SCOPE_WEAK && ihop_cell_memory_find (look, addresses[__builtin_ctz (mask)], bytes, &memory) && memory.has_cells
      && !is_refused (&memory, ask) && ihop_rows_are_within (addresses, memory.start, memory.start + memory.size - bytes, bytes, mask))
    return ask_places (look, &memory, addresses, mask, ask);
  return ask_slowly (look, addresses, mask, ask);
}

/* Is it worth looking at parts? The first lanes lie next to each other, or ask for one place. */
static gboolean
are_parts (const guint64 *addresses, guint low, guint bytes)
{
  if (low + LEAST_PART > LANES)
    return FALSE;
  guint64 step = addresses[low + 1] - addresses[low];
  return (step == bytes || step == 0) && addresses[low + LEAST_PART - 1] - addresses[low] == (LEAST_PART - 1) * step;
}

/* Lanes that ask for one row or one place, all together; else those of either half, and so on. */
static gboolean
ask_parts (IhopLook *look, const guint64 *addresses, guint32 mask, guint n)
{
  guint bytes = look->site->bytes * look->site->n, low = __builtin_ctz (mask);
  guint64 first = addresses[low] - (guint64) low * bytes;

  if (ihop_rows_are_even (addresses, first, bytes, mask))
    return ask_together (look, first, bytes, mask);
  if (ihop_rows_are_even (addresses, addresses[low], 0, mask))
    return ask_together (look, addresses[low], 0, mask);
  if (n == LEAST_PART || !are_parts (addresses, low, bytes))
    return ask_scattered (look, addresses, mask);
  guint32 lower = mask & (G_MAXUINT32 >> (LANES - n / 2) << low / n * n), upper = mask & ~lower;
  gboolean is_fine = lower ? ask_parts (look, addresses, lower, n / 2) : TRUE;
  return (upper ? ask_parts (look, addresses, upper, n / 2) : TRUE) && is_fine;
}

/* The quick way for those that nothing can race with. */
static inline gboolean
is_deferred (const IhopWarpFrame *frame, guint32 site, guint64 first, gboolean is_row, guint32 mask)
{
  IhopCheckWarp *warp = frame->checked;

  if (!warp->block->defers_reads)
    return FALSE;
  const IhopCheckSite *here = &g_array_index (warp->block->launch->info.checks, IhopCheckSite, site);
  return ihop_reads_take (warp, site, first, is_row ? here->bytes * here->n : 0, mask, ihop_clock_now ());
}

guint32
ihop_checked_lanes (IhopWarpFrame *frame, guint32 site, guint32 mask)
{
  IhopLook look = ihop_look_of (frame, site);

  begin (&look, mask);
  return ask_parts (&look, frame->scratch, mask, LANES);
}

guint32
ihop_checked_row (IhopWarpFrame *frame, guint32 site, guint64 first, guint32 mask)
{
  if (is_deferred (frame, site, first, TRUE, mask))
    return TRUE;
  IhopLook look = ihop_look_of (frame, site);

  begin (&look, mask);
  return ask_together (&look, first, look.site->bytes * look.site->n, mask);
}

guint32
ihop_checked_one (IhopWarpFrame *frame, guint32 site, guint64 address, guint32 mask)
{
  if (is_deferred (frame, site, address, FALSE, mask))
    return TRUE;
  IhopLook look = ihop_look_of (frame, site);

  begin (&look, mask);
  return ask_together (&look, address, 0, mask);
}

guint32
ihop_checked_halves (IhopWarpFrame *frame, guint32 site, guint64 first, guint64 second, guint32 mask, guint32 rows)
{
  enum { HALF = LANES / 2 };
  guint32 low = mask & 0xffff, high = mask & 0xffff0000;
  IhopLook look = ihop_look_of (frame, site);
  guint bytes = look.site->bytes * look.site->n;
  gboolean is_fine = TRUE;

  begin (&look, mask);
  if (low)
    is_fine = ask_together (&look, first, rows & 1 ? bytes : 0, low);
  if (high)
    is_fine = ask_together (&look, rows & 2 ? second - (guint64) HALF * bytes : second, rows & 2 ? bytes : 0, high) && is_fine;
  return is_fine;
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
  IhopLook look = ihop_look_of (frame, site);
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
  IhopLook look = ihop_look_of (frame, site);
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
