/* The other generators at work: PPCG and Pluto. Both are given a copy of the kernel in the entrant's own
 * folder, for three reasons: polycc moves its input about while it works, both leave files beside it, and
 * marks that are meant for ihop ("#pragma target") are a syntax error to Clan, Pluto's first parser. */
#include "bench/entrant.h"
#include "bench_data.h"
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

/* As many empty lines as the mark had. */
static gboolean
replace_mark (const GMatchInfo *match, GString *out, gpointer data)
{
  g_autofree char *mark = g_match_info_fetch (match, 0);

  for (const char *at = strchr (mark, '\n'); at; at = strchr (at + 1, '\n'))
    g_string_append_c (out, '\n');
  return FALSE;
}

char *
ihop_text_for_others (const char *text)
{
  g_autoptr (GRegex) mark = g_regex_new ("^[ \\t]*#[ \\t]*pragma[ \\t]+target\\b(?:[^\\n]*\\\\\\n)*[^\\n]*", G_REGEX_MULTILINE,
                                         0, NULL);

  return g_regex_replace_eval (mark, text, -1, 0, 0, replace_mark, NULL, NULL);
}

static void
add_flags (GPtrArray *argv, const IhopRival *rival)
{
  g_auto (GStrv) words = g_strsplit (rival->generator_flags, " ", -1);

  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (argv, g_strdup (words[i]));
}

/* The copy's name in the folder; NULL: it cannot be written, as the result says. Caller frees. */
static char *
write_copy (const IhopTaskContext *context, IhopEntrant *entrant)
{
  g_autofree char *name = g_strconcat (context->kernel->name, ".c", NULL), *text = NULL, *path = NULL;

  if (!g_file_get_contents (context->kernel->path, &text, NULL, NULL))
    {
      ihop_case_set (entrant->result, IHOP_CASE_BROKEN, g_strdup_printf ("%s cannot be read",
                                                                         context->kernel->path));
      return NULL;
    }
  g_autofree char *plain = ihop_text_for_others (text);
  return ihop_entrant_write (entrant, name, plain, &path) ? g_steal_pointer (&name) : NULL;
}

/* argv ends with NULL. *why: what it said where it failed; the caller frees. */
static gboolean
run_generator (const IhopTaskContext *context, const IhopEntrant *entrant, const char *const *argv,
               double *seconds, char **why)
{
  g_autofree char *log = g_build_filename (entrant->folder, "generate.log", NULL);
  g_autofree char *out = g_build_filename (entrant->folder, "generate.out", NULL);
  IhopBenchLaunch launch = { .argv = argv, .folder = entrant->folder, .out = out, .err = log,
                        .seconds = context->options->build_seconds };

  ihop_launch (&launch);
  *seconds += launch.took;
  if (launch.status == 0)
    return TRUE;
  g_autofree char *end = ihop_launch_end_text (&launch), *said = ihop_entrant_said (entrant, log);
  *why = g_strdup_printf ("its generator %s%s", end, said);
  return FALSE;
}

/* What it wrote: "names" are of files in its folder. */
static void
take_generated (IhopTaskContext *context, IhopEntrant *entrant, const char *const *names, double seconds)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_free);
  guint lines = 0;

  ihop_case_add_figure (entrant->result, "", "generate", seconds);
  for (guint i = 0; names[i]; i++)
    {
      char *path = g_build_filename (entrant->folder, names[i], NULL);
      g_autofree char *text = NULL;
      g_ptr_array_add (sources, path);
      if (!g_file_get_contents (path, &text, NULL, NULL))
        {
          ihop_case_set (entrant->result, IHOP_CASE_BROKEN,
                         g_strdup_printf ("its generator wrote no %s", names[i]));
          return;
        }
      lines += ihop_kernel_lines (text);
      ihop_case_add_text (entrant->result, names[i], text);
    }
  ihop_case_add_figure (entrant->result, "", "kernel lines", lines);
  ihop_entrant_set_command (context, entrant, sources);
}

/* ---- PPCG ------------------------------------------------------------------------------------------------ */

static char **
ppcg_command (const IhopTaskContext *context, const IhopRival *rival, const char *copy, const char *c_file)
{
  GPtrArray *argv = g_ptr_array_new ();
  g_autofree char *beside = g_path_get_dirname (context->kernel->path);

  g_ptr_array_add (argv, g_strdup (context->tools[IHOP_TOOL_PPCG].path));
  add_flags (argv, rival);
  if (c_file)
    {
      g_ptr_array_add (argv, g_strdup ("-o"));
      g_ptr_array_add (argv, g_strdup (c_file));
    }
  for (guint i = 0; context->flags[i]; i++)
    g_ptr_array_add (argv, g_strdup (context->flags[i]));
  g_ptr_array_add (argv, g_strconcat ("-I", beside, NULL));
  g_ptr_array_add (argv, g_strdup (copy));
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

void
ihop_entrant_ppcg (IhopTaskContext *context, IhopEntrant *entrant)
{
  const char *name = context->kernel->name;
  gboolean is_cuda = entrant->rival->source == IHOP_FROM_PPCG_CUDA;
  g_autofree char *c_file = g_strconcat (name, ".ppcg.c", NULL), *why = NULL;
  g_autofree char *host = g_strconcat (name, "_host.cu", NULL), *kernel = g_strconcat (name, "_kernel.cu", NULL);
  g_autofree char *copy = write_copy (context, entrant);
  double seconds = 0;

  if (copy == NULL)
    return;
  g_auto (GStrv) argv = ppcg_command (context, entrant->rival, copy, is_cuda ? NULL : c_file);
  if (!run_generator (context, entrant, (const char *const *) argv, &seconds, &why))
    ihop_case_set (entrant->result, IHOP_CASE_BROKEN, g_steal_pointer (&why));
  else if (is_cuda)
    take_generated (context, entrant, (const char *const[]){ host, kernel, NULL }, seconds);
  else
    take_generated (context, entrant, (const char *const[]){ c_file, NULL }, seconds);
}

/* ---- Pluto ----------------------------------------------------------------------------------------------- */

static void
link_headers (const IhopEntrant *entrant, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *header = g_build_filename (folder, name, NULL);
      g_autofree char *here = g_build_filename (entrant->folder, name, NULL);
      if (g_str_has_suffix (name, ".h") && symlink (header, here) != 0)
        continue; /* there is one already, which stands before it on the path */
    }
}

/* pet is the parser that knows all of C, but polycc passes it no -I and no -D: headers are laid beside the
 * copy, definitions written into it. */
static gboolean
make_ready_for_pet (const IhopTaskContext *context, IhopEntrant *entrant, const char *copy)
{
  g_autofree char *path = g_build_filename (entrant->folder, copy, NULL), *text = NULL, *again = NULL;
  g_autofree char *beside = g_path_get_dirname (context->kernel->path);
  g_autoptr (GString) defines = g_string_new (NULL);

  link_headers (entrant, beside);
  for (guint i = 0; context->flags[i]; i++)
    if (g_str_has_prefix (context->flags[i], "-I"))
      link_headers (entrant, context->flags[i] + 2);
    else if (g_str_has_prefix (context->flags[i], "-D"))
      g_string_append_printf (defines, "#undef %s\n#define %s 1\n", context->flags[i] + 2, context->flags[i] + 2);
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  g_string_append (defines, text);
  return ihop_entrant_write (entrant, copy, defines->str, &again);
}

static gboolean
run_pluto (const IhopTaskContext *context, const IhopEntrant *entrant, const char *copy, const char *out,
           const char *parser, double *seconds, char **why)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (context->tools[IHOP_TOOL_PLUTO].path));
  g_ptr_array_add (argv, g_strdup (copy));
  add_flags (argv, entrant->rival);
  g_ptr_array_add (argv, g_strdup ("-o"));
  g_ptr_array_add (argv, g_strdup (out));
  g_ptr_array_add (argv, g_strdup (parser));
  g_ptr_array_add (argv, NULL);
  return run_generator (context, entrant, (const char *const *) argv->pdata, seconds, why);
}

void
ihop_entrant_pluto (IhopTaskContext *context, IhopEntrant *entrant)
{
  g_autofree char *out = g_strconcat (context->kernel->name, ".pluto.c", NULL);
  g_autofree char *copy = write_copy (context, entrant), *why = NULL, *why_pet = NULL;
  double seconds = 0;

  if (copy == NULL)
    return;
  if (run_pluto (context, entrant, copy, out, NULL, &seconds, &why)
      || (make_ready_for_pet (context, entrant, copy)
          && run_pluto (context, entrant, copy, out, "--pet", &seconds, &why_pet)))
    take_generated (context, entrant, (const char *const[]){ out, NULL }, seconds);
  else
    ihop_case_set (entrant->result, IHOP_CASE_BROKEN,
                   g_strdup_printf ("%s; and with --pet %s", why, why_pet ? why_pet : "nothing could be tried"));
}
