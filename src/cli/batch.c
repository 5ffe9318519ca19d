#include "cli/batch.h"
#include "base/json.h"
#include "base/json_read.h"
#include <stdlib.h>
#include <string.h>

#define MOST_REMARKS 3 /* of a file, without -v */

void
ihop_batch_file_free (gpointer data)
{
  IhopBatchFile *file = data;

  g_free (file->path);
  g_free (file->database);
  g_free (file->folder);
  g_free (file->result);
  g_free (file->key);
  g_strfreev (file->inputs);
  g_strfreev (file->products);
  g_ptr_array_unref (file->errors);
  g_free (file->lost);
  g_free (file);
}

/* ---- Reading a result -------------------------------------------------------------------------------- */

static guint
length_in (JsonObject *object, const char *name)
{
  JsonArray *array = ihop_json_get_array (object, name);

  return array ? json_array_get_length (array) : 0;
}

/* "line 12: sentence [IHOP-D001]". Caller frees. */
static char *
diagnostic_text (JsonObject *diag)
{
  gint64 line = json_object_get_int_member_with_default (diag, "line", 0);
  const char *message = json_object_get_string_member_with_default (diag, "message", "");
  const char *id = json_object_get_string_member_with_default (diag, "id", "");

  return line ? g_strdup_printf ("line %" G_GINT64_FORMAT ": %s [%s]", line, message, id)
              : g_strdup_printf ("%s [%s]", message, id);
}

/* Texts of an array. Caller frees with g_strfreev. */
static char **
texts_in (JsonObject *object, const char *name)
{
  guint n = length_in (object, name);
  char **texts = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    texts[i] = g_strdup (json_array_get_string_element (ihop_json_get_array (object, name), i));
  return texts;
}

static void
read_diagnostics (IhopBatchFile *file, JsonObject *root)
{
  for (guint i = 0; i < length_in (root, "diagnostics"); i++)
    {
      JsonObject *diag = json_array_get_object_element (ihop_json_get_array (root, "diagnostics"), i);
      const char *severity = json_object_get_string_member_with_default (diag, "severity", "");
      if (!g_str_equal (severity, "refused") && !g_str_equal (severity, "error"))
        continue;
      file->refused += g_str_equal (severity, "refused");
      g_ptr_array_add (file->errors, diagnostic_text (diag));
    }
}

static void
read_document (IhopBatchFile *file, const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_data (parser, text, -1, NULL) || json_parser_get_root (parser) == NULL
      || !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
    return; /* an end without a document: the exit code says enough */
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  read_diagnostics (file, root);
  if (length_in (root, "files") == 0)
    return;
  JsonObject *made = json_array_get_object_element (ihop_json_get_array (root, "files"), 0);
  JsonNode *plan = json_object_get_member (made, "plan");
  file->products = texts_in (made, "products");
  file->inputs = texts_in (made, "inputs");
  if (plan && JSON_NODE_HOLDS_OBJECT (plan))
    {
      file->kernels = length_in (json_node_get_object (plan), "kernels");
      file->transfers = length_in (json_node_get_object (plan), "transfers");
    }
}

/* ihop's document, and in the last line its exit code. */
gboolean
ihop_batch_file_read (IhopBatchFile *file)
{
  g_autofree char *text = NULL;

  if (file->is_known || !g_file_get_contents (file->result, &text, NULL, NULL))
    return file->is_known;
  char *last = strrchr (g_strchomp (text), '\n');
  last = last ? last + 1 : text;
  if (!g_ascii_isdigit (*last))
    return FALSE;
  file->code = atoi (last);
  *last = '\0';
  read_document (file, text);
  file->is_known = TRUE;
  return TRUE;
}

/* ---- The sum ------------------------------------------------------------------------------------------- */

/* A file that nobody began, or that was stopped on the way, has no code of its own. */
enum
{
  STOPPED = -1,
  NOT_BEGUN = -2
};

static const struct
{
  int code;
  IhopColor color;
  const char *word, *sum;
} ends[] = { { IHOP_EXIT_DONE, IHOP_COLOR_GOOD, "done", "done" },
             { IHOP_EXIT_REFUSED, IHOP_COLOR_DOUBT, "refused", "done, but something was refused" },
             { IHOP_EXIT_USAGE, IHOP_COLOR_BAD, "no file", "cannot be read" },
             { IHOP_EXIT_NOT_C, IHOP_COLOR_BAD, "no C", "no valid C under these flags" },
             { IHOP_EXIT_OUTSIDE, IHOP_COLOR_BAD, "failed", "failed, or were lost with their machine" },
             { IHOP_EXIT_OURS, IHOP_COLOR_BAD, "our fault", "failed by our fault (please report them)" },
             { STOPPED, IHOP_COLOR_DIM, "stopped", "stopped on the way" },
             { NOT_BEGUN, IHOP_COLOR_DIM, "not begun", "not begun" } };

static int
code_of (const IhopBatchFile *file)
{
  if (!file->is_known && file->lost)
    return IHOP_EXIT_OUTSIDE;
  if (!file->is_known)
    return file->has_begun ? STOPPED : NOT_BEGUN;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (ends[i].code == file->code)
      return file->code;
  return IHOP_EXIT_OURS; /* no code that was ever promised */
}

static guint
row_of (const IhopBatchFile *file)
{
  guint row = 0;

  while (ends[row].code != code_of (file))
    row++;
  return row;
}

const char *
ihop_batch_file_end (const IhopBatchFile *file)
{
  return ends[row_of (file)].word;
}

gboolean
ihop_batch_file_is_good (const IhopBatchFile *file)
{
  return code_of (file) == IHOP_EXIT_DONE || code_of (file) == IHOP_EXIT_REFUSED;
}

char *
ihop_batch_file_name (const IhopBatchFile *file)
{
  return file->entry > 1 ? g_strdup_printf ("%s (entry %u)", file->path, file->entry) : g_strdup (file->path);
}

int
ihop_batch_code (const GPtrArray *files)
{
  int gravest = IHOP_EXIT_DONE;

  for (guint i = 0; i < files->len; i++)
    gravest = MAX (gravest, code_of (files->pdata[i]));
  return gravest;
}

/* What is to be said of it, in lines: why there is no result, or all that was refused or wrong. */
static guint
count_remarks (const IhopBatchFile *file)
{
  return file->lost && !file->is_known ? 1 : file->errors->len;
}

static const char *
remark (const IhopBatchFile *file, guint i)
{
  return file->lost && !file->is_known ? file->lost : file->errors->pdata[i];
}

static void
show_file (const IhopCli *cli, const IhopBatchFile *file)
{
  g_autofree char *name = ihop_batch_file_name (file);
  guint row = row_of (file), n = count_remarks (file), shown = cli->verbose ? n : MIN (n, MOST_REMARKS);

  ihop_cli_print_color (ends[row].color, "%-10s", ends[row].word);
  ihop_cli_print ("%s", name);
  if (file->is_known && file->products && *file->products)
    ihop_cli_print (": %u kernel%s, %u cop%s", file->kernels, file->kernels == 1 ? "" : "s", file->transfers,
                    file->transfers == 1 ? "y" : "ies");
  ihop_cli_print ("%s\n", file->is_kept ? " (as it was)" : "");
  for (guint i = 0; i < shown; i++)
    ihop_cli_print ("          %s\n", remark (file, i));
  if (shown < n)
    ihop_cli_print ("          and %u more (-v or --html shows them)\n", n - shown);
}

char *
ihop_batch_sum (const GPtrArray *files)
{
  GString *text = g_string_new (NULL);
  guint counts[G_N_ELEMENTS (ends)] = { 0 }, kernels = 0, with = 0, kept = 0;

  for (guint i = 0; i < files->len; i++)
    {
      const IhopBatchFile *file = files->pdata[i];
      counts[row_of (file)]++;
      kernels += file->kernels;
      with += file->kernels > 0;
      kept += file->is_kept;
    }
  g_string_printf (text, "%u file%s: %u kernels in %u of them", files->len, files->len == 1 ? "" : "s", kernels, with);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (counts[i])
      g_string_append_printf (text, "; %u %s", counts[i], ends[i].sum);
  if (kept)
    g_string_append_printf (text, "; %u of them as they were", kept);
  return g_string_free (text, FALSE);
}

static void
put_file (JsonBuilder *json, const IhopBatchFile *file)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "file", file->path);
  ihop_json_put_int (json, "entry", file->entry);
  ihop_json_put_text (json, "end", ihop_batch_file_end (file));
  if (code_of (file) >= 0)
    ihop_json_put_int (json, "code", code_of (file));
  else
    ihop_json_put_text (json, "code", NULL);
  ihop_json_put_bool (json, "kept", file->is_kept);
  ihop_json_put_text (json, "folder", file->folder);
  ihop_json_put_int (json, "kernels", file->kernels);
  ihop_json_put_int (json, "transfers", file->transfers);
  ihop_json_put_int (json, "refused", file->refused);
  ihop_json_put_double (json, "seconds", file->seconds);
  ihop_json_put_text (json, "remark", count_remarks (file) ? remark (file, 0) : NULL);
  ihop_json_begin_array (json, "errors");
  for (guint i = 0; i < file->errors->len; i++)
    ihop_json_add_text (json, file->errors->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void
show_json (const GPtrArray *files)
{
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_begin_array (json, "files");
  for (guint i = 0; i < files->len; i++)
    put_file (json, files->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  g_autofree char *text = ihop_json_finish (json);
  ihop_cli_print ("%s", text);
}

void
ihop_batch_show (const IhopCli *cli, const GPtrArray *files)
{
  if (cli->is_json)
    {
      show_json (files);
      return;
    }
  for (guint i = 0; i < files->len; i++)
    if (!cli->quiet || code_of (files->pdata[i]) != IHOP_EXIT_DONE)
      show_file (cli, files->pdata[i]);
  g_autofree char *sum = ihop_batch_sum (files);
  ihop_cli_print ("%s\n", sum);
}
