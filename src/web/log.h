/* The log: one line of JSON an event, on standard error. No secret (job ids, addresses) goes in:
 * ihop_web_alias. */
#pragma once
#include <glib.h>

/* Pairs of a name and a text, ends with NULL; a NULL text is left out. May be called from any thread. */
void ihop_web_log (const char *level, const char *event, ...) G_GNUC_NULL_TERMINATED;
