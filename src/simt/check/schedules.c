#include "simt/check/schedules.h"
#include "simt/check/arena.h"
#include "simt/check/report.h"
#include "simt/check/snapshot.h"
#include <string.h>

enum { LANES = 32, MOST_LIVE = 64, VALUE = 4 };

typedef struct
{
  const IhopCompiledKernel *code;
  IhopLaunch how;
  const char *kernel;
  guint64 n_blocks;
  guint n_warps;
  IhopSnapshot *before, *usual; /* what memory held before, and what the usual order leaves there */
  IhopWarpStatus status;        /* of the usual order */
} Trial;

/* What two orders differ in. */
typedef struct
{
  IhopWhy why;
  guint64 blocks[2];
  guint warps[2];
} Step;

/* --- one order -------------------------------------------------------------------------------- */

static IhopWarpStatus
run_in (Trial *trial, const IhopSchedule *schedule)
{
  guint line;

  ihop_snapshot_restore (trial->before);
  trial->how.schedule = schedule;
  ihop_schedule_is_tried = TRUE;
  IhopWarpStatus status = ihop_launch_run (trial->code, &trial->how, &line);
  ihop_schedule_is_tried = FALSE;
  return status;
}

static gboolean
differs_in (Trial *trial, const IhopSchedule *schedule)
{
  const guint8 *value;
  gsize n;

  return run_in (trial, schedule) != trial->status || ihop_snapshot_difference (trial->usual, &value, &n);
}

/* --- orders of blocks, or of warps ------------------------------------------------------------- */

typedef struct
{
  Trial *trial;
  gboolean is_of_warps;
  guint64 n, *order, *now; /* the whole order that differs; the one that is tried */
} Search;

static gboolean
differs_now (Search *search)
{
  IhopSchedule schedule = { .to = search->trial->n_blocks };

  *(search->is_of_warps ? &schedule.warps : &schedule.blocks) = search->now;
  return differs_in (search->trial, &schedule);
}

/* The order begins as the whole one does, and goes on ascending, but that the whole one's next is "left" places further in front.
 * Gives that one's place where it is not. */
static guint64
set_now (Search *search, guint64 begun, guint64 left)
{
  g_autofree guint8 *is_taken = g_malloc0 (search->n);
  guint64 at = begun, found = begun;

  for (guint64 i = 0; i < begun; i++)
    is_taken[search->now[i] = search->order[i]] = TRUE;
  for (guint64 number = 0; number < search->n; number++)
    if (!is_taken[number])
      {
        found = begun < search->n && number == search->order[begun] ? at : found;
        search->now[at++] = number;
      }
  for (guint64 i = 0; i < left; i++)
    {
      guint64 moved = search->now[found - i];
      search->now[found - i] = search->now[found - i - 1];
      search->now[found - i - 1] = moved;
    }
  return found;
}

/* Of a chain of orders, each but for two neighbours the same as the one before, the first is as usual and the last one is not:
 * somewhere between two of them it changes. *before is usually the first of the two, *behind comes before it. */
static void
narrow (Search *search, guint64 *before, guint64 *behind)
{
  guint64 same = 0, other = search->n;

  while (other - same > 1)
    {
      guint64 middle = same + (other - same) / 2;
      set_now (search, middle, 0);
      *(differs_now (search) ? &other : &same) = middle;
    }
  guint64 begun = same, place = set_now (search, begun, 0);
  for (same = 0, other = place - begun; other - same > 1;)
    {
      guint64 middle = same + (other - same) / 2;
      set_now (search, begun, middle);
      *(differs_now (search) ? &other : &same) = middle;
    }
  set_now (search, begun, other);
  *behind = search->now[place - other];
  *before = search->now[place - other + 1];
}

/* The usual order, but that the second one comes right before the first one. */
static void
set_pair (Search *search, guint64 before, guint64 behind)
{
  guint64 at = 0;

  for (guint64 number = 0; number < search->n; number++)
    {
      if (number == before)
        search->now[at++] = behind;
      if (number != behind)
        search->now[at++] = number;
    }
}

/* The pair alone, all others as usual; FALSE: that is not enough, and all are as they were. */
static gboolean
is_enough (Search *search, guint64 before, guint64 behind)
{
  g_autofree guint64 *kept = g_memdup2 (search->now, search->n * sizeof *kept);

  set_pair (search, before, behind);
  if (differs_now (search))
    return TRUE;
  memcpy (search->now, kept, search->n * sizeof *kept);
  return FALSE;
}

/* Of all blocks whose warps run in that order one is enough, or one more than some. Gives it; memory is as that leaves it. */
static guint64
narrow_block (Search *search, gboolean *is_alone)
{
  guint64 same = 0, other = search->trial->n_blocks;

  while (other - same > 1)
    {
      IhopSchedule schedule = { .warps = search->now, .to = same + (other - same) / 2 };
      *(differs_in (search->trial, &schedule) ? &other : &same) = schedule.to;
    }
  IhopSchedule all = { .warps = search->now, .to = other }, one = { .warps = search->now, .from = same, .to = other };
  if (differs_in (search->trial, &one))
    return same;
  *is_alone = FALSE;
  differs_in (search->trial, &all);
  return same;
}

/* FALSE: the results are as usual. Else memory is as the step leaves it. */
static gboolean
try_order (Trial *trial, gboolean is_of_warps, guint64 *order, guint64 n, Step *step)
{
  g_autofree guint64 *now = g_memdup2 (order, n * sizeof *order);
  Search search = { trial, is_of_warps, n, order, now };
  guint64 before, behind;

  if (!differs_now (&search))
    return FALSE;
  narrow (&search, &before, &behind);
  gboolean is_alone = is_enough (&search, before, behind);
  if (is_of_warps)
    {
      guint64 block = narrow_block (&search, &is_alone);
      *step = (Step){ is_alone ? IHOP_WHY_WARPS_SWAP : IHOP_WHY_WARPS_AMONG, { block, block }, { before, behind } };
      return TRUE;
    }
  if (!is_alone)
    differs_now (&search);
  *step = (Step){ is_alone ? IHOP_WHY_BLOCKS_SWAP : IHOP_WHY_BLOCKS_AMONG, { before, behind }, { 0 } };
  return TRUE;
}

static gboolean
try_turns (Trial *trial, Step *step)
{
  IhopSchedule schedule = { .live = MIN (trial->n_blocks, (guint64) MOST_LIVE) };
  guint same = 1, other = schedule.live;

  if (!differs_in (trial, &schedule))
    return FALSE;
  while (other - same > 1)
    {
      schedule.live = same + (other - same) / 2;
      *(differs_in (trial, &schedule) ? &other : &same) = schedule.live;
    }
  schedule.live = other;
  differs_in (trial, &schedule);
  *step = (Step){ IHOP_WHY_TURNS, { 0, other - 1 }, { 0 } };
  return TRUE;
}

/* --- which orders ------------------------------------------------------------------------------ */

/* Backwards first, then any. */
static guint64 *
make_order (guint64 n, guint seed)
{
  guint64 *order = g_new (guint64, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (guint64 i = 0; i < n; i++)
    order[i] = n - 1 - i;
  for (guint64 i = n - 1; seed && i > 0; i--)
    {
      guint64 with = (guint64) (g_rand_double (rand) * (i + 1)), kept = order[i];
      order[i] = order[with];
      order[with] = kept;
    }
  return order;
}

/* The order with that number, from 0. */
static gboolean
try_number (Trial *trial, guint number, Step *step)
{
  gboolean is_of_warps = number == 1 || (number > 2 && number % 2 == 0);
  guint64 n = is_of_warps ? trial->n_warps : trial->n_blocks;

  if (number == 2)
    return trial->n_blocks > 1 && try_turns (trial, step);
  g_autofree guint64 *order = make_order (n, number > 2 ? number : 0);
  return n > 1 && try_order (trial, is_of_warps, order, n, step);
}

/* --- what is said ------------------------------------------------------------------------------ */

static IhopFind
new_find (const Trial *trial, IhopFindKind kind, IhopWhy why)
{
  return (IhopFind){ .kind = kind, .why = why, .n_places = 1, .places = { { .kernel = trial->kernel, .text = "", .file = "" } } };
}

/* Where memory differs now, and what is there instead. Caller frees the text. */
static char *
put_difference (const Trial *trial, IhopFind *find)
{
  GString *text = g_string_new (NULL);
  const guint8 *usual, *now;
  gsize n;
  guint64 address = ihop_snapshot_difference (trial->usual, &usual, &n);

  if (address == 0)
    return g_string_free (text, FALSE);
  gsize into = address % VALUE;
  now = (const guint8 *) (gsize) address;
  n = MIN (n + into, (gsize) VALUE);
  for (gsize i = n; i > 0; i--)
    g_string_append_printf (text, "%02x", (usual - into)[i - 1]);
  g_string_append (text, " ");
  for (gsize i = n; i > 0; i--)
    g_string_append_printf (text, "%02x", (now - into)[i - 1]);
  IhopRegion *region = ihop_arena_find (address);
  if (region)
    ihop_report_put_region (find, region, address - into);
  find->bytes = n;
  return g_string_free (text, FALSE);
}

static IhopFoundPlace
place_of (const Trial *trial, guint64 block, guint warp, gboolean has_warp)
{
  const guint *grid = trial->how.grid, *shape = trial->how.block;
  guint thread = warp * LANES;

  return (IhopFoundPlace){ .kernel = trial->kernel, .text = "", .file = "", .has_block = TRUE, .has_thread = has_warp,
                           .block = { block % grid[0], block / grid[0] % grid[1], block / grid[0] / grid[1] },
                           .thread = { thread % shape[0], thread / shape[0] % shape[1], thread / shape[0] / shape[1] } };
}

static void
report (const Trial *trial, const Step *step)
{
  IhopFind find = new_find (trial, IHOP_FIND_ORDER, step->why);
  g_autofree char *text = put_difference (trial, &find);

  find.text = text;
  find.n_places = 2;
  for (guint i = 0; i < 2; i++)
    find.places[i] = place_of (trial, step->blocks[i], step->warps[i], step->why == IHOP_WHY_WARPS_SWAP || step->why == IHOP_WHY_WARPS_AMONG);
  ihop_find_add (&find);
}

/* --- launches ---------------------------------------------------------------------------------- */

static IhopWhy
obstacle (const IhopCompiledKernel *code)
{
  if (code->sizes.may_wait)
    return IHOP_WHY_WAITS;
  if (ihop_arena_has_heap ())
    return IHOP_WHY_HEAP;
  for (guint i = 0; i < code->sizes.sites->len; i++)
    {
      const char *text = g_array_index (code->sizes.sites, IhopCountSite, i).text;
      if (text && (g_str_has_prefix (text, "sust") || g_str_has_prefix (text, "sured")))
        return IHOP_WHY_SURFACES;
    }
  return IHOP_WHY_NONE;
}

/* The usual order, twice. FALSE: results differ anyway. */
static gboolean
run_usual (Trial *trial)
{
  trial->status = run_in (trial, NULL);
  trial->usual = ihop_snapshot_take ();
  if (!differs_in (trial, NULL))
    return TRUE;
  IhopFind find = new_find (trial, IHOP_FIND_UNSTEADY, IHOP_WHY_NONE);
  g_autofree char *text = put_difference (trial, &find);
  find.text = text;
  ihop_find_add (&find);
  return FALSE;
}

static void
run_others (Trial *trial, guint n)
{
  Step step;

  for (guint i = 0; i < n; i++)
    if (try_number (trial, i, &step))
      {
        report (trial, &step);
        return;
      }
}

static void
try_all (Trial *trial, guint n)
{
  IhopWhy why = obstacle (trial->code);

  trial->before = why ? NULL : ihop_snapshot_take ();
  if (trial->before == NULL)
    {
      IhopFind find = new_find (trial, IHOP_FIND_UNTRIED, why ? why : IHOP_WHY_SIZE);
      ihop_find_add (&find);
      return;
    }
  if (run_usual (trial))
    run_others (trial, n);
  ihop_snapshot_restore (trial->before);
  g_clear_pointer (&trial->before, ihop_snapshot_free);
  g_clear_pointer (&trial->usual, ihop_snapshot_free);
}

void
ihop_schedules_try (const IhopCompiledKernel *code, const IhopLaunch *how, const IhopCheckedLaunch *checked)
{
  const char *told = g_getenv ("IHOP_SIMT_SCHEDULES");
  guint n = told ? g_ascii_strtoull (told, NULL, 10) : 0;

  if (n == 0)
    return;
  IhopCheckLaunch *launch = ihop_check_launch_new (checked, &code->sizes);
  Trial trial = { .code = code, .how = *how, .kernel = checked->kernel };
  trial.n_blocks = launch->n_blocks;
  trial.n_warps = (launch->threads + LANES - 1) / LANES;
  launch->is_trial = TRUE;
  launch->has_races = launch->has_memory = launch->is_plain = FALSE;
  trial.how.checked = launch;
  try_all (&trial, n);
  ihop_check_launch_free (launch);
}
