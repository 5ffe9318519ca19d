/* Numbers with their units, in the user's language. */
#pragma once
#include <glib.h>

/* "1.25 ms". Caller frees. */
char *ihop_units_seconds (double seconds);
/* "32 kB": kB is 1000 bytes, MB 1000 kB, GB 1000 MB. Caller frees. */
char *ihop_units_bytes (double bytes);
/* "5.26 µs", as scripts have it, in the user's language. Caller frees. */
char *ihop_units_spoken (const char *english);
