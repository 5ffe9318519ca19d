#include "checks/lines.h"
#include <string.h>

/* Caller frees. "FUNCTION\nFILE:LINE\n", and the same for each function that this one was put into, and for its caller. */
static char *
ask (const char *module, const char *address)
{
  char *answer = NULL;
  g_auto (GStrv) addresses = g_strsplit (address, " ", 2);
  const char *argv[] = { "addr2line", "-C", "-f", "-i", "-e", module, addresses[0], addresses[1], NULL };

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &answer, NULL, NULL, NULL);
  return answer ? answer : g_strdup ("");
}

/* Remembered; the table owns it. */
static const char *
answer_to (GHashTable *known, const char *module, const char *address)
{
  char *question = g_strconcat (module, "\n", address, NULL), *answer = g_hash_table_lookup (known, question);

  if (answer)
    g_free (question);
  else
    g_hash_table_insert (known, question, answer = ask (module, address));
  return answer;
}

/* CUDA's headers have functions that call the runtime for programs: who has called those is meant. */
static gboolean
is_of_headers (const char *place)
{
  return strstr (place, "/cuda_runtime.h:") || strstr (place, "/cuda_runtime_api.h:") || strstr (place, "/ihop_cuda.h:");
}

guint
ihop_check_lines_find (GHashTable *known, const char *module, const char *address, char **function, char **file)
{
  g_auto (GStrv) lines = g_strsplit (answer_to (known, module, address), "\n", -1);
  guint i = 0;

  *function = *file = NULL;
  guint n = g_strv_length (lines) / 2 * 2;
  while (i + 3 < n && is_of_headers (lines[i + 1]))
    i += 2;
  char *colon = n ? strrchr (lines[i + 1], ':') : NULL;
  guint line = colon ? g_ascii_strtoull (colon + 1, NULL, 10) : 0;
  if (line == 0)
    return 0;
  *file = g_strndup (lines[i + 1], colon - lines[i + 1]);
  *function = g_str_has_prefix (lines[i], "??") ? NULL : g_strdup (lines[i]);
  return line;
}
