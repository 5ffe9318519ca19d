#include "gui/heartbeat.h"
#include <sys/resource.h>
#include <time.h>

#define BEAT 4 /* ms */

typedef struct
{
  char *path;
  gint64 began, last;      /* µs */
  gint64 start, first, all, stall;
  gint64 last_work, work;  /* the same by the processor's time of this thread: on a busy machine */
} Heart;

static void
write_times (const Heart *heart)
{
  struct rusage usage = { 0 };

  getrusage (RUSAGE_SELF, &usage);
  g_autofree char *text
    = g_strdup_printf ("start %" G_GINT64_FORMAT "\nfirst %" G_GINT64_FORMAT "\nall %" G_GINT64_FORMAT
                       "\nstall %" G_GINT64_FORMAT "\nwork %" G_GINT64_FORMAT "\nmemory %ld\n",
                       heart->start / 1000, heart->first / 1000, heart->all / 1000, heart->stall / 1000,
                       heart->work / 1000, usage.ru_maxrss);
  g_file_set_contents (heart->path, text, -1, NULL);
}

static gint64
work_so_far (void)
{
  struct timespec used;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  return (gint64) used.tv_sec * G_USEC_PER_SEC + used.tv_nsec / 1000;
}

static gboolean
beat (gpointer data)
{
  Heart *heart = data;
  gint64 now = g_get_monotonic_time (), work = work_so_far ();

  heart->work = MAX (heart->work, work - heart->last_work);
  heart->last_work = work;
  heart->stall = MAX (heart->stall, now - heart->last - BEAT * 1000);
  heart->last = now;
  return G_SOURCE_CONTINUE;
}

/* When the kernel says that this process began: the loader's work counts, too. */
static gint64
process_began (void)
{
  g_autofree char *stat = NULL;
  struct timespec since_boot;
  gint64 now = g_get_monotonic_time ();

  clock_gettime (CLOCK_BOOTTIME, &since_boot);
  if (!g_file_get_contents ("/proc/self/stat", &stat, NULL, NULL))
    return now;
  const char *behind_name = g_strrstr (stat, ")");
  g_auto (GStrv) words = g_strsplit (behind_name ? behind_name + 2 : "", " ", -1);
  if (g_strv_length (words) < 20)
    return now;
  gint64 ticks = g_ascii_strtoll (words[19], NULL, 10); /* field 22: starttime, 100 a second */
  gint64 age = (gint64) since_boot.tv_sec * G_USEC_PER_SEC + since_boot.tv_nsec / 1000 - ticks * 10000;
  return now - age;
}

static void
analysed (IhopDocument *document, guint file, Heart *heart)
{
  if (heart->first == 0 && ihop_document_loops (document, file)->len)
    heart->first = g_get_monotonic_time () - heart->began;
}

static void
finished (IhopDocument *document, Heart *heart)
{
  beat (heart);
  heart->all = g_get_monotonic_time () - heart->began;
  write_times (heart);
}

void
ihop_heartbeat_start (IhopDocument *document)
{
  const char *path = g_getenv ("IHOP_GUI_TIMES");
  Heart *heart;

  if (path == NULL)
    return;
  heart = g_new0 (Heart, 1); /* lives as long as the process */
  heart->path = g_strdup (path);
  heart->began = process_began ();
  heart->last = g_get_monotonic_time ();
  heart->last_work = work_so_far ();
  heart->start = heart->last - heart->began;
  g_signal_connect (document, "analysed", G_CALLBACK (analysed), heart);
  g_signal_connect (document, "finished", G_CALLBACK (finished), heart);
  g_timeout_add_full (G_PRIORITY_DEFAULT, BEAT, beat, heart, NULL);
}
