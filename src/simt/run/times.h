/* How long each kernel has run, for whoever measures: IHOP_SIMT_TIMES names a file that gets a line for each kernel when the
 * program ends, "NAME LAUNCHES SECONDS" with seconds of the clock. Making code, copies and the host's work are not in them. */
#pragma once
#include <glib.h>

/* Is it wanted? */
gboolean ihop_times_are_on (void);
/* One launch more of the kernel, which took so many microseconds. From any thread. */
void ihop_times_add (const char *kernel, gint64 microseconds);
/* The program ends. */
void ihop_times_write (void);
