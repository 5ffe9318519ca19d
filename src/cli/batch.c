#include "cli/batch.h"
#include "project/json.h"
#include <stdlib.h>
#include <string.h>

void
ihop_batch_file_free (gpointer data)
{
  IhopBatchFile *file = data;

  g_free (file->path);
  g_free (file->folder);
  g_free (file->result);
  g_free (file->first);
  g_free (file->lost);
  g_free (file);
}

/* ---- Reading a result -------------------------------------------------------------------------------- */

static JsonArray *
array_in (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static guint
length_in (JsonObject *object, const char *name)
{
  JsonArray *array = array_in (object, name);

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

static void
read_diagnostics (IhopBatchFile *file, JsonObject *root)
{
  for (guint i = 0; i < length_in (root, "diagnostics"); i++)
    {
      JsonObject *diag = json_array_get_object_element (array_in (root, "diagnostics"), i);
      const char *severity = json_object_get_string_member_with_default (diag, "severity", "");
      if (!g_str_equal (severity, "refused") && !g_str_equal (severity, "error"))
        continue;
      file->refused += g_str_equal (severity, "refused");
      if (file->first == NULL)
        file->first = diagnostic_text (diag);
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
  JsonObject *made = json_array_get_object_element (array_in (root, "files"), 0);
  JsonNode *plan = json_object_get_member (made, "plan");
  file->products = length_in (made, "products");
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
             { IHOP_EXIT_OURS, IHOP_COLOR_BAD, "our fault", "failed by our fault (please report them)" } };

static int
code_of (const IhopBatchFile *file)
{
  if (!file->is_known)
    return IHOP_EXIT_OUTSIDE;
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

int
ihop_batch_code (const GPtrArray *files)
{
  int gravest = IHOP_EXIT_DONE;

  for (guint i = 0; i < files->len; i++)
    gravest = MAX (gravest, code_of (files->pdata[i]));
  return gravest;
}

static const char *
remark (const IhopBatchFile *file)
{
  return file->lost && !file->is_known ? file->lost : file->first;
}

static void
show_file (const IhopBatchFile *file)
{
  guint row = row_of (file);

  ihop_cli_print_color (ends[row].color, "%-10s", ends[row].word);
  ihop_cli_print ("%s", file->path);
  if (file->is_known && file->products)
    ihop_cli_print (": %u kernel%s, %u cop%s", file->kernels, file->kernels == 1 ? "" : "s", file->transfers,
                    file->transfers == 1 ? "y" : "ies");
  ihop_cli_print ("\n");
  if (remark (file))
    ihop_cli_print ("          %s\n", remark (file));
}

static void
show_sum (const GPtrArray *files)
{
  guint counts[G_N_ELEMENTS (ends)] = { 0 }, kernels = 0, with = 0;

  for (guint i = 0; i < files->len; i++)
    {
      const IhopBatchFile *file = files->pdata[i];
      counts[row_of (file)]++;
      kernels += file->kernels;
      with += file->kernels > 0;
    }
  ihop_cli_print ("%u file%s: %u kernels in %u of them", files->len, files->len == 1 ? "" : "s", kernels, with);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (counts[i])
      ihop_cli_print ("; %u %s", counts[i], ends[i].sum);
  ihop_cli_print ("\n");
}

static void
show_json (const GPtrArray *files)
{
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_begin_array (json, "files");
  for (guint i = 0; i < files->len; i++)
    {
      const IhopBatchFile *file = files->pdata[i];
      ihop_json_begin_object (json, NULL);
      ihop_json_put_text (json, "file", file->path);
      ihop_json_put_text (json, "end", ends[row_of (file)].word);
      ihop_json_put_int (json, "code", code_of (file));
      ihop_json_put_text (json, "folder", file->folder);
      ihop_json_put_int (json, "kernels", file->kernels);
      ihop_json_put_int (json, "transfers", file->transfers);
      ihop_json_put_int (json, "refused", file->refused);
      ihop_json_put_text (json, "remark", remark (file));
      json_builder_end_object (json);
    }
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
      show_file (files->pdata[i]);
  show_sum (files);
}

/* ---- compile_commands.json -------------------------------------------------------------------------------- */

static void
add_entry (GPtrArray *files, JsonObject *entry)
{
  const char *name = json_object_get_string_member_with_default (entry, "file", NULL);
  const char *folder = json_object_get_string_member_with_default (entry, "directory", NULL);

  if (name == NULL || !g_str_has_suffix (name, ".c"))
    return;
  char *path = g_canonicalize_filename (name, folder && g_path_is_absolute (folder) ? folder : NULL);
  if (g_ptr_array_find_with_equal_func (files, path, g_str_equal, NULL))
    g_free (path);
  else
    g_ptr_array_add (files, path);
}

GPtrArray *
ihop_batch_database (const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "compile_commands.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

  if (!json_parser_load_from_file (parser, path, error))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  JsonArray *list = root && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL;
  for (guint i = 0; list && i < json_array_get_length (list); i++)
    {
      JsonNode *entry = json_array_get_element (list, i);
      if (JSON_NODE_HOLDS_OBJECT (entry))
        add_entry (files, json_node_get_object (entry));
    }
  if (files->len > 0)
    return g_steal_pointer (&files);
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s names no C file", path);
  return NULL;
}
