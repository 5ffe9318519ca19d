/* What was found, in words. */
#include "advise/advise.h"

char *
ihop_advice_seconds (double seconds)
{
  if (seconds >= 7200)
    return g_strdup_printf ("%.0f h", seconds / 3600);
  if (seconds >= 100)
    return g_strdup_printf ("%.0f s", seconds);
  if (seconds >= 1)
    return g_strdup_printf ("%.3g s", seconds);
  return seconds >= 1e-3 ? g_strdup_printf ("%.3g ms", 1e3 * seconds)
                         : g_strdup_printf ("%.3g µs", 1e6 * seconds);
}
