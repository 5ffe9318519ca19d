#include "web/metrics.h"
#include <stdio.h>
#include <unistd.h>

static const double bounds[IHOP_WEB_BUCKETS] = { 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5 };

void
ihop_web_metrics_init (IhopWebMetrics *metrics)
{
  g_mutex_init (&metrics->lock);
  metrics->start = g_get_real_time () / G_USEC_PER_SEC;
}

void
ihop_web_metrics_request (IhopWebMetrics *metrics, guint status, gint64 micros)
{
  g_atomic_int_inc (&metrics->requests[MIN (status / 100, 5)]);
  for (guint i = 0; i < IHOP_WEB_BUCKETS; i++)
    if ((double) micros / G_USEC_PER_SEC <= bounds[i])
      g_atomic_int_inc (&metrics->seconds[i]);
  g_mutex_lock (&metrics->lock);
  metrics->micros += micros;
  g_mutex_unlock (&metrics->lock);
}

/* "NAME help, type, value" as Prometheus wants it. */
static void
put (GString *text, const char *name, const char *type, const char *help, double value)
{
  g_string_append_printf (text, "# HELP ihop_%s %s\n# TYPE ihop_%s %s\nihop_%s %.17g\n", name, help, name,
                          type, name, value);
}

static void
put_requests (GString *text, IhopWebMetrics *metrics)
{
  guint all = 0;

  g_string_append (text, "# HELP ihop_http_requests_total Requests answered, by class of status.\n"
                         "# TYPE ihop_http_requests_total counter\n");
  for (guint i = 0; i < G_N_ELEMENTS (metrics->requests); i++)
    {
      guint n = (guint) g_atomic_int_get (&metrics->requests[i]);
      all += n;
      if (i)
        g_string_append_printf (text, "ihop_http_requests_total{status=\"%uxx\"} %u\n", i, n);
    }
  g_string_append (text, "# HELP ihop_http_request_seconds Time from a request's head to its answer.\n"
                         "# TYPE ihop_http_request_seconds histogram\n");
  for (guint i = 0; i < IHOP_WEB_BUCKETS; i++)
    g_string_append_printf (text, "ihop_http_request_seconds_bucket{le=\"%g\"} %u\n", bounds[i],
                            (guint) g_atomic_int_get (&metrics->seconds[i]));
  g_mutex_lock (&metrics->lock);
  g_string_append_printf (text, "ihop_http_request_seconds_bucket{le=\"+Inf\"} %u\n"
                                "ihop_http_request_seconds_sum %.6f\n"
                                "ihop_http_request_seconds_count %u\n",
                          all, (double) metrics->micros / G_USEC_PER_SEC, all);
  g_mutex_unlock (&metrics->lock);
}

/* Resident bytes: the second number of /proc/self/statm, in pages. */
static double
resident (void)
{
  g_autofree char *text = NULL;
  guint64 pages = 0;

  if (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL)
      && sscanf (text, "%*u %" G_GUINT64_FORMAT, &pages) != 1)
    pages = 0;
  return (double) pages * (double) sysconf (_SC_PAGESIZE);
}

char *
ihop_web_metrics_text (IhopWebMetrics *metrics, const guint by_state[4], guint connections)
{
  static const char *const states[] = { "queued", "running", "done", "failed" };
  GString *text = g_string_new (NULL);

  put_requests (text, metrics);
  g_string_append (text, "# HELP ihop_jobs Jobs that are kept, by state.\n# TYPE ihop_jobs gauge\n");
  for (guint i = 0; i < 4; i++)
    g_string_append_printf (text, "ihop_jobs{state=\"%s\"} %u\n", states[i], by_state[i]);
#define COUNTER(field, name, help)                                                                 \
  put (text, name, "counter", help, (double) (guint) g_atomic_int_get (&metrics->field))
  COUNTER (jobs_added, "jobs_added_total", "Jobs taken.");
  COUNTER (jobs_refused, "jobs_refused_total", "Jobs refused because of a limit.");
  COUNTER (jobs_retried, "jobs_retried_total", "Jobs queued again because their worker died.");
  COUNTER (workers_died, "workers_died_total", "Workers that ended before their job.");
  COUNTER (jobs_expired, "jobs_expired_total", "Jobs deleted because their time was over.");
  COUNTER (slow_clients, "slow_clients_total", "Connections closed because a request took too long.");
#undef COUNTER
  put (text, "http_connections", "gauge", "Connections open now.", connections);
  put (text, "process_resident_memory_bytes", "gauge", "Memory of the server.", resident ());
  put (text, "process_start_time_seconds", "gauge", "When the server started.", (double) metrics->start);
  return g_string_free (text, FALSE);
}
