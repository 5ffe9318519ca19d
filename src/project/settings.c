#include "project/settings.h"

static gboolean
is_empty (char **words)
{
  return words == NULL || words[0] == NULL;
}

gboolean
ihop_settings_are_usual (const IhopSettings *settings)
{
  return is_empty (settings->flags) && is_empty (settings->assume) && settings->database == NULL && settings->gpu == NULL
         && settings->alias == IHOP_ALIAS_CHECK;
}

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
