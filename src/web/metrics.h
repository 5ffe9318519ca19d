/* Figures for Prometheus. Counted by any thread. */
#pragma once
#include <glib.h>

#define IHOP_WEB_BUCKETS 8

typedef struct
{
  gint requests[6];                    /* by hundreds of the status: 1xx … 5xx; 0: none was sent */
  gint seconds[IHOP_WEB_BUCKETS];      /* requests that took up to ihop_web_bounds[i] */
  gint64 micros;                       /* of all requests together; under the lock */
  gint jobs_added, jobs_refused, jobs_retried, workers_died, jobs_expired, slow_clients;
  GMutex lock;
  gint64 start;                        /* seconds since 1970 */
} IhopWebMetrics;

void ihop_web_metrics_init (IhopWebMetrics *metrics);
void ihop_web_metrics_request (IhopWebMetrics *metrics, guint status, gint64 micros);
/* The text that Prometheus reads; by_state: jobs queued, running, done, failed. Caller frees. */
char *ihop_web_metrics_text (IhopWebMetrics *metrics, const guint by_state[4], guint connections);
