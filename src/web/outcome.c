#include "web/outcome.h"

/* Pictures and remedies are extras: a job is done without them. */
static gboolean
is_needed (const IhopWebCommand *command)
{
  return g_str_has_prefix (command->name, "transform") || g_str_has_prefix (command->name, "analyze")
         || g_str_has_prefix (command->name, "generate");
}

/* "x.c is no valid C under these flags: line 3: expected ';'"; without a line it is the file as a whole that cannot be read. */
static char *
words_of (const char *file, JsonObject *diag)
{
  const char *message = ihop_json_get_text (diag, "message");
  gint64 line = ihop_json_get_int (diag, "line");

  return line ? g_strdup_printf ("%s is no valid C under these flags: line %" G_GINT64_FORMAT ": %s", file, line, message)
              : g_strdup_printf ("%s: %s", file, message);
}

/* Of the first error that the analysis has. */
static char *
first_error (JsonObject *analysis)
{
  JsonArray *diagnostics = analysis ? ihop_json_get_array (analysis, "diagnostics") : NULL;

  for (guint i = 0; i < ihop_json_length (diagnostics); i++)
    {
      JsonObject *diag = ihop_json_object_at (diagnostics, i);
      const char *file = diag ? ihop_json_get_text (diag, "file") : NULL;
      if (file && g_strcmp0 (ihop_json_get_text (diag, "severity"), "error") == 0)
        return words_of (file, diag);
    }
  return g_strdup ("a file is no valid C under these flags");
}

static char *
fault_of (const IhopWebCommand *command, JsonObject *analysis)
{
  if (command->ended_by)
    return g_strdup_printf ("ihop %s was ended: %s", command->name, command->ended_by);
  if (command->exit_code == 70)
    return g_strdup_printf ("ihop %s broke down: our fault, not your file's", command->name);
  if (command->exit_code == 126 || command->exit_code == -1)
    return g_strdup_printf ("ihop %s could not be started", command->name);
  return command->exit_code == 3 && g_str_equal (command->name, "analyze") ? first_error (analysis) : NULL;
}

char *
ihop_web_outcome (const GPtrArray *commands, JsonObject *analysis)
{
  char *fault = NULL;

  for (guint i = 0; i < commands->len && fault == NULL; i++)
    if (is_needed (commands->pdata[i]))
      fault = fault_of (commands->pdata[i], analysis);
  return fault;
}
