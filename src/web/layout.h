/* Where things stand below the state folder.
 *
 *     lock                held by the one service that works here
 *     queue.db            the jobs' rows (store/jobs.h)
 *     incoming/SECRET/    an upload while it comes in
 *     jobs/ID/upload/     what came; never changes
 *     jobs/ID/result/     report.json, page.html, results/…, files/…, now/…; there once, as a whole */
#pragma once
#include <glib.h>

/* All of them: caller frees. */
char *ihop_web_queue_path (const char *state);
char *ihop_web_incoming_path (const char *state, const char *secret);
char *ihop_web_job_path (const char *state, const char *id, const char *below); /* below may be NULL */
/* The folders, for us alone. FALSE: error says why. */
gboolean ihop_web_layout_make (const char *state, GError **error);
/* The state folder for this process alone, until it ends: a file descriptor to be left open. -1 with an
 * error: another service works there. */
int ihop_web_layout_lock (const char *state, GError **error);
