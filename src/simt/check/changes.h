/* Do threads get on that ask in a loop? Those that take work from a counter until there is none left stand in a loop of atomic operations, as those
 * do that try a lock. What they change tells them apart: a counter goes on, a lock that somebody holds stays as it is. Plain stores tell nothing: nobody
 * who waits may look at them alone, and a thread may count on its own stack how often it has asked.
 *
 * Each change is noted with the clock (clock.h), under whose lock all this is. */
#pragma once
#include <glib.h>

/* Atomic operations of "bytes" bytes (up to 16) are about to be done at these addresses, by the lanes of the mask. */
void ihop_changes_watch (const guint64 *addresses, guint32 mask, guint bytes);
/* … have been done. Called before another block runs, as memory may be freed then. */
void ihop_changes_settle (void);
