#include "simt/check/known.h"

/* Keys: 2048 for each block, of which 1024 are threads, then warps, and the last one is the block. */
enum { KEYS = 2048, WARPS = 1024, BLOCK = 2047, LANES = 32 };

/* What is known has a number, and another one when it has grown; it remembers the last ones that it holds all of. Threads
 * that ask one lock again and again join what they have joined before. */
enum { REMEMBERED = 8 };

struct IhopKnown
{
  guint references;
  guint64 number, holds[REMEMBERED];
  guint next;        /* of "holds", to be overwritten */
  GHashTable *times; /* key + 1 → stamp */
};

static guint64 n_numbers;

static gboolean
holds (const IhopKnown *known, guint64 number)
{
  for (guint i = 0; i < REMEMBERED; i++)
    if (known->holds[i] == number)
      return TRUE;
  return known->number == number;
}

static void
remember (IhopKnown *known, guint64 number)
{
  if (!holds (known, number))
    known->holds[known->next++ % REMEMBERED] = number;
}

/* It has grown. */
static void
renumber (IhopKnown *known)
{
  guint64 before = known->number;

  known->number = ++n_numbers;
  if (before)
    remember (known, before);
}

static IhopKnown *
new_known (void)
{
  IhopKnown *known = g_new0 (IhopKnown, 1);

  known->references = 1;
  known->times = g_hash_table_new (NULL, NULL);
  renumber (known);
  return known;
}

IhopKnown *
ihop_known_ref (IhopKnown *known)
{
  if (known)
    known->references++;
  return known;
}

void
ihop_known_clear (IhopKnown **known)
{
  IhopKnown *old = *known;

  *known = NULL;
  if (old == NULL || --old->references > 0)
    return;
  g_hash_table_unref (old->times);
  g_free (old);
}

static guint32
look_up (const IhopKnown *known, guint64 key)
{
  return known ? GPOINTER_TO_UINT (g_hash_table_lookup (known->times, GSIZE_TO_POINTER (key + 1))) : 0;
}

static void
add (IhopKnown *known, guint64 key, guint32 time)
{
  if (look_up (known, key) < time)
    g_hash_table_insert (known->times, GSIZE_TO_POINTER (key + 1), GUINT_TO_POINTER (time));
}

static void
add_all (IhopKnown *known, const IhopKnown *other)
{
  GHashTableIter all;
  gpointer key, time;

  g_hash_table_iter_init (&all, other->times);
  while (g_hash_table_iter_next (&all, &key, &time))
    add (known, GPOINTER_TO_SIZE (key) - 1, GPOINTER_TO_UINT (time));
  renumber (known);
  remember (known, other->number);
}

/* One that nobody else holds. */
static IhopKnown *
own (IhopKnown **known)
{
  IhopKnown *old = *known;

  if (old && old->references == 1)
    return old;
  *known = new_known ();
  if (old)
    {
      add_all (*known, old);
      ihop_known_clear (&old);
    }
  return *known;
}

static void
add_key (IhopKnown **known, guint64 key, guint32 time)
{
  if (look_up (*known, key) >= time)
    return;
  add (own (known), key, time);
  renumber (*known);
}

void
ihop_known_add_block (IhopKnown **known, guint64 block, guint32 time)
{
  add_key (known, block * KEYS + BLOCK, time);
}

void
ihop_known_add_warp (IhopKnown **known, guint64 block, guint warp, guint32 time)
{
  add_key (known, block * KEYS + WARPS + warp, time);
}

void
ihop_known_add_thread (IhopKnown **known, guint64 block, guint thread, guint32 time)
{
  add_key (known, block * KEYS + thread, time);
}

void
ihop_known_join (IhopKnown **known, IhopKnown *other)
{
  IhopKnown *before = *known;

  if (other == NULL || (before && holds (before, other->number)))
    return;
  if (before && !holds (other, before->number))
    {
      add_all (own (known), other);
      return;
    }
  *known = ihop_known_ref (other);
  ihop_known_clear (&before);
}

guint32
ihop_known_time (const IhopKnown *known, guint64 block, guint thread)
{
  guint32 time = look_up (known, block * KEYS + BLOCK), warp, alone;

  if (known == NULL)
    return 0;
  warp = look_up (known, block * KEYS + WARPS + thread / LANES);
  alone = look_up (known, block * KEYS + thread);
  return MAX (time, MAX (warp, alone));
}
