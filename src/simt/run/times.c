#include "simt/run/times.h"

typedef struct
{
  guint64 launches;
  gint64 microseconds;
} Time;

static GMutex lock;
static GHashTable *times; /* by the kernel's name */

gboolean
ihop_times_are_on (void)
{
  return g_getenv ("IHOP_SIMT_TIMES") != NULL;
}

void
ihop_times_add (const char *kernel, gint64 microseconds)
{
  g_mutex_lock (&lock);
  if (times == NULL)
    times = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Time *time = g_hash_table_lookup (times, kernel);
  if (time == NULL)
    {
      time = g_new0 (Time, 1);
      g_hash_table_insert (times, g_strdup (kernel), time);
    }
  time->launches++;
  time->microseconds += microseconds;
  g_mutex_unlock (&lock);
}

void
ihop_times_write (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GHashTableIter iter;
  gpointer name, time;

  g_mutex_lock (&lock);
  if (times)
    {
      g_hash_table_iter_init (&iter, times);
      while (g_hash_table_iter_next (&iter, &name, &time))
        g_string_append_printf (text, "%s %" G_GUINT64_FORMAT " %.6f\n", (char *) name, ((Time *) time)->launches,
                                1e-6 * ((Time *) time)->microseconds);
    }
  g_mutex_unlock (&lock);
  g_file_set_contents (g_getenv ("IHOP_SIMT_TIMES"), text->str, text->len, NULL);
}
