/* Rows of cells (simt/check/rows.h) against cell after cell (simt/check/race.h): where a row says that nothing is wrong, no
 * cell says otherwise, and the same is left in them. */
#include "simt/check/rows.h"
#include <string.h>

enum { LANES = 32, CELLS = 512, ROUNDS = 60000, TURNS = 6, STEPS = 8 };

typedef struct
{
  GRand *rand;
  guint32 stamps[TURNS * STEPS]; /* of some turns */
  guint turns;                   /* those that have been */
  IhopCheckLaunch launch;
  IhopCheckBlock block;
  IhopCheckWarp warp;
  IhopCheckSite site;
  IhopLook look;
} Scene;

static guint
any (Scene *scene, guint n)
{
  return g_rand_int_range (scene->rand, 0, n);
}

/* Block 7 has had two turns, block 9 one; there was work before. */
static void
set_clock (Scene *scene)
{
  static const guint blocks[TURNS] = { 0, 1, 7, 3, 7, 9 };

  for (guint turn = 0; turn < TURNS; turn++)
    {
      ihop_clock_enter (turn > 0, blocks[turn]);
      for (guint i = 0; i < STEPS; i++)
        scene->stamps[turn * STEPS + i] = ihop_clock_step ();
    }
}

static void
set_look (Scene *scene, gboolean is_first_turn)
{
  guint number = any (scene, 4);

  scene->turns = is_first_turn ? TURNS : TURNS - 1;
  const guint32 *last = scene->stamps + (scene->turns - 1) * STEPS;

  scene->block = (IhopCheckBlock){ .launch = &scene->launch, .number = is_first_turn ? 9 : 7, .turn = last[0],
                                   .start = is_first_turn ? last[0] : scene->stamps[2 * STEPS], .n_warps = 4 };
  scene->block.time = any (scene, 3) ? last[any (scene, STEPS - 1)] : last[0] - 1;
  scene->warp = (IhopCheckWarp){ .block = &scene->block, .number = number, .time = MAX (scene->block.time, last[any (scene, STEPS - 1)]) };
  scene->site = (IhopCheckSite){ .bytes = 4, .n = 1, .number = 5 };
  scene->launch = (IhopCheckLaunch){ .activity = 1, .quiet = scene->stamps[STEPS - 1], .is_plain = any (scene, 2) };
  scene->look = (IhopLook){ .warp = &scene->warp, .block = &scene->block, .floor = scene->launch.quiet,
                            .past = scene->launch.quiet - any (scene, 2) * any (scene, STEPS), .turn = scene->block.turn,
                            .time = scene->block.time, .warp_time = scene->warp.time, .now = last[STEPS - 1], .site = &scene->site,
                            .is_plain = scene->launch.is_plain };
}

/* "sameness": how alike cells are, as most are in programs. */
static IhopCellAccess
any_access (Scene *scene, guint thread)
{
  guint32 stamp = any (scene, 3) ? scene->stamps[any (scene, scene->turns * STEPS)] : 0;

  return (IhopCellAccess){ stamp, any (scene, 2) ? thread : any (scene, 128), any (scene, 9), any (scene, 16) ? 0 : any (scene, 4), any (scene, 256) };
}

static void
fill (Scene *scene, IhopCell *cells)
{
  IhopCell like = { any_access (scene, 0), any_access (scene, 0) };
  guint sameness = any (scene, 4);

  for (guint i = 0; i < CELLS; i++)
    {
      guint thread = scene->warp.number * LANES + i % LANES;
      cells[i] = like;
      cells[i].write.thread = cells[i].read.thread = thread;
      if (sameness == 0 || (sameness == 1 && any (scene, 40) == 0))
        cells[i] = (IhopCell){ any_access (scene, thread), any_access (scene, thread) };
      if (any (scene, 4))
        ihop_cell_set_bytes (&cells[i], 15);
    }
}

/* Cell after cell. TRUE: nothing is wrong. */
static gboolean
go_slowly (const Scene *scene, const IhopRow *row, gboolean writes)
{
  gboolean is_fine = TRUE;

  for (guint lane = 0; lane < LANES; lane++)
    for (guint i = 0; i < row->n && row->mask >> lane & 1; i++)
      {
        IhopCell *cell = row->cells + (row->places ? row->places[lane] : (gint64) (lane * row->n)) + i;
        guint thread = scene->warp.number * LANES + lane;
        IhopRace race;
        /* Others may hide behind it. */
        is_fine &= scene->look.is_plain || !cell->write.scope || ihop_order_is_past (&scene->look, cell->write.stamp);
        if (!writes && !row->is_written)
          is_fine &= ihop_cell_bytes (cell) == 15 && !(row->is_shared && cell->write.stamp <= scene->look.floor);
        is_fine &= !(writes ? ihop_race_write (&scene->look, cell, thread, &race) : ihop_race_read (&scene->look, cell, thread, &race));
        if (writes)
          cell->write.more |= 15;
      }
  return is_fine;
}

/* Readers that nobody asks for any more may be told otherwise. */
static gboolean
is_alike (const IhopCell *a, const IhopCell *b)
{
  return a->write.stamp == b->write.stamp && a->write.thread == b->write.thread && a->write.site == b->write.site
         && ihop_cell_bytes (a) == ihop_cell_bytes (b) && a->read.stamp == b->read.stamp && a->read.thread == b->read.thread
         && ihop_cell_readers (a) == ihop_cell_readers (b) && (ihop_cell_readers (a) == 0 || ihop_cell_other (a) == ihop_cell_other (b));
}

static gboolean
try (Scene *scene, guint *n_fine)
{
  static IhopCell quick[CELLS], slow[CELLS];
  gint64 places[LANES];
  gboolean are_apart = any (scene, 2);
  IhopRow row = { .places = any (scene, 2) ? places : NULL, .are_apart = are_apart, .n = 1u << any (scene, 4), .bytes = 15, .is_shared = any (scene, 2), .is_written = any (scene, 2) };
  gboolean writes = any (scene, 2);

  set_look (scene, any (scene, 2));
  scene->look.is_shared = row.is_shared;
  row.mask = any (scene, 3) ? G_MAXUINT32 : MAX (1, g_rand_int (scene->rand));
  for (guint lane = 0; lane < LANES; lane++)
    places[lane] = are_apart || any (scene, 8) ? ((lane * 5) % LANES) * row.n : any (scene, CELLS / 8 / row.n) * row.n;
  fill (scene, quick);
  memcpy (slow, quick, sizeof slow);
  row.cells = quick;
  if (!(writes ? ihop_rows_write (&scene->look, &row) : ihop_rows_read (&scene->look, &row)))
    return TRUE;
  ++*n_fine;
  row.cells = slow;
  if (!go_slowly (scene, &row, writes))
    return FALSE;
  for (guint i = 0; i < CELLS; i++)
    if (!is_alike (&quick[i], &slow[i]))
      return FALSE;
  return TRUE;
}

/* Two lanes that read one cell, at once and one after the other. */
static gboolean
try_two (Scene *scene, guint *n_fine)
{
  static IhopCell cells[CELLS];
  IhopRace race;

  set_look (scene, any (scene, 2));
  fill (scene, cells);
  guint first = scene->warp.number * LANES, low = first + any (scene, 16), high = low + any (scene, 16);
  IhopCell at_once = cells[0], one_by_one = cells[0];
  if (!ihop_race_read_by_two (&scene->look, &at_once, high, low))
    return TRUE;
  ++*n_fine;
  return !ihop_race_read (&scene->look, &one_by_one, low, &race) && !ihop_race_read (&scene->look, &one_by_one, high, &race)
         && is_alike (&at_once, &one_by_one);
}

/* --- addresses -------------------------------------------------------------------------------- */

static gboolean
try_addresses (Scene *scene)
{
  guint64 addresses[LANES + 1], start = 1000 + 4 * any (scene, 4), last = start + 4 * any (scene, 200), step = 4u << any (scene, 2);
  guint32 mask = any (scene, 2) ? G_MAXUINT32 : g_rand_int (scene->rand);
  gboolean even = TRUE, within = TRUE, rise = TRUE;

  step = any (scene, 3) ? step : 0;
  for (guint i = 0; i <= LANES; i++)
    addresses[i] = start + i * step;
  for (guint n = any (scene, 3); n > 0; n--)
    addresses[any (scene, LANES + 1)] += any (scene, 3) - 1;
  for (guint i = 0; i < LANES; i++)
    {
      even &= !(mask >> i & 1) || addresses[i] == start + i * step;
      within &= !(mask >> i & 1) || (addresses[i] >= start && addresses[i] <= last && addresses[i] % 4 == 0);
      rise &= i + 1 == LANES || addresses[i + 1] >= addresses[i] + 4;
    }
  return ihop_rows_are_even (addresses, start, step, mask) == even && ihop_rows_are_within (addresses, start, last, 4, mask) == within
         && ihop_rows_rise (addresses, 4) == rise;
}

int
main (void)
{
  Scene scene = { .rand = g_rand_new_with_seed (18) };
  guint n_fine = 0, n_two = 0, failed = 0, wrong = 0, two = 0;

  set_clock (&scene);
  for (guint round = 0; round < ROUNDS && failed < 5; round++)
    if (!try (&scene, &n_fine))
      g_print ("# round %u: mask, cells or answer differ\n", round), failed++;
  for (guint round = 0; round < ROUNDS; round++)
    {
      wrong += !try_addresses (&scene);
      two += !try_two (&scene, &n_two);
    }
  g_rand_free (scene.rand);
  g_print ("%s 1 - rows are as cell after cell\n", failed ? "not ok" : "ok");
  g_print ("%s 2 - most of what is right is seen at once (%u)\n", n_fine > ROUNDS / 20 ? "ok" : "not ok", n_fine);
  g_print ("%s 3 - addresses (%u)\n", wrong ? "not ok" : "ok", wrong);
  g_print ("%s 4 - two lanes at once (%u of %u)\n", two || n_two < ROUNDS / 20 ? "not ok" : "ok", two, n_two);
  g_print ("1..4\n");
  return 0;
}
