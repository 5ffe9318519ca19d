/* Results as the original trees show them: as numbers with some digits behind the point. */
#include "bench/entrant.h"
#include <math.h>
#include <string.h>

/* One in the last digit of a number's text: 0.01 for "3.14", 1 for "314"; a bit more, for its own rounding. */
static double
last_digit (const char *word, gsize length)
{
  const char *point = memchr (word, '.', length);
  gsize digits = 0;

  for (const char *at = point ? point + 1 : word; point && at < word + length && g_ascii_isdigit (*at); at++)
    digits++;
  return 1.001 * pow (10, -(double) digits);
}

static gboolean
is_number (const char *word, gsize length, double *value)
{
  char *end;

  *value = g_ascii_strtod (word, &end);
  return end == word + length && isfinite (*value) && memchr (word, 'e', length) == NULL;
}

static const char *
next_word (const char *at, gsize *length)
{
  at += strspn (at, " \t\r\n");
  *length = strcspn (at, " \t\r\n");
  return at;
}

char *
ihop_printed_compare (const char *original, const char *own, guint64 *within)
{
  guint64 count = 0;

  *within = 0;
  for (;;)
    {
      gsize n, m;
      double a, b;
      const char *first = next_word (original, &n), *second = next_word (own, &m);
      if (n == 0 && m == 0)
        return NULL;
      count++;
      if (n != m || memcmp (first, second, n) != 0)
        {
          if (n == 0 || m == 0 || !is_number (first, n, &a) || !is_number (second, m, &b)
              || fabs (a - b) > last_digit (first, n))
            return g_strdup_printf ("word %" G_GUINT64_FORMAT " that it prints is %.*s, not %.*s", count,
                                    (int) MIN (m, 60), second, (int) MIN (n, 60), first);
          ++*within;
        }
      original = first + n;
      own = second + m;
    }
}
