/* What a request asks for, against figures worked out by hand and against plain loops over bytes; caches against a list. */
#include "simt/count/access.h"
#include "simt/count/caches.h"
#include "simt/count/lru.h"
#include <string.h>

enum { TRIALS = 4000, REACH = 2048 };

/* --- requests --------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  guint bytes;
  gint64 start, step; /* lane i asks for start + step * i */
  guint32 mask;
  guint sectors, lines, used, places, wavefronts, least;
} Known;

static const Known known[] = {
  { "floats side by side", 4, 0, 4, G_MAXUINT32, 4, 1, 128, 32, 1, 1 },
  { "not at a border", 4, 4, 4, G_MAXUINT32, 5, 2, 128, 32, 1, 1 },
  { "over a border of lines alone", 4, 64, 4, G_MAXUINT32, 4, 2, 128, 32, 1, 1 },
  { "every second", 4, 0, 8, G_MAXUINT32, 8, 2, 128, 32, 2, 1 },
  { "a sector each", 4, 0, 32, G_MAXUINT32, 32, 8, 128, 32, 8, 1 },
  { "a column of 32", 4, 0, 128, G_MAXUINT32, 32, 32, 128, 32, 32, 1 },
  { "a column of 33", 4, 0, 132, G_MAXUINT32, 32, 32, 128, 32, 1, 1 },
  { "one place", 4, 40, 0, G_MAXUINT32, 1, 1, 4, 1, 1, 1 },
  { "downward", 4, 1000, -4, G_MAXUINT32, 5, 2, 128, 32, 1, 1 },
  { "bytes", 1, 0, 1, G_MAXUINT32, 1, 1, 32, 32, 1, 1 },
  { "doubles", 8, 0, 8, G_MAXUINT32, 8, 2, 256, 32, 2, 2 },
  { "doubles, every second", 8, 0, 16, G_MAXUINT32, 16, 4, 256, 32, 4, 2 },
  { "vectors of four", 16, 0, 16, G_MAXUINT32, 16, 4, 512, 32, 4, 4 },
  { "one lane", 4, 0, 4, 1u << 31, 1, 1, 4, 1, 1, 1 },
  { "every second lane", 4, 0, 4, 0x55555555, 4, 1, 64, 16, 1, 1 },
  { "half a warp of doubles", 8, 0, 8, 0xffff, 4, 1, 128, 16, 1, 1 },
  { "nobody", 4, 0, 4, 0, 0, 0, 0, 0, 0, 0 },
};

static void
by_hand (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      const Known *k = &known[i];
      guint64 addresses[IHOP_LANES], sectors[IHOP_LANES * 4];
      for (gint lane = 0; lane < IHOP_LANES; lane++)
        addresses[lane] = 4096 + k->start + k->step * lane;
      const IhopRequest access = { addresses, k->mask, k->bytes };
      guint n = ihop_access_sectors (&access, sectors), least;
      g_test_message ("%s", k->name);
      g_assert_cmpuint (n, ==, k->sectors);
      g_assert_cmpuint (ihop_access_lines (sectors, n), ==, k->lines);
      g_assert_cmpuint (ihop_access_used (&access), ==, k->used);
      g_assert_cmpuint (ihop_access_places (&access), ==, k->places);
      g_assert_cmpuint (ihop_access_wavefronts (&access, &least), ==, k->wavefronts);
      g_assert_cmpuint (least, ==, k->least);
    }
}

/* Pieces of this size of which some byte is touched. */
static guint
touched (const guint8 *bytes, guint size)
{
  guint n = 0;

  for (guint first = 0; first < REACH; first += size)
    n += memchr (bytes + first, 1, size) != NULL;
  return n;
}

static void
touch (const IhopRequest *access, guint first_lane, guint n_lanes, guint8 bytes[REACH])
{
  memset (bytes, 0, REACH);
  for (guint lane = first_lane; lane < first_lane + n_lanes; lane++)
    if (access->mask >> lane & 1)
      memset (bytes + access->addresses[lane], 1, access->bytes);
}

static guint
passes (const IhopRequest *access)
{
  guint lanes = access->bytes <= 4 ? 32 : 128 / access->bytes, sum = 0;
  guint8 bytes[REACH];

  for (guint first = 0; first < IHOP_LANES; first += lanes)
    {
      guint banks[32] = { 0 }, most = 0;
      touch (access, first, lanes, bytes);
      for (guint word = 0; word < REACH / 4; word++)
        banks[word % 32] += memchr (bytes + 4 * word, 1, 4) != NULL;
      for (guint bank = 0; bank < 32; bank++)
        most = MAX (most, banks[bank]);
      sum += most;
    }
  return sum;
}

static void
at_random (void)
{
  for (guint trial = 0; trial < TRIALS; trial++)
    {
      guint64 addresses[IHOP_LANES], sectors[IHOP_LANES * 4];
      guint size = 1u << g_test_rand_int_range (0, 5), reach = size << g_test_rand_int_range (0, 7), least;
      guint8 bytes[REACH];
      for (guint lane = 0; lane < IHOP_LANES; lane++)
        addresses[lane] = g_test_rand_int_range (0, MIN (reach, REACH - 32)) / size * size;
      const IhopRequest access = { addresses, (guint32) g_test_rand_int () | (guint32) g_test_rand_int (), size };
      guint n = ihop_access_sectors (&access, sectors);
      touch (&access, 0, IHOP_LANES, bytes);
      g_assert_cmpuint (n, ==, touched (bytes, 32));
      g_assert_cmpuint (ihop_access_lines (sectors, n), ==, touched (bytes, 128));
      g_assert_cmpuint (ihop_access_used (&access), ==, touched (bytes, 1));
      g_assert_cmpuint (ihop_access_wavefronts (&access, &least), ==, passes (&access));
      for (guint i = 1; i < n; i++)
        g_assert_cmpuint (sectors[i - 1], <, sectors[i]);
    }
}

/* --- caches ----------------------------------------------------------------------------------- */

typedef struct
{
  guint64 line;
  guint valid, dirty;
} Line;

/* The same as a list, the newest first. */
static guint
use (GArray *list, guint most, guint64 line, guint sectors, gboolean is_write, guint64 *evicted)
{
  Line found = { line, 0, 0 };

  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, Line, i).line == line)
      {
        found = g_array_index (list, Line, i);
        g_array_remove_index (list, i);
        break;
      }
  guint there = found.valid & sectors;
  found.valid |= sectors;
  found.dirty |= is_write ? sectors : 0;
  g_array_prepend_val (list, found);
  if (list->len > most)
    {
      *evicted += __builtin_popcount (g_array_index (list, Line, most).dirty);
      g_array_set_size (list, most);
    }
  return there;
}

static void
least_recently_used (void)
{
  for (guint most = 1; most < 40; most += 1 + most / 3)
    {
      IhopLru *cache = ihop_lru_new (most);
      g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Line));
      guint64 evicted = 0;
      for (guint trial = 0; trial < TRIALS; trial++)
        {
          guint64 line = g_test_rand_int_range (0, 50);
          guint sectors = g_test_rand_int_range (1, 16);
          gboolean is_write = g_test_rand_bit ();
          guint there = use (list, most, line, sectors, is_write, &evicted);
          if (is_write)
            ihop_lru_write (cache, line, sectors);
          else
            g_assert_cmpuint (ihop_lru_read (cache, line, sectors), ==, there);
        }
      g_assert_cmpuint (ihop_lru_take_evicted (cache), ==, evicted);
      ihop_lru_reset (cache, most);
      g_assert_cmpuint (ihop_lru_read (cache, 1, 15), ==, 0);
      ihop_lru_free (cache);
    }
}

static IhopServed
serve (IhopCaches *caches, guint64 block, IhopServe how, gboolean passes_l1, guint64 sector)
{
  IhopServed served = { 0 };

  ihop_caches_serve (caches, block, how, passes_l1, FALSE, &sector, 1, &served);
  return served;
}

/* Two multiprocessors with two lines each beside shared memory, and four lines behind them. */
static void
levels (void)
{
  const IhopCountCard card = { 2, 512, 512 };
  IhopCaches *caches = ihop_caches_new (&card);

  ihop_caches_begin (caches, 256);
  g_assert_cmpuint (serve (caches, 0, IHOP_SERVE_LOAD, FALSE, 0).memory, ==, 1);
  g_assert_cmpuint (serve (caches, 2, IHOP_SERVE_LOAD, FALSE, 0).l1, ==, 1); /* block 2 is on the first, too */
  g_assert_cmpuint (serve (caches, 1, IHOP_SERVE_LOAD, FALSE, 0).l2, ==, 1); /* block 1 is not */
  g_assert_cmpuint (serve (caches, 0, IHOP_SERVE_LOAD, FALSE, 1).memory, ==, 1); /* of the same line: sectors come alone */
  g_assert_cmpuint (serve (caches, 0, IHOP_SERVE_LOAD, TRUE, 0).l2, ==, 1);
  g_assert_cmpuint (serve (caches, 0, IHOP_SERVE_ATOMIC, FALSE, 0).l2, ==, 1);
  g_assert_cmpuint (serve (caches, 0, IHOP_SERVE_STORE, FALSE, 4).written, ==, 1);
  g_assert_cmpuint (serve (caches, 0, IHOP_SERVE_LOAD, FALSE, 4).l2, ==, 1); /* stores are not kept in the first level */
  serve (caches, 0, IHOP_SERVE_LOAD, FALSE, 8); /* lines 1 and 2 are the newest of the first level's two */
  g_assert_cmpuint (serve (caches, 0, IHOP_SERVE_LOAD, FALSE, 0).l2, ==, 1);
  g_assert_cmpuint (ihop_caches_take_written_back (caches), ==, 0);
  for (guint line = 10; line < 14; line++)
    serve (caches, 0, IHOP_SERVE_LOAD, FALSE, 4 * line);
  g_assert_cmpuint (ihop_caches_take_written_back (caches), ==, 2); /* what the atomic and the store wrote */
  ihop_caches_begin (caches, 256);
  g_assert_cmpuint (serve (caches, 0, IHOP_SERVE_LOAD, FALSE, 4 * 13).l2, ==, 1); /* a kernel begins with an empty first level */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/count/by hand", by_hand);
  g_test_add_func ("/count/at random", at_random);
  g_test_add_func ("/count/least recently used", least_recently_used);
  g_test_add_func ("/count/levels", levels);
  return g_test_run ();
}
