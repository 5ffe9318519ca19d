/* Sums in C text: "n - 2" and "1" make "n - 1". What is no sum of products of names and numbers is kept as
 * one opaque term. Callers free what they get. */
#pragma once
#include <glib.h>

char *ihop_linear_sum (const char *a, const char *b, int sign); /* a + sign * b, simplified */
/* b - a as a number. FALSE: not known. */
gboolean ihop_linear_distance (const char *a, const char *b, gint64 *distance);
/* Whether one of two conditions ("n >= 2 && m > 0"; NULL: always) is known to hold only where the other does. */
gboolean ihop_text_implies (const char *when, const char *other);
