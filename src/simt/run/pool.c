#include "simt/run/pool.h"

/* Microseconds for which a thread looks for the next work, or for the end of this one, before it sleeps: who sleeps is awake ten or more of
 * them after it has been woken, which is as long as a small grid takes, and programs often launch one grid after the other. */
enum { LOOKS = 40, LOOKS_AT_ONCE = 32 };

static struct
{
  GMutex lock, turn;
  GCond begins, ends;
  void (*work) (gpointer data);
  gpointer data;
  guint n_threads;    /* that have been started, beside the callers' */
  guint wanted;       /* threads that shall still begin this work */
  guint working;
  guint sleeping;     /* threads that have to be woken */
} pool;

/* Returns when the number is 0 (or is not), or when it has been looked at for long enough. */
static void
look_for (guint *number, gboolean zero)
{
  const gint64 end = g_get_monotonic_time () + LOOKS;

  do
    for (guint i = 0; i < LOOKS_AT_ONCE; i++)
      {
        if ((__atomic_load_n (number, __ATOMIC_RELAXED) == 0) == zero)
          return;
        __builtin_ia32_pause ();
      }
  while (g_get_monotonic_time () < end);
}

static gpointer
stay (gpointer unused)
{
  g_mutex_lock (&pool.lock);
  for (;;)
    {
      pool.sleeping++;
      while (pool.wanted == 0)
        g_cond_wait (&pool.begins, &pool.lock);
      pool.sleeping--;
      __atomic_store_n (&pool.wanted, pool.wanted - 1, __ATOMIC_RELAXED);
      g_mutex_unlock (&pool.lock);
      pool.work (pool.data);
      g_mutex_lock (&pool.lock);
      __atomic_store_n (&pool.working, pool.working - 1, __ATOMIC_RELAXED);
      if (pool.working == 0)
        g_cond_signal (&pool.ends);
      g_mutex_unlock (&pool.lock);
      look_for (&pool.wanted, FALSE);
      g_mutex_lock (&pool.lock);
    }
  return NULL;
}

static guint
find_size (void)
{
  const char *told = g_getenv ("IHOP_SIMT_THREADS");
  guint n = told ? g_ascii_strtoull (told, NULL, 10) : 0;

  return CLAMP (n ? n : g_get_num_processors (), 1, 1024);
}

/* Asked for each few blocks; the C library reads a file to tell how many processors there are. */
guint
ihop_pool_size (void)
{
  static gsize size;

  if (g_once_init_enter (&size))
    g_once_init_leave (&size, find_size ());
  return size;
}

void
ihop_pool_run (void (*work) (gpointer data), gpointer data, guint64 most)
{
  guint others = MIN (ihop_pool_size (), MAX (most, 1)) - 1;

  if (others == 0 || !g_mutex_trylock (&pool.turn))
    {
      work (data);
      return;
    }
  g_mutex_lock (&pool.lock);
  for (; pool.n_threads < others; pool.n_threads++)
    g_thread_unref (g_thread_new ("ihop-simt", stay, NULL));
  pool.work = work;
  pool.data = data;
  pool.working = others;
  __atomic_store_n (&pool.wanted, others, __ATOMIC_RELAXED);
  if (pool.sleeping)
    g_cond_broadcast (&pool.begins);
  g_mutex_unlock (&pool.lock);
  work (data);
  g_mutex_lock (&pool.lock);
  pool.working -= pool.wanted; /* who has not begun is not waited for: nothing is left for them, and a busy machine may wake them late */
  pool.wanted = 0;
  g_mutex_unlock (&pool.lock);
  look_for (&pool.working, TRUE);
  g_mutex_lock (&pool.lock);
  while (pool.working > 0)
    g_cond_wait (&pool.ends, &pool.lock);
  g_mutex_unlock (&pool.lock);
  g_mutex_unlock (&pool.turn);
}
