/* One job, start to end, with nothing of ours in sight: see sandbox.h.
 *
 *     upload/   as it came            in/    archives unpacked: where ihop works
 *     now/      in/ behind the steps  in/ihop-out/   its products        results/   its JSON
 *
 * The stages: unpack, steps, analyze, generate, explain, draw, prove, pack. */
#include "web/inside.h"
#include "base/folder.h"
#include "web/inside_job.h"
#include "web/names.h"
#include "web/outcome.h"
#include "web/wire.h"
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static gboolean
take_frame (const char *kind, const char *name, const char *bytes, gsize size, gpointer data)
{
  IhopInside *inside = data;
  g_autofree char *path = ihop_inside_path (inside, ".", name);

  return g_str_equal (kind, "file") && ihop_inside_write (path, bytes, size);
}

static gboolean
receive (IhopInside *inside)
{
  const IhopWireLimits limits = { 1u << 30, 20000, 1u << 30 };
  g_autoptr (IhopWireReader) reader = ihop_wire_reader_new (&limits, take_frame, inside);
  char bytes[65536];
  ssize_t n;

  while ((n = read (STDIN_FILENO, bytes, sizeof bytes)) > 0)
    if (!ihop_wire_reader_feed (reader, bytes, (gsize) n))
      return FALSE;
  return ihop_wire_reader_is_whole (reader);
}

static gboolean
read_options (IhopInside *inside)
{
  g_autofree char *path = ihop_inside_path (inside, ".", "job.json");
  g_autofree char *text = NULL, *fault = NULL;
  const char *broken;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, NULL))
    return FALSE;
  g_autoptr (JsonNode) root = ihop_web_json_read (text, size, &broken);
  inside->options = ihop_web_options_new ();
  if (root)
    fault = ihop_web_options_read (inside->options, json_node_get_object (root), (const char *const[]) { NULL });
  return root && fault == NULL;
}

static char *
report (const IhopInside *inside)
{
  JsonBuilder *json = json_builder_new ();

  json_builder_begin_object (json);
  json_builder_set_member_name (json, "sources");
  json_builder_begin_array (json);
  for (guint i = 0; i < inside->sources->len; i++)
    json_builder_add_string_value (json, inside->sources->pdata[i]);
  json_builder_end_array (json);
  ihop_json_put_text (json, "target", inside->target);
  json_builder_set_member_name (json, "notes");
  json_builder_begin_array (json);
  for (guint i = 0; i < inside->notes->len; i++)
    json_builder_add_string_value (json, inside->notes->pdata[i]);
  json_builder_end_array (json);
  json_builder_set_member_name (json, "applied_steps");
  json_builder_add_int_value (json, inside->applied);
  json_builder_set_member_name (json, "refused_step");
  json_builder_add_int_value (json, inside->refused);
  json_builder_set_member_name (json, "commands");
  json_builder_begin_array (json);
  for (guint i = 0; i < inside->commands->len; i++)
    ihop_web_command_put (inside->commands->pdata[i], json);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}

/* Everything below a folder goes out as "prefix/NAME". */
static gboolean
send_folder (const IhopInside *inside, const char *folder, const char *prefix)
{
  g_autoptr (GPtrArray) all = ihop_inside_files (inside, folder);

  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *path = ihop_inside_path (inside, folder, all->pdata[i]);
      g_autofree char *name = g_build_filename (prefix, all->pdata[i], NULL), *bytes = NULL;
      gsize size;
      if (ihop_web_path_fault (name) || !g_file_get_contents (path, &bytes, &size, NULL))
        continue;
      if (!ihop_wire_write (STDOUT_FILENO, "file", name, bytes, size))
        return FALSE;
    }
  return TRUE;
}

static gboolean
send_all (IhopInside *inside)
{
  g_autofree char *text = report (inside), *zip = ihop_inside_path (inside, "results", "archive.zip");
  g_autofree char *in = ihop_inside_path (inside, "in", NULL), *steps = ihop_inside_path (inside, "in", IHOP_INSIDE_SCRIPT);
  g_autofree char *script = ihop_inside_path (inside, ".", IHOP_INSIDE_SCRIPT), *fault = NULL;
  g_autoptr (JsonNode) analysis = ihop_inside_result (inside, "analyze.json");
  g_autofree char *outcome = ihop_web_outcome (inside->commands, analysis ? json_node_get_object (analysis) : NULL);

  ihop_inside_stage ("pack");
  if (inside->applied)
    g_rename (script, steps);
  g_autoptr (GPtrArray) all = ihop_inside_files (inside, "in");
  g_ptr_array_add (all, NULL);
  fault = ihop_pack (zip, in, (char **) all->pdata);
  if (fault)
    unlink (zip);
  return ihop_inside_say ("file", "report.json", text) && (outcome == NULL || ihop_inside_say ("failed", "failed", outcome)) && send_folder (inside, "results", "results")
         && send_folder (inside, "in", "files")
         && (inside->applied == 0 || send_folder (inside, "now", "now")) && ihop_inside_say ("end", "end", NULL);
}

static char *
work (IhopInside *inside)
{
  char *fault;

  ihop_inside_stage ("unpack");
  if (!receive (inside) || !read_options (inside))
    return g_strdup ("the job did not arrive in one piece");
  fault = ihop_inside_unpack (inside);
  if (fault == NULL)
    ihop_inside_work (inside);
  return fault;
}

static void
clear (IhopInside *inside)
{
  ihop_web_options_free (inside->options);
  g_ptr_array_unref (inside->sources);
  g_ptr_array_unref (inside->headers);
  g_ptr_array_unref (inside->commands);
  g_ptr_array_unref (inside->notes);
  g_free (inside->target);
  g_free (inside->work);
  g_free (inside->folder);
}

int
ihop_web_inside (int argc, char **argv)
{
  IhopInside inside = { .start = g_get_monotonic_time () };
  g_autofree char *fault = NULL;
  gboolean good;

  if (argc != 5)
    return 2;
  inside.ihop = argv[1];
  inside.limits.bytes = g_ascii_strtoull (argv[2], NULL, 10) * 1024;
  inside.limits.files = (guint) g_ascii_strtoull (argv[3], NULL, 10);
  inside.deadline = inside.start + g_ascii_strtoll (argv[4], NULL, 10) * G_USEC_PER_SEC;
  inside.folder = g_dir_make_tmp ("ihop-job-XXXXXX", NULL);
  inside.sources = g_ptr_array_new_with_free_func (g_free);
  inside.headers = g_ptr_array_new_with_free_func (g_free);
  inside.commands = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_web_command_free);
  inside.notes = g_ptr_array_new_with_free_func (g_free);
  if (inside.folder == NULL)
    return 1;
  fault = work (&inside);
  good = fault ? ihop_inside_say ("fault", "fault", fault) && ihop_inside_say ("end", "end", NULL) : send_all (&inside);
  ihop_folder_remove (inside.folder);
  clear (&inside);
  return good ? 0 : 1;
}
