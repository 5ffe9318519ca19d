#include "simt/check/clock.h"

/* Turns of blocks with numbers that follow each other, of one piece of work, that all took as many stamps: most kernels' blocks do the same, and a grid
 * has millions. */
typedef struct
{
  guint32 from;      /* of the first of them */
  guint32 length;    /* of each; 0: there is only one yet, the last of all */
  guint32 n;
  IhopAtWork who;    /* the first of them */
} Turn;

static GMutex lock;
static guint32 now = 1;
static GArray *turns; /* Turn, by stamp */
static guint64 changes;

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
ihop_clock_note_change (void)
{
  changes++;
}

guint64
ihop_clock_changes (void)
{
  return changes;
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

static guint32
last_from (const Turn *turn)
{
  return turn->from + (turn->n - 1) * turn->length;
}

/* The next one is of the block that follows, and begins where one of that length would. */
static gboolean
goes_on (const Turn *turn, guint work, guint64 block)
{
  return turn->who.work == work && block == turn->who.block + turn->n && (turn->length == 0 || now == last_from (turn) + turn->length);
}

guint32
ihop_clock_enter (guint work, guint64 block)
{
  if (turns == NULL)
    begin ();
  Turn *last = turns->len ? &g_array_index (turns, Turn, turns->len - 1) : NULL;
  if (last && last->who.work == work && last->who.block + last->n - 1 == block)
    return last_from (last);
  ihop_clock_step ();
  if (last && goes_on (last, work, block))
    {
      last->length = now - last_from (last);
      last->n++;
      return now;
    }
  const Turn turn = { now, 0, 1, { work, block } };
  g_array_append_val (turns, turn);
  return now;
}

/* Who had that stamp of these turns. */
static IhopAtWork
who_of (const Turn *turn, guint32 stamp)
{
  IhopAtWork who = turn->who;

  if (turn->n > 1)
    who.block += MIN ((stamp - turn->from) / turn->length, turn->n - 1);
  return who;
}

IhopAtWork
ihop_clock_at (guint32 stamp)
{
  static guint before; /* most who ask ask for the same turn again */
  guint low = 0, high = turns->len;

  if (before < high && g_array_index (turns, Turn, before).from <= stamp
      && (before + 1 == high || g_array_index (turns, Turn, before + 1).from > stamp))
    return who_of (&g_array_index (turns, Turn, before), stamp);
  while (high - low > 1)
    {
      guint middle = (low + high) / 2;
      if (g_array_index (turns, Turn, middle).from <= stamp)
        low = middle;
      else
        high = middle;
    }
  before = low;
  return who_of (&g_array_index (turns, Turn, low), stamp);
}
