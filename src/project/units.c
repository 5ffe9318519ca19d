#include "project/units.h"
#include "advise/advise.h"
#include "project/localize.h"
#include <glib/gi18n-lib.h>
#include <string.h>

char *
ihop_units_seconds (double seconds)
{
  g_autoptr (IhopMessage) time = ihop_advice_time (seconds);

  return ihop_message_localize (time);
}

char *
ihop_units_bytes (double bytes)
{
  g_autoptr (IhopMessage) message = NULL;
  double number = bytes;

  for (guint i = 0; number >= 999.5 && i < 3; i++)
    number /= 1000;
  g_autofree char *text = bytes < 999.5 ? g_strdup_printf ("%.0f", bytes) : g_strdup_printf ("%.3g", number);
  message = bytes < 999.5     ? ihop_message ("%s B", text)
            : bytes < 999.5e3 ? ihop_message ("%s kB", text)
            : bytes < 999.5e6 ? ihop_message ("%s MB", text)
                              : ihop_message ("%s GB", text);
  return ihop_message_localize (message);
}

char *
ihop_units_spoken (const char *english)
{
  const char *unit = strchr (english, ' ');
  g_autofree char *sentence = unit ? g_strconcat ("%s", unit, NULL) : NULL;

  if (unit == NULL)
    return g_strdup (english);
  g_autofree char *number = g_strndup (english, (gsize) (unit - english));
  g_auto (GStrv) parts = g_strsplit (g_dgettext (GETTEXT_PACKAGE, sentence), "%s", 2);
  return g_strjoinv (number, parts);
}
