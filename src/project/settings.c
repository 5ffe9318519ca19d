#include "project/settings.h"

IhopSettings *
ihop_settings_copy (const IhopSettings *settings)
{
  IhopSettings *copy = g_new0 (IhopSettings, 1);

  copy->flags = g_strdupv (settings->flags);
  copy->database = g_strdup (settings->database);
  copy->alias = settings->alias;
  copy->assume = g_strdupv (settings->assume);
  copy->gpu = g_strdup (settings->gpu);
  return copy;
}

void
ihop_settings_free (IhopSettings *settings)
{
  if (settings == NULL)
    return;
  g_strfreev (settings->flags);
  g_free (settings->database);
  g_strfreev (settings->assume);
  g_free (settings->gpu);
  g_free (settings);
}
