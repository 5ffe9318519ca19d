#include "web/pace.h"

#define BURST 200 /* requests of an address that need not wait: some pages with all that belongs to them */

typedef struct
{
  struct MHD_Connection *connection;
  gint64 when; /* monotonic, microseconds */
} Sleeper;

struct _IhopWebPace
{
  GMutex lock; /* for all of it */
  GCond changed;
  GThread *thread;
  gint64 step;         /* microseconds for one request */
  GHashTable *due;     /* char * → gint64 *: when the address's next request would be on time */
  GSequence *sleepers; /* of Sleeper *, who goes on first is first */
  gboolean is_over;
};

static int
compare (gconstpointer a, gconstpointer b, gpointer unused)
{
  gint64 first = ((const Sleeper *) a)->when, second = ((const Sleeper *) b)->when;

  return (first > second) - (first < second);
}

/* Those whose time has come go on. Gives when the next one does. */
static gint64
wake (IhopWebPace *pace, gint64 now)
{
  GSequenceIter *first;

  while (!g_sequence_iter_is_end (first = g_sequence_get_begin_iter (pace->sleepers)))
    {
      const Sleeper *sleeper = g_sequence_get (first);
      if (sleeper->when > now)
        return sleeper->when;
      MHD_resume_connection (sleeper->connection);
      g_sequence_remove (first);
    }
  return G_MAXINT64;
}

static gpointer
look_after_sleepers (gpointer data)
{
  IhopWebPace *pace = data;

  g_mutex_lock (&pace->lock);
  while (!pace->is_over)
    {
      gint64 next = wake (pace, g_get_monotonic_time ());
      if (next == G_MAXINT64)
        g_cond_wait (&pace->changed, &pace->lock);
      else
        g_cond_wait_until (&pace->changed, &pace->lock, next);
    }
  wake (pace, G_MAXINT64);
  g_mutex_unlock (&pace->lock);
  return NULL;
}

IhopWebPace *
ihop_web_pace_new (guint requests_per_second)
{
  IhopWebPace *pace;

  if (requests_per_second == 0)
    return NULL;
  pace = g_new0 (IhopWebPace, 1);
  g_mutex_init (&pace->lock);
  g_cond_init (&pace->changed);
  pace->step = MAX (G_USEC_PER_SEC / requests_per_second, 1);
  pace->due = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  pace->sleepers = g_sequence_new (g_free);
  pace->thread = g_thread_new ("pace", look_after_sleepers, pace);
  return pace;
}

/* When an address's next request may be answered, which is noted as made. */
static gint64
turn (IhopWebPace *pace, const char *address, gint64 now)
{
  gint64 *due = g_hash_table_lookup (pace->due, address);

  if (due == NULL)
    g_hash_table_insert (pace->due, g_strdup (address), due = g_new0 (gint64, 1));
  *due = MAX (*due, now) + pace->step;
  return *due - BURST * pace->step;
}

gboolean
ihop_web_pace_wait (IhopWebPace *pace, const IhopWebRequest *request)
{
  gint64 now = g_get_monotonic_time (), when;
  gboolean sleeps;

  if (pace == NULL)
    return FALSE;
  g_mutex_lock (&pace->lock);
  when = turn (pace, request->address, now);
  sleeps = when > now && !pace->is_over;
  if (sleeps)
    {
      Sleeper *sleeper = g_new0 (Sleeper, 1);
      sleeper->connection = request->connection;
      sleeper->when = when;
      MHD_suspend_connection (request->connection);
      g_sequence_insert_sorted (pace->sleepers, sleeper, compare, NULL);
      g_cond_signal (&pace->changed);
    }
  g_mutex_unlock (&pace->lock);
  return sleeps;
}

static gboolean
is_past (gpointer address, gpointer due, gpointer now)
{
  return *(const gint64 *) due < *(const gint64 *) now;
}

void
ihop_web_pace_sweep (IhopWebPace *pace)
{
  gint64 now = g_get_monotonic_time ();

  if (pace == NULL)
    return;
  g_mutex_lock (&pace->lock);
  g_hash_table_foreach_remove (pace->due, is_past, &now);
  g_mutex_unlock (&pace->lock);
}

void
ihop_web_pace_end (IhopWebPace *pace)
{
  if (pace == NULL || pace->thread == NULL)
    return;
  g_mutex_lock (&pace->lock);
  pace->is_over = TRUE;
  g_cond_signal (&pace->changed);
  g_mutex_unlock (&pace->lock);
  g_thread_join (g_steal_pointer (&pace->thread));
}

void
ihop_web_pace_free (IhopWebPace *pace)
{
  if (pace == NULL)
    return;
  ihop_web_pace_end (pace);
  g_hash_table_unref (pace->due);
  g_sequence_free (pace->sleepers);
  g_cond_clear (&pace->changed);
  g_mutex_clear (&pace->lock);
  g_free (pace);
}
