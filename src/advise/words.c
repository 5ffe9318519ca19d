/* What was found, in words. */
#include "advise/advise.h"

char *
ihop_advice_script (const IhopAdvice *advice)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < advice->steps->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) advice->steps->pdata[i]);
  return g_string_free (text, FALSE);
}

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
