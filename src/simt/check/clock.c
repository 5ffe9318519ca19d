#include "simt/check/clock.h"

typedef struct
{
  guint32 from;
  IhopAtWork who;
} Turn;

static GMutex lock;
static guint32 now = 1;
static GArray *turns; /* Turn, by stamp */
static guint64 stores;

void
ihop_clock_lock (void)
{
  g_mutex_lock (&lock);
}

void
ihop_clock_unlock (void)
{
  g_mutex_unlock (&lock);
}

void
ihop_clock_note_store (void)
{
  stores++;
}

guint64
ihop_clock_stores (void)
{
  return stores;
}

guint32
ihop_clock_now (void)
{
  return now;
}

gboolean
ihop_clock_is_used_up (void)
{
  return now >= G_MAXUINT32 - 1;
}

guint32
ihop_clock_step (void)
{
  guint32 before = now;

  now += !ihop_clock_is_used_up ();
  return before;
}

/* IHOP_SIMT_CLOCK: where it begins, for tests of its end. */
static void
begin (void)
{
  const char *start = g_getenv ("IHOP_SIMT_CLOCK");

  turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  now = start ? MAX (now, (guint32) g_ascii_strtoull (start, NULL, 10)) : now;
}

guint32
ihop_clock_enter (guint work, guint64 block)
{
  if (turns == NULL)
    begin ();
  const Turn *last = turns->len ? &g_array_index (turns, Turn, turns->len - 1) : NULL;
  if (last && last->who.work == work && last->who.block == block)
    return last->from;
  ihop_clock_step ();
  const Turn turn = { now, { work, block } };
  g_array_append_val (turns, turn);
  return now;
}

IhopAtWork
ihop_clock_at (guint32 stamp)
{
  static guint before; /* most who ask ask for the same turn again */
  guint low = 0, high = turns->len;

  if (before < high && g_array_index (turns, Turn, before).from <= stamp
      && (before + 1 == high || g_array_index (turns, Turn, before + 1).from > stamp))
    return g_array_index (turns, Turn, before).who;
  while (high - low > 1)
    {
      guint middle = (low + high) / 2;
      if (g_array_index (turns, Turn, middle).from <= stamp)
        low = middle;
      else
        high = middle;
    }
  before = low;
  return g_array_index (turns, Turn, low).who;
}
