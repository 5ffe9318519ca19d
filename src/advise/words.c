/* What was found, in words. */
#include "advise/advise.h"

IhopMessage *
ihop_advice_time (double seconds)
{
  double number = seconds >= 7200 ? seconds / 3600 : seconds >= 1 ? seconds : seconds >= 1e-3 ? 1e3 * seconds : 1e6 * seconds;
  g_autofree char *text = seconds >= 100 ? g_strdup_printf ("%.0f", number) : g_strdup_printf ("%.3g", number);

  if (seconds >= 7200)
    return ihop_message ("%s h", text);
  if (seconds >= 1)
    return ihop_message ("%s s", text);
  return seconds >= 1e-3 ? ihop_message ("%s ms", text) : ihop_message ("%s µs", text);
}

char *
ihop_advice_seconds (double seconds)
{
  g_autoptr (IhopMessage) time = ihop_advice_time (seconds);

  return g_strdup (ihop_message_text (time));
}
