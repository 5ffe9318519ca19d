/* A listener's connection sleeps (MHD: is suspended) until the main thread has seen a change in the
 * queue. Who is woken looks for itself, and sleeps again if its job has not moved. */
#include "web/events.h"
#include "web/job_view.h"
#include "web/names.h"
#include "web/reply.h"
#include <string.h>

#define LONGEST (10 * 60 * G_USEC_PER_SEC) /* then the browser asks again */
#define QUIET (15 * G_USEC_PER_SEC)        /* then a line that says nothing keeps proxies awake */
#define FAREWELL (5 * G_USEC_PER_SEC)      /* for listeners to take what is left when the service ends */

typedef struct
{
  IhopWeb *web;
  struct MHD_Connection *connection;
  char *id, *last;   /* what was told last: state and stage */
  GString *waiting;  /* told, but not yet taken */
  gint64 start, told;
  gboolean is_over;
} Listener;

static void
tell (Listener *listener, const IhopJob *job)
{
  g_autofree char *now = job ? g_strdup_printf ("%s %s", ihop_job_state_name (job->state), job->stage)
                             : g_strdup ("gone");
  gboolean is_end = job == NULL || ihop_job_is_over (job);

  if (g_strcmp0 (now, listener->last) == 0)
    return;
  g_autofree char *data = job ? ihop_web_job_json (listener->web, job) : g_strdup ("{}");
  g_string_append_printf (listener->waiting, "event: %s\ndata: %s\n\n", is_end ? "end" : "stage",
                          g_strdelimit (g_strstrip (data), "\n", ' '));
  g_free (listener->last);
  listener->last = g_steal_pointer (&now);
  listener->told = g_get_monotonic_time ();
  listener->is_over = is_end;
}

static void
look (Listener *listener)
{
  g_autoptr (IhopJob) job = ihop_jobs_find (listener->web->jobs, listener->id, NULL);

  tell (listener, job);
  if (listener->waiting->len == 0 && g_get_monotonic_time () - listener->told > QUIET)
    {
      g_string_append (listener->waiting, ": still there\n\n");
      listener->told = g_get_monotonic_time ();
    }
}

static gboolean
is_service_over (const IhopWeb *web)
{
  return g_atomic_int_get (&web->is_draining) > 1;
}

/* FALSE: nobody will wake it any more. Asked under the lock: ihop_web_events_end wakes, under the same
 * lock, whoever went to sleep before it. */
static gboolean
sleep_until_woken (Listener *listener)
{
  IhopWeb *web = listener->web;
  gboolean may_sleep;

  g_mutex_lock (&web->listeners_lock);
  may_sleep = !is_service_over (web);
  if (may_sleep)
    {
      MHD_suspend_connection (listener->connection);
      g_ptr_array_add (web->listeners, listener);
    }
  g_mutex_unlock (&web->listeners_lock);
  return may_sleep;
}

static ssize_t
read_more (void *data, uint64_t position, char *bytes, size_t most)
{
  Listener *listener = data;
  gsize n;

  if (listener->waiting->len == 0 && !listener->is_over)
    look (listener);
  if (listener->waiting->len == 0
      && (listener->is_over || g_get_monotonic_time () - listener->start > LONGEST
          || !sleep_until_woken (listener)))
    return MHD_CONTENT_READER_END_OF_STREAM;
  n = MIN (listener->waiting->len, most);
  memcpy (bytes, listener->waiting->str, n);
  g_string_erase (listener->waiting, 0, (gssize) n);
  return (ssize_t) n;
}

static void
listener_free (void *data)
{
  Listener *listener = data;

  g_mutex_lock (&listener->web->listeners_lock);
  g_ptr_array_remove_fast (listener->web->listeners, listener);
  listener->web->streams--;
  g_cond_signal (&listener->web->stream_ended);
  g_mutex_unlock (&listener->web->listeners_lock);
  g_string_free (listener->waiting, TRUE);
  g_free (listener->id);
  g_free (listener->last);
  g_free (listener);
}

void
ihop_web_get_events (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);
  Listener *listener;

  if (job == NULL)
    return;
  listener = g_new0 (Listener, 1);
  listener->web = request->web;
  listener->connection = request->connection;
  listener->id = g_strdup (job->id);
  listener->waiting = g_string_new ("retry: 2000\n\n");
  listener->start = listener->told = g_get_monotonic_time ();
  g_mutex_lock (&request->web->listeners_lock);
  request->web->streams++;
  g_mutex_unlock (&request->web->listeners_lock);
  ihop_web_reply_stream (request, "text/event-stream", read_more, listener, listener_free);
}

static void
wake_locked (IhopWeb *web)
{
  for (guint i = 0; i < web->listeners->len; i++)
    MHD_resume_connection (((Listener *) web->listeners->pdata[i])->connection);
  g_ptr_array_set_size (web->listeners, 0);
}

void
ihop_web_events_wake (IhopWeb *web)
{
  g_mutex_lock (&web->listeners_lock);
  wake_locked (web);
  g_mutex_unlock (&web->listeners_lock);
}

void
ihop_web_events_end (IhopWeb *web)
{
  const gint64 until = g_get_monotonic_time () + FAREWELL;

  g_atomic_int_set (&web->is_draining, 2);
  g_mutex_lock (&web->listeners_lock);
  wake_locked (web);
  while (web->streams > 0 && g_cond_wait_until (&web->stream_ended, &web->listeners_lock, until))
    ;
  g_mutex_unlock (&web->listeners_lock);
}

gboolean
ihop_web_events_has_listeners (IhopWeb *web)
{
  gboolean has;

  g_mutex_lock (&web->listeners_lock);
  has = web->listeners->len > 0;
  g_mutex_unlock (&web->listeners_lock);
  return has;
}
