/* From a rival and a kernel to a command that compiles it. */
#include "bench/entrant.h"
#include "bench_data.h"
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

IhopEntrant *
ihop_entrant_new (const IhopTaskContext *context, const IhopRival *rival)
{
  IhopEntrant *entrant = g_new0 (IhopEntrant, 1);
  g_autofree char *work = g_canonicalize_filename (context->options->work, NULL);

  entrant->rival = rival;
  entrant->result = ihop_case_new (context->kernel->name, context->size, rival->name);
  entrant->folder = g_build_filename (work, rival->name, NULL);
  entrant->program = g_build_filename (entrant->folder, "program", NULL);
  entrant->log = g_build_filename (entrant->folder, "compile.log", NULL);
  entrant->dump = g_build_filename (entrant->folder, "dump", NULL);
  g_mkdir_with_parents (entrant->folder, 0700);
  return entrant;
}

void
ihop_entrant_free (gpointer data)
{
  IhopEntrant *entrant = data;

  ihop_case_free (entrant->result);
  g_free (entrant->folder);
  g_free (entrant->program);
  g_strfreev (entrant->compile);
  g_free (entrant->log);
  g_free (entrant->dump);
  g_free (entrant);
}

/* ---- Commands -------------------------------------------------------------------------------------- */

static void
add (GPtrArray *argv, const char *word)
{
  g_ptr_array_add (argv, g_strdup (word));
}

static void
add_words (GPtrArray *argv, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);

  for (guint i = 0; list[i]; i++)
    if (*list[i])
      add (argv, list[i]);
}

/* Contraction into fused operations would round differently from one rival to the next: then nobody
 * could tell a wrong result from another rounding. It is off for everybody. */
static void
add_cpu_flags (GPtrArray *argv)
{
  add_words (argv, "-std=gnu17 -w -ffp-contract=off");
}

static void
add_cuda_flags (GPtrArray *argv, const IhopTaskContext *context)
{
  add_words (argv, "-w -fmad=false -Xcompiler -ffp-contract=off -Xptxas -v");
  g_ptr_array_add (argv, g_strconcat ("-arch=", context->architecture, NULL));
  /* Launches and copies go through ours, which can time them: events.cu. */
  add_words (argv, "-Xlinker --wrap=__cudaLaunchKernel -Xlinker --wrap=cudaLaunchKernel "
                   "-Xlinker --wrap=cudaMemcpy -Xlinker --wrap=cudaMemcpy2D "
                   "-Xlinker --wrap=cudaDeviceSynchronize");
}

/* One of our own sources, into its folder: its path. Caller frees. */
static char *
write_ours (const IhopEntrant *entrant, const char *name)
{
  g_autofree char *resource = g_strconcat ("/ihop/bench/", name, NULL);
  g_autofree char *own = g_strconcat ("ihop_", name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ihop_bench_data_get_resource (), resource,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  char *path = g_build_filename (entrant->folder, own, NULL);

  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL);
  return path;
}

/* The tree's own runtime. A program that nvcc reads as C++ can only call it if that was read as C++, too, in
 * which 3.2's variable "new" has another meaning. */
static char *
utilities_for (const IhopTaskContext *context, const IhopEntrant *entrant, const GPtrArray *sources)
{
  char *c = g_build_filename (context->options->folder, "utilities", "polybench.c", NULL);
  g_autofree char *text = NULL, *owned = c;
  gboolean is_c = FALSE;

  for (guint i = 0; i < sources->len; i++)
    is_c |= g_str_has_suffix (sources->pdata[i], ".c");
  if (is_c || !g_file_get_contents (c, &text, NULL, NULL))
    return g_steal_pointer (&owned);
  char *path = g_build_filename (entrant->folder, "polybench.cu", NULL);
  g_autoptr (GRegex) word = g_regex_new ("\\bnew\\b", 0, 0, NULL);
  g_autofree char *cxx = g_regex_replace_literal (word, text, -1, 0, "new_", 0, NULL);
  g_file_set_contents (path, cxx, -1, NULL);
  return path;
}

void
ihop_entrant_set_command (const IhopTaskContext *context, IhopEntrant *entrant, const GPtrArray *sources)
{
  const IhopRival *rival = entrant->rival;
  GPtrArray *argv = g_ptr_array_new ();
  g_autofree char *flags = ihop_rival_flags (rival, context->options->threads);
  g_autofree char *beside = g_path_get_dirname (context->kernel->path);

  add (argv, context->tools[rival->compiler].path);
  add_words (argv, flags);
  if (rival->compiler == IHOP_TOOL_NVCC)
    add_cuda_flags (argv, context);
  else
    add_cpu_flags (argv);
  for (guint i = 0; context->flags[i]; i++)
    add (argv, context->flags[i]);
  g_ptr_array_add (argv, g_strconcat ("-I", beside, NULL));
  if (rival->source == IHOP_FROM_PPCG_CUDA)
    {
      add (argv, "-include");
      g_ptr_array_add (argv, write_ours (entrant, "cxx_alloc.h"));
    }
  for (guint i = 0; i < sources->len; i++)
    add (argv, sources->pdata[i]);
  if (context->options->is_tree)
    g_ptr_array_add (argv, utilities_for (context, entrant, sources));
  if (rival->compiler == IHOP_TOOL_NVCC)
    g_ptr_array_add (argv, write_ours (entrant, "events.cu"));
  add_words (argv, "-lm -o");
  add (argv, entrant->program);
  g_ptr_array_add (argv, NULL);
  entrant->compile = (char **) g_ptr_array_free (argv, FALSE);
}

static void
set_one (const IhopTaskContext *context, IhopEntrant *entrant, const char *path)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();

  g_ptr_array_add (sources, (gpointer) path);
  ihop_entrant_set_command (context, entrant, sources);
}

gboolean
ihop_entrant_write (IhopEntrant *entrant, const char *name, const char *text, char **path)
{
  g_autoptr (GError) error = NULL;

  *path = g_build_filename (entrant->folder, name, NULL);
  if (g_file_set_contents (*path, text, -1, &error))
    return TRUE;
  ihop_case_set (entrant->result, IHOP_CASE_BROKEN, g_strdup (error->message));
  return FALSE;
}

char *
ihop_entrant_said (const IhopEntrant *entrant, const char *path)
{
  g_autofree char *text = NULL, *folder = g_strconcat (entrant->folder, G_DIR_SEPARATOR_S, NULL);

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("");
  g_auto (GStrv) parts = g_strsplit (g_strstrip (text), folder, -1);
  g_autofree char *plain = g_strjoinv ("", parts);
  return *plain ? g_strdup_printf (": %.300s", plain) : g_strdup ("");
}

/* ---- One way a source --------------------------------------------------------------------------------- */

static void
prepare_source (IhopTaskContext *context, IhopEntrant *entrant)
{
  g_autofree char *text = NULL, *name = g_path_get_basename (context->kernel->path);

  set_one (context, entrant, context->kernel->path);
  if (entrant->rival == ihop_rivals && g_file_get_contents (context->kernel->path, &text, NULL, NULL))
    ihop_case_add_text (entrant->result, name, text);
}

static void
prepare_openmp (IhopTaskContext *context, IhopEntrant *entrant)
{
  g_autofree char *why = NULL, *path = NULL;
  g_autofree char *name = g_strconcat (context->kernel->name, "_openmp.c", NULL);
  g_autofree char *text = ihop_openmp_text (context, &why);

  if (text == NULL)
    ihop_case_set (entrant->result, IHOP_CASE_REFUSED, g_strdup (why ? why : "it cannot be parsed"));
  else if (ihop_entrant_write (entrant, name, text, &path))
    {
      ihop_case_add_text (entrant->result, name, text);
      set_one (context, entrant, path);
    }
}

static gboolean
is_of_kind (const char *name, IhopRivalSource source)
{
  switch (source)
    {
    case IHOP_FROM_CPU: return g_str_has_suffix (name, "_cpu.c");
    case IHOP_FROM_EMULATED: return g_str_has_suffix (name, "_emu.c");
    default: return !g_str_has_suffix (name, "_cpu.c") && !g_str_has_suffix (name, "_emu.c");
    }
}

static void
add_made_figures (IhopEntrant *entrant, const IhopMade *made)
{
  guint lines = 0;

  ihop_case_add_figure (entrant->result, "", "generate", made->seconds);
  for (guint i = 0; i < made->products->len; i++)
    {
      const IhopProduct *product = made->products->pdata[i];
      if (is_of_kind (product->name, IHOP_FROM_CUDA))
        lines += ihop_kernel_lines (product->text);
    }
  ihop_case_add_figure (entrant->result, "", "kernel lines", lines);
  for (guint i = 0; i < made->figures->len; i++)
    {
      const IhopFigure *figure = made->figures->pdata[i];
      ihop_case_add_figure (entrant->result, figure->part, figure->name, figure->value);
    }
}

/* With the fallback stand all products, but the emulated one: that is the fallback again, with its
 * accounts; and the steps that were taken. */
static void
add_made_texts (IhopEntrant *entrant, const IhopTaskContext *context, const IhopMade *made)
{
  g_autofree char *script = g_strconcat (context->kernel->name, ".ihop", NULL);

  if (entrant->rival->source != IHOP_FROM_CPU)
    return;
  for (guint i = 0; i < made->products->len; i++)
    {
      const IhopProduct *product = made->products->pdata[i];
      if (!is_of_kind (product->name, IHOP_FROM_EMULATED))
        ihop_case_add_text (entrant->result, product->name, product->text);
    }
  if (made->steps)
    ihop_case_add_text (entrant->result, script, made->steps);
}

static void
prepare_ihop (IhopTaskContext *context, IhopEntrant *entrant)
{
  const IhopMade *made = ihop_entrant_generate (context, entrant->rival->mode);
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_free);

  if (made->failure)
    {
      ihop_case_set (entrant->result, made->is_refused ? IHOP_CASE_REFUSED : IHOP_CASE_BROKEN,
                     g_strdup (made->failure));
      return;
    }
  add_made_figures (entrant, made);
  add_made_texts (entrant, context, made);
  for (guint i = 0; i < made->products->len; i++)
    {
      const IhopProduct *product = made->products->pdata[i];
      char *path = NULL;
      if (!is_of_kind (product->name, entrant->rival->source))
        continue;
      if (!ihop_entrant_write (entrant, product->name, product->text, &path))
        return;
      g_ptr_array_add (sources, path);
    }
  ihop_entrant_set_command (context, entrant, sources);
}

/* ---- All of them ---------------------------------------------------------------------------------------- */

void
ihop_entrant_prepare (IhopTaskContext *context, IhopEntrant *entrant)
{
  switch (entrant->rival->source)
    {
    case IHOP_FROM_SOURCE: prepare_source (context, entrant); break;
    case IHOP_FROM_OPENMP: prepare_openmp (context, entrant); break;
    case IHOP_FROM_CPU:
    case IHOP_FROM_EMULATED:
    case IHOP_FROM_CUDA: prepare_ihop (context, entrant); break;
    case IHOP_FROM_PPCG_C:
    case IHOP_FROM_PPCG_CUDA: ihop_entrant_ppcg (context, entrant); break;
    case IHOP_FROM_PLUTO: ihop_entrant_pluto (context, entrant); break;
    }
}

/* ---- Compiling ---------------------------------------------------------------------------------------- */

typedef struct
{
  IhopBenchLaunch launch;
  IhopEntrant *entrant;
  int pid;
  gint64 began;
  double seconds;
} Compile;

static void
start_compile (Compile *compile)
{
  IhopEntrant *entrant = compile->entrant;

  compile->launch = (IhopBenchLaunch) { .argv = (const char *const *) entrant->compile, .err = entrant->log,
                                   .folder = entrant->folder, .seconds = compile->seconds };
  compile->began = g_get_monotonic_time ();
  compile->pid = ihop_launch_start (&compile->launch);
}

static void
finish_compile (Compile *compile)
{
  IhopEntrant *entrant = compile->entrant;
  g_autofree char *said = NULL;

  ihop_launch_wait (&compile->launch, compile->pid, compile->began);
  g_file_get_contents (entrant->log, &said, NULL, NULL);
  entrant->result->build = compile->launch.took;
  if (compile->launch.status == 0)
    {
      if (entrant->rival->compiler == IHOP_TOOL_NVCC && said)
        ihop_ptxas_read (said, entrant->result);
      return;
    }
  g_autofree char *end = ihop_launch_end_text (&compile->launch), *words = ihop_entrant_said (entrant, entrant->log);
  ihop_case_set (entrant->result, IHOP_CASE_BROKEN, g_strdup_printf ("its compiler %s%s", end, words));
  g_clear_pointer (&entrant->compile, g_strfreev);
}

void
ihop_entrants_compile (const IhopTaskContext *context, GPtrArray *entrants, guint at_once)
{
  g_autoptr (GArray) compiles = g_array_new (FALSE, TRUE, sizeof (Compile));
  guint started = 0;

  for (guint i = 0; i < entrants->len; i++)
    {
      Compile compile = { .entrant = entrants->pdata[i], .seconds = context->options->build_seconds };
      if (compile.entrant->compile)
        g_array_append_val (compiles, compile);
    }
  for (guint i = 0; i < compiles->len; i++)
    {
      for (; started < compiles->len && started < i + at_once; started++)
        start_compile (&g_array_index (compiles, Compile, started));
      finish_compile (&g_array_index (compiles, Compile, i));
    }
}
