/* Threads that stay: one for each processor, the caller being the first. */
#pragma once
#include <glib.h>

/* Runs "work" with "data" on as many threads as there are processors, but on no more than "most"; returns when all have
 * returned that have begun before the caller's own has: each takes from the same work until nothing is left. While another call has them, on the caller's thread alone. */
void ihop_pool_run (void (*work) (gpointer data), gpointer data, guint64 most);
/* How many processors it uses. */
guint ihop_pool_size (void);
