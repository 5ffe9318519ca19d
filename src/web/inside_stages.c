/* What is asked of ihop, one command after another. */
#include "web/inside_job.h"
#include "web/sandbox.h"
#include <string.h>

#define MOST_EXPLAINED 8
#define EXPLAIN_SECONDS 3 /* no more is begun then */
#define MOST_DRAWN 8
#define PROVE_SECONDS 10 /* for all together */
#define MOST_PROVED 8

/* The words of a command line, one after the other; options that are NULL are left out. */
static void
add (GPtrArray *words, const char *option, const char *value)
{
  if (value == NULL)
    return;
  g_ptr_array_add (words, option ? g_strdup_printf ("--%s=%s", option, value) : g_strdup (value));
}

static GPtrArray *
begin_words (const IhopInside *inside, const char *command)
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
add_flags (const IhopInside *inside, GPtrArray *words)
{
  for (guint i = 0; i < inside->options->flags->len; i++)
    add (words, NULL, inside->options->flags->pdata[i]);
  for (guint i = 0; i < inside->headers->len; i++)
    g_ptr_array_add (words, g_strconcat ("-I", inside->headers->pdata[i], NULL));
}

/* Takes the words. */
static const IhopWebCommand *
run_until (IhopInside *inside, const char *name, GPtrArray *words, const char *folder, gint64 deadline)
{
  g_autofree char *path = ihop_inside_path (inside, folder, NULL), *results = ihop_inside_path (inside, "results", NULL);
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
run_in (IhopInside *inside, const char *name, GPtrArray *words, const char *folder)
{
  add (words, NULL, "--");
  add_flags (inside, words);
  return run_until (inside, name, words, folder, inside->deadline);
}

/* in/ once more as now/, for the transformed text to take its file's place. */
static gboolean
copy_sources (const IhopInside *inside)
{
  g_autoptr (GPtrArray) all = ihop_inside_files (inside, "in");

  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *from = ihop_inside_path (inside, "in", all->pdata[i]);
      g_autofree char *to = ihop_inside_path (inside, "now", all->pdata[i]), *text = NULL;
      gsize size;
      if (!g_file_get_contents (from, &text, &size, NULL) || !ihop_inside_write (to, text, size))
        return FALSE;
    }
  return TRUE;
}

static gboolean
try_steps (IhopInside *inside, const char *name, guint count)
{
  g_autoptr (GString) script = g_string_new (NULL);
  g_autofree char *path = ihop_inside_path (inside, ".", IHOP_INSIDE_SCRIPT);
  g_autofree char *output = ihop_inside_path (inside, "now", inside->target);
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
refused_line (const IhopInside *inside)
{
  g_autoptr (JsonNode) root = ihop_inside_result (inside, "transform.json");
  JsonArray *diagnostics = root ? ihop_json_get_array (json_node_get_object (root), "diagnostics") : NULL;

  for (guint i = 0; i < ihop_json_length (diagnostics); i++)
    {
      JsonObject *diag = ihop_json_object_at (diagnostics, i);
      const char *file = diag ? ihop_json_get_text (diag, "file") : NULL;
      if (file && g_str_has_suffix (file, IHOP_INSIDE_SCRIPT))
        return (guint) ihop_json_get_int (diag, "line");
    }
  return 0;
}

/* A step may be refused: then those before it stand, as they did when it was not yet there. */
static void
take_steps (IhopInside *inside)
{
  inside->work = g_strdup ("in");
  if (inside->target == NULL || !copy_sources (inside))
    return;
  ihop_inside_stage ("steps");
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
analyze (IhopInside *inside)
{
  GPtrArray *words = begin_words (inside, "analyze");
  const IhopWebCommand *command;

  ihop_inside_stage ("analyze");
  add_files (words, inside->sources);
  command = run_in (inside, "analyze", words, inside->work);
  /* Of several files one may be no C: the others are worked on. */
  return command->exit_code >= 0 && command->exit_code <= (inside->sources->len > 1 ? 3 : 2);
}

/* The main job for some files, into a folder of the products. */
static void
generate_files (IhopInside *inside, const char *name, const GPtrArray *files, const char *folder,
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
goes_alone (const IhopInside *inside, const char *file)
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
generate (IhopInside *inside)
{
  g_autoptr (GPtrArray) together = g_ptr_array_new ();
  guint number = 1;

  ihop_inside_stage ("generate");
  for (guint i = 0; i < inside->sources->len; i++)
    if (!goes_alone (inside, inside->sources->pdata[i]))
      g_ptr_array_add (together, inside->sources->pdata[i]);
  if (together->len)
    generate_files (inside, "generate", together, IHOP_INSIDE_PRODUCTS, FALSE);
  for (guint i = 0; i < inside->sources->len; i++)
    {
      const char *file = inside->sources->pdata[i];
      g_autofree char *parent = g_path_get_dirname (file);
      g_autofree char *folder = g_build_filename (IHOP_INSIDE_PRODUCTS, g_str_equal (parent, ".") ? NULL : parent, NULL);
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
explain (IhopInside *inside)
{
  g_autoptr (JsonNode) root = ihop_inside_result (inside, "analyze.json");
  JsonArray *loops = root ? ihop_json_get_array (json_node_get_object (root), "loops") : NULL;
  gint64 until = g_get_monotonic_time () + MIN (EXPLAIN_SECONDS * G_USEC_PER_SEC,
                                                (inside->deadline - inside->start) / 4);
  guint done = 0;

  ihop_inside_stage ("explain");
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
draw (IhopInside *inside)
{
  ihop_inside_stage ("draw");
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
prove_file (IhopInside *inside, guint number, const char *file, gint64 until)
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
prove (IhopInside *inside)
{
  g_autoptr (GPtrArray) all = ihop_inside_files (inside, "in");
  gint64 until = g_get_monotonic_time () + MIN (PROVE_SECONDS * G_USEC_PER_SEC, (inside->deadline - g_get_monotonic_time ()) / 2);
  guint number = 0;

  ihop_inside_stage ("prove");
  for (guint i = 0; i < all->len && number < MOST_PROVED; i++)
    if (g_str_has_prefix (all->pdata[i], IHOP_INSIDE_PRODUCTS "/") && g_str_has_suffix (all->pdata[i], ".cu") && g_get_monotonic_time () < until)
      prove_file (inside, number++, all->pdata[i], until);
}

void
ihop_inside_work (IhopInside *inside)
{
  take_steps (inside);
  if (!analyze (inside))
    return;
  generate (inside);
  explain (inside);
  draw (inside);
  prove (inside);
}
