/* One job, start to end, with nothing of ours in sight: see sandbox.h.
 *
 *     upload/   as it came            in/    archives unpacked: where ihop works
 *     now/      in/ behind the steps  in/ihop-out/   its products        results/   its JSON
 *
 * The stages: unpack, steps, analyze, generate, explain, draw, prove, pack. */
#include "web/inside.h"
#include "base/folder.h"
#include "web/command.h"
#include "web/files.h"
#include "web/names.h"
#include "web/options.h"
#include "web/outcome.h"
#include "web/sandbox.h"
#include "web/unpack.h"
#include "web/wire.h"
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PRODUCTS "ihop-out"
#define SCRIPT "steps.ihop"
#define MOST_EXPLAINED 8
#define EXPLAIN_SECONDS 3 /* no more is begun then */
#define MOST_DRAWN 8
#define PROVE_SECONDS 10 /* for all together */
#define MOST_PROVED 8

typedef struct
{
  const char *ihop;
  IhopUnpackLimits limits;
  gint64 start, deadline;
  char *folder;            /* where all of it lies */
  IhopWebOptions *options;
  GPtrArray *sources;      /* C files, and … */
  GPtrArray *headers;      /* … folders with headers, relative to in/ */
  char *target;            /* the file that steps are for; NULL: there are no steps */
  guint applied;           /* steps that were taken */
  guint refused;           /* the one that was not, counted from 1; 0: none */
  char *work;              /* in/ or now/: where the analysis looks */
  GPtrArray *commands;     /* of IhopWebCommand * */
  GPtrArray *notes;        /* of char *: what was left out of archives */
} Inside;

static char *
path_in (const Inside *inside, const char *folder, const char *name)
{
  return g_build_filename (inside->folder, folder, name, NULL);
}

static gboolean
say (const char *kind, const char *name, const char *text)
{
  return ihop_wire_write (STDOUT_FILENO, kind, name, text, text ? strlen (text) : 0);
}

static void
stage (const char *name)
{
  say ("stage", name, NULL);
}

static gboolean
write_file (const char *path, const char *bytes, gsize size)
{
  g_autofree char *parent = g_path_get_dirname (path);

  return g_mkdir_with_parents (parent, 0700) == 0 && g_file_set_contents (path, bytes, (gssize) size, NULL);
}

static gboolean
take_frame (const char *kind, const char *name, const char *bytes, gsize size, gpointer data)
{
  Inside *inside = data;
  g_autofree char *path = path_in (inside, ".", name);

  return g_str_equal (kind, "file") && write_file (path, bytes, size);
}

static gboolean
receive (Inside *inside)
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
read_options (Inside *inside)
{
  g_autofree char *path = path_in (inside, ".", "job.json");
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

/* Every file below a folder, by name, relative to "root". */
static void
walk (const char *root, const char *below, GPtrArray *found)
{
  g_autofree char *path = g_build_filename (root, below, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (names, *below ? g_build_filename (below, name, NULL) : g_strdup (name));
  g_ptr_array_sort (names, ihop_web_compare_text);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *full = g_build_filename (root, names->pdata[i], NULL);
      if (g_file_test (full, G_FILE_TEST_IS_DIR))
        walk (root, names->pdata[i], found);
      else
        g_ptr_array_add (found, g_strdup (names->pdata[i]));
    }
}

static GPtrArray *
files_below (const Inside *inside, const char *folder)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *root = path_in (inside, folder, NULL);

  walk (root, "", found);
  return found;
}

/* Archives are unpacked, everything else is put beside. */
static char *
unpack_one (Inside *inside, const char *name)
{
  g_autofree char *from = path_in (inside, "upload", name), *to = path_in (inside, "in", name);
  g_autofree char *folder = path_in (inside, "in", NULL), *parent = g_path_get_dirname (to);

  if (ihop_unpack_is_archive (name))
    return ihop_unpack (from, folder, &inside->limits, inside->notes);
  if (g_mkdir_with_parents (parent, 0700) != 0 || g_file_test (to, G_FILE_TEST_EXISTS)
      || g_rename (from, to) != 0)
    return g_strdup_printf ("%s is there twice", name);
  return NULL;
}

static char *
unpack (Inside *inside)
{
  g_autoptr (GPtrArray) uploaded = files_below (inside, "upload");
  g_autofree char *folder = path_in (inside, "in", NULL);
  char *fault = NULL;

  g_mkdir_with_parents (folder, 0700);
  for (guint i = 0; i < uploaded->len && fault == NULL; i++)
    fault = unpack_one (inside, uploaded->pdata[i]);
  return fault;
}

static void
add_folder_of (GPtrArray *folders, const char *name)
{
  g_autofree char *folder = g_path_get_dirname (name);

  if (!g_ptr_array_find_with_equal_func (folders, folder, g_str_equal, NULL))
    g_ptr_array_add (folders, g_steal_pointer (&folder));
}

static char *
look (Inside *inside)
{
  g_autoptr (GPtrArray) all = files_below (inside, "in");

  for (guint i = 0; i < all->len; i++)
    {
      const char *name = all->pdata[i];
      if (g_str_has_prefix (name, PRODUCTS "/"))
        return g_strdup ("a folder of the upload is called " PRODUCTS ": that is where results go");
      if (g_str_has_suffix (name, ".c"))
        g_ptr_array_add (inside->sources, g_strdup (name));
      if (g_str_has_suffix (name, ".h"))
        add_folder_of (inside->headers, name);
    }
  if (inside->sources->len == 0)
    return g_strdup_printf ("the upload holds no file whose name ends with .c%s%s", inside->notes->len ? "; " : "",
                            inside->notes->len ? (char *) inside->notes->pdata[0] : "");
  return NULL;
}

/* Which file the steps are for. */
static char *
choose_target (Inside *inside)
{
  const char *file = inside->options->file;

  if (inside->options->steps->len == 0)
    return NULL;
  if (file == NULL && inside->sources->len > 1)
    return g_strdup ("there are several C files: say which one the steps are for ('file')");
  if (file && !g_ptr_array_find_with_equal_func (inside->sources, file, g_str_equal, NULL))
    return g_strdup_printf ("there is no file %s in the upload", file);
  inside->target = g_strdup (file ? file : inside->sources->pdata[0]);
  return NULL;
}

/* The words of a command line, one after the other; options that are NULL are left out. */
static void
add (GPtrArray *words, const char *option, const char *value)
{
  if (value == NULL)
    return;
  g_ptr_array_add (words, option ? g_strdup_printf ("--%s=%s", option, value) : g_strdup (value));
}

static GPtrArray *
begin_words (const Inside *inside, const char *command)
{
  const IhopWebOptions *options = inside->options;
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  add (words, NULL, inside->ihop);
  add (words, NULL, command);
  add (words, "format", "json");
  add (words, "alias", options->alias);
  for (guint i = 0; i < options->assume->len; i++)
    add (words, "assume", options->assume->pdata[i]);
  return words;
}

static void
add_files (GPtrArray *words, const GPtrArray *files)
{
  for (guint i = 0; i < files->len; i++)
    add (words, NULL, files->pdata[i]);
}

/* Headers are found wherever they stand in the upload. */
static void
add_flags (const Inside *inside, GPtrArray *words)
{
  for (guint i = 0; i < inside->options->flags->len; i++)
    add (words, NULL, inside->options->flags->pdata[i]);
  for (guint i = 0; i < inside->headers->len; i++)
    g_ptr_array_add (words, g_strconcat ("-I", inside->headers->pdata[i], NULL));
}

/* Takes the words. */
static const IhopWebCommand *
run_until (Inside *inside, const char *name, GPtrArray *words, const char *folder, gint64 deadline)
{
  g_autofree char *path = path_in (inside, folder, NULL), *results = path_in (inside, "results", NULL);
  IhopWebCommand *command;

  g_ptr_array_add (words, NULL);
  g_mkdir_with_parents (results, 0700);
  command = ihop_web_command_run (name, (char **) words->pdata, path, results, deadline, g_str_has_prefix (name, "graph"));
  g_ptr_array_unref (words);
  g_ptr_array_add (inside->commands, command);
  return command;
}

/* Ends the words with the compiler's flags, and takes them. */
static const IhopWebCommand *
run_in (Inside *inside, const char *name, GPtrArray *words, const char *folder)
{
  add (words, NULL, "--");
  add_flags (inside, words);
  return run_until (inside, name, words, folder, inside->deadline);
}

static JsonNode *
read_result (const Inside *inside, const char *name)
{
  g_autofree char *path = path_in (inside, "results", name), *text = NULL;
  const char *fault;
  gsize size;

  return g_file_get_contents (path, &text, &size, NULL) ? ihop_web_json_read (text, size, &fault) : NULL;
}

/* in/ once more as now/, for the transformed text to take its file's place. */
static gboolean
copy_sources (const Inside *inside)
{
  g_autoptr (GPtrArray) all = files_below (inside, "in");

  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *from = path_in (inside, "in", all->pdata[i]);
      g_autofree char *to = path_in (inside, "now", all->pdata[i]), *text = NULL;
      gsize size;
      if (!g_file_get_contents (from, &text, &size, NULL) || !write_file (to, text, size))
        return FALSE;
    }
  return TRUE;
}

static gboolean
try_steps (Inside *inside, const char *name, guint count)
{
  g_autoptr (GString) script = g_string_new (NULL);
  g_autofree char *path = path_in (inside, ".", SCRIPT);
  g_autofree char *output = path_in (inside, "now", inside->target);
  GPtrArray *words = begin_words (inside, "transform");

  for (guint i = 0; i < count; i++)
    g_string_append_printf (script, "%s\n", (const char *) inside->options->steps->pdata[i]);
  g_file_set_contents (path, script->str, -1, NULL);
  add (words, "script", "../steps.ihop");
  add (words, NULL, "-o");
  add (words, NULL, output);
  add (words, NULL, inside->target);
  if (run_in (inside, name, words, "in")->exit_code != 0)
    return FALSE;
  inside->applied = count;
  return TRUE;
}

/* Which line of the script the refusal names; 0: none. */
static guint
refused_line (const Inside *inside)
{
  g_autoptr (JsonNode) root = read_result (inside, "transform.json");
  JsonArray *diagnostics = root ? ihop_json_get_array (json_node_get_object (root), "diagnostics") : NULL;

  for (guint i = 0; i < ihop_json_length (diagnostics); i++)
    {
      JsonObject *diag = ihop_json_object_at (diagnostics, i);
      const char *file = diag ? ihop_json_get_text (diag, "file") : NULL;
      if (file && g_str_has_suffix (file, SCRIPT))
        return (guint) ihop_json_get_int (diag, "line");
    }
  return 0;
}

/* A step may be refused: then those before it stand, as they did when it was not yet there. */
static void
take_steps (Inside *inside)
{
  inside->work = g_strdup ("in");
  if (inside->target == NULL || !copy_sources (inside))
    return;
  stage ("steps");
  if (!try_steps (inside, "transform", inside->options->steps->len))
    inside->refused = refused_line (inside);
  if (inside->refused > 1)
    try_steps (inside, "transform-before", inside->refused - 1);
  if (inside->applied == 0)
    return;
  g_free (inside->work);
  inside->work = g_strdup ("now");
}

/* FALSE: there is nothing to go on with. */
static gboolean
analyze (Inside *inside)
{
  GPtrArray *words = begin_words (inside, "analyze");
  const IhopWebCommand *command;

  stage ("analyze");
  add_files (words, inside->sources);
  command = run_in (inside, "analyze", words, inside->work);
  /* Of several files one may be no C: the others are worked on. */
  return command->exit_code >= 0 && command->exit_code <= (inside->sources->len > 1 ? 3 : 2);
}

/* The main job for some files, into a folder of the products. */
static void
generate_files (Inside *inside, const char *name, const GPtrArray *files, const char *folder,
                gboolean with_steps)
{
  const IhopWebOptions *options = inside->options;
  GPtrArray *words = begin_words (inside, NULL);
  gboolean is_auto = g_str_equal (options->mode, "auto");

  if (is_auto)
    add (words, NULL, "--auto");
  else if (!g_str_equal (options->mode, "usual"))
    add (words, "pragma", options->mode);
  add (words, "script", with_steps ? "../steps.ihop" : NULL);
  add (words, "gpu", options->gpu);
  add (words, "math", options->math);
  add (words, "transfers", options->transfers);
  add (words, "search", options->search);
  add (words, "emit", "cu,cpu,emu,json");
  add (words, NULL, "-v"); /* with the lines that products come from */
  add (words, "output", folder);
  add_files (words, files);
  run_in (inside, name, words, "in");
}

/* Steps are for one file, and files of one name may not be written over each other: these go alone. */
static gboolean
goes_alone (const Inside *inside, const char *file)
{
  g_autofree char *base = g_path_get_basename (file);
  guint same = 0;

  for (guint i = 0; i < inside->sources->len; i++)
    {
      g_autofree char *other = g_path_get_basename (inside->sources->pdata[i]);
      same += g_str_equal (base, other);
    }
  return same > 1 || (inside->applied && g_strcmp0 (file, inside->target) == 0);
}

static void
generate (Inside *inside)
{
  g_autoptr (GPtrArray) together = g_ptr_array_new ();
  guint number = 1;

  stage ("generate");
  for (guint i = 0; i < inside->sources->len; i++)
    if (!goes_alone (inside, inside->sources->pdata[i]))
      g_ptr_array_add (together, inside->sources->pdata[i]);
  if (together->len)
    generate_files (inside, "generate", together, PRODUCTS, FALSE);
  for (guint i = 0; i < inside->sources->len; i++)
    {
      const char *file = inside->sources->pdata[i];
      g_autofree char *parent = g_path_get_dirname (file);
      g_autofree char *folder = g_build_filename (PRODUCTS, g_str_equal (parent, ".") ? NULL : parent, NULL);
      g_autofree char *name = number == 1 && together->len == 0
                                ? g_strdup ("generate")
                                : g_strdup_printf ("generate-%u", number + 1);
      g_autoptr (GPtrArray) alone = g_ptr_array_new ();
      if (!goes_alone (inside, file))
        continue;
      g_ptr_array_add (alone, (char *) file);
      generate_files (inside, name, alone, folder, inside->applied && g_str_equal (file, inside->target));
      number++;
    }
}

/* Steps that help: asked for loops that are not parallel, while time is left. */
static void
explain (Inside *inside)
{
  g_autoptr (JsonNode) root = read_result (inside, "analyze.json");
  JsonArray *loops = root ? ihop_json_get_array (json_node_get_object (root), "loops") : NULL;
  gint64 until = g_get_monotonic_time () + MIN (EXPLAIN_SECONDS * G_USEC_PER_SEC,
                                                (inside->deadline - inside->start) / 4);
  guint done = 0;

  stage ("explain");
  for (guint i = 0; i < ihop_json_length (loops) && done < MOST_EXPLAINED; i++)
    {
      JsonObject *loop = ihop_json_object_at (loops, i);
      const char *address = ihop_json_get_text (loop, "loop");
      g_autofree char *name = g_strdup_printf ("explain-%u", i + 1);
      if (address == NULL || *address == '-' || g_get_monotonic_time () > until
          || g_strcmp0 (ihop_json_get_text (loop, "verdict"), "parallel") == 0)
        continue;
      GPtrArray *words = begin_words (inside, "explain");
      add (words, "gpu", inside->options->gpu);
      add_files (words, inside->sources);
      add (words, NULL, address);
      run_in (inside, name, words, inside->work);
      done++;
    }
}

/* The drawing goes to a file; what it says of itself is not kept. */
static void
draw (Inside *inside)
{
  stage ("draw");
  for (guint i = 0; i < inside->sources->len && i < MOST_DRAWN; i++)
    {
      g_autofree char *name = i ? g_strdup_printf ("graph-%u", i + 1) : g_strdup ("graph");
      g_autofree char *output = g_strdup_printf ("../results/%s.svg", name);
      GPtrArray *words = begin_words (inside, "graph");
      add (words, "kind", "deps");
      add (words, "output", output);
      add (words, NULL, inside->sources->pdata[i]);
      run_in (inside, name, words, inside->work);
    }
}

static void
prove_file (Inside *inside, guint number, const char *file, gint64 until)
{
  g_autofree char *name = number ? g_strdup_printf ("prove-%u", number + 1) : g_strdup ("prove");
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  add (words, NULL, inside->ihop);
  add (words, NULL, "prove");
  add (words, "format", "json");
  add (words, NULL, file);
  add (words, NULL, "--");
  add (words, NULL, "-isystem" IHOP_SANDBOX_CUDA);
  add (words, NULL, "-isystem" IHOP_SANDBOX_CUDA "/own");
  add_flags (inside, words);
  run_until (inside, name, words, "in", until);
}

/* Of the kernels that were generated, while time is left. */
static void
prove (Inside *inside)
{
  g_autoptr (GPtrArray) all = files_below (inside, "in");
  gint64 until = g_get_monotonic_time () + MIN (PROVE_SECONDS * G_USEC_PER_SEC, (inside->deadline - g_get_monotonic_time ()) / 2);
  guint number = 0;

  stage ("prove");
  for (guint i = 0; i < all->len && number < MOST_PROVED; i++)
    if (g_str_has_prefix (all->pdata[i], PRODUCTS "/") && g_str_has_suffix (all->pdata[i], ".cu") && g_get_monotonic_time () < until)
      prove_file (inside, number++, all->pdata[i], until);
}

static char *
report (const Inside *inside)
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
send_folder (const Inside *inside, const char *folder, const char *prefix)
{
  g_autoptr (GPtrArray) all = files_below (inside, folder);

  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *path = path_in (inside, folder, all->pdata[i]);
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
send_all (Inside *inside)
{
  g_autofree char *text = report (inside), *zip = path_in (inside, "results", "archive.zip");
  g_autofree char *in = path_in (inside, "in", NULL), *steps = path_in (inside, "in", SCRIPT);
  g_autofree char *script = path_in (inside, ".", SCRIPT), *fault = NULL;
  g_autoptr (JsonNode) analysis = read_result (inside, "analyze.json");
  g_autofree char *outcome = ihop_web_outcome (inside->commands, analysis ? json_node_get_object (analysis) : NULL);

  stage ("pack");
  if (inside->applied)
    g_rename (script, steps);
  g_autoptr (GPtrArray) all = files_below (inside, "in");
  g_ptr_array_add (all, NULL);
  fault = ihop_pack (zip, in, (char **) all->pdata);
  if (fault)
    unlink (zip);
  return say ("file", "report.json", text) && (outcome == NULL || say ("failed", "failed", outcome)) && send_folder (inside, "results", "results")
         && send_folder (inside, "in", "files")
         && (inside->applied == 0 || send_folder (inside, "now", "now")) && say ("end", "end", NULL);
}

static char *
work (Inside *inside)
{
  char *fault;

  stage ("unpack");
  if (!receive (inside) || !read_options (inside))
    return g_strdup ("the job did not arrive in one piece");
  fault = unpack (inside);
  if (fault == NULL)
    fault = look (inside);
  if (fault == NULL)
    fault = choose_target (inside);
  if (fault)
    return fault;
  take_steps (inside);
  if (analyze (inside))
    {
      generate (inside);
      explain (inside);
      draw (inside);
      prove (inside);
    }
  return NULL;
}

static void
clear (Inside *inside)
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
  Inside inside = { .start = g_get_monotonic_time () };
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
  good = fault ? say ("fault", "fault", fault) && say ("end", "end", NULL) : send_all (&inside);
  ihop_folder_remove (inside.folder);
  clear (&inside);
  return good ? 0 : 1;
}
