#include "checks/lines.h"
#include <string.h>

/* "FUNCTION\nFILE:LINE\n". */
static gboolean
ask (const char *module, const char *address, char **answer)
{
  const char *argv[] = { "addr2line", "-C", "-f", "-e", module, address, NULL };

  return g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, answer, NULL, NULL, NULL);
}

guint
ihop_check_lines_find (const char *module, const char *address, char **function, char **file)
{
  g_autofree char *answer = NULL;

  *function = *file = NULL;
  if (!ask (module, address, &answer))
    return 0;
  g_auto (GStrv) lines = g_strsplit (answer, "\n", 3);
  char *colon = lines[0] && lines[1] ? strrchr (lines[1], ':') : NULL;
  guint line = colon ? g_ascii_strtoull (colon + 1, NULL, 10) : 0;
  if (line == 0)
    return 0;
  *file = g_strndup (lines[1], colon - lines[1]);
  *function = g_str_has_prefix (lines[0], "??") ? NULL : g_strdup (lines[0]);
  return line;
}
