#include "base/trips.h"

typedef struct
{
  const IhopSource *source;
  gsize begin;
} Place;

static GRWLock lock;
static GHashTable *all; /* Place * → double * */

static guint
place_hash (gconstpointer data)
{
  const Place *place = data;

  return g_direct_hash (place->source) ^ (guint) (place->begin * 2654435761u);
}

static gboolean
place_equal (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  return x->source == y->source && x->begin == y->begin;
}

void
ihop_trips_set (IhopRange loop, double trips)
{
  Place place = { loop.source, loop.begin };

  if (loop.source == NULL)
    return;
  g_rw_lock_writer_lock (&lock);
  if (all == NULL)
    all = g_hash_table_new_full (place_hash, place_equal, g_free, g_free);
  if (!g_hash_table_contains (all, &place))
    ihop_source_ref ((IhopSource *) loop.source);
  g_hash_table_insert (all, g_memdup2 (&place, sizeof place), g_memdup2 (&trips, sizeof trips));
  g_rw_lock_writer_unlock (&lock);
}

#define IDLE (-2.0)

static double
look_up (IhopRange loop)
{
  Place place = { loop.source, loop.begin };

  g_rw_lock_reader_lock (&lock);
  const double *trips = all && loop.source ? g_hash_table_lookup (all, &place) : NULL;
  double seen = trips ? *trips : -1;
  g_rw_lock_reader_unlock (&lock);
  return seen;
}

double
ihop_trips_seen (IhopRange loop)
{
  return MAX (look_up (loop), -1);
}

void
ihop_trips_set_idle (IhopRange loop)
{
  ihop_trips_set (loop, IDLE);
}

gboolean
ihop_trips_is_idle (IhopRange loop)
{
  return look_up (loop) == IDLE;
}
