#include "check/build.h"
#include "check/cuda.h"
#include "check/leavings.h"
#include "check/objects.h"
#include "frontend/frontend.h"
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define COMPILE_SECONDS 300
#define RUN_SECONDS 60.0
#define TIMES_ORIGINAL 60.0

static void
unit_free (gpointer data)
{
  IhopUnit *unit = data;

  g_free (unit->name);
  g_free (unit->text);
  g_free (unit->origin);
  g_free (unit);
}

IhopProgram *
ihop_program_new (IhopBuilder *builder, IhopVariant variant, const char *name)
{
  IhopProgram *build = g_new0 (IhopProgram, 1);

  build->variant = variant;
  build->watches = variant == IHOP_VARIANT_EMULATED;
  build->cancellable = builder->options->cancellable;
  build->folder = g_build_filename (builder->folder, name, NULL);
  build->program = g_build_filename (build->folder, "program", NULL);
  build->units = g_ptr_array_new_with_free_func (unit_free);
  return build;
}

void
ihop_program_free (IhopProgram *build)
{
  if (build == NULL)
    return;
  g_ptr_array_unref (build->units);
  g_free (build->folder);
  g_free (build->program);
  g_free (build->failure);
  g_free (build->run.out);
  g_free (build->run.err);
  g_free (build->run_folder);
  g_free (build->outside);
  g_free (build->dump_path);
  g_free (build->bench_path);
  g_free (build->report_path);
  g_free (build);
}

void
ihop_program_add (IhopProgram *build, char *name, char *text, const char *origin_path)
{
  IhopUnit *unit = g_new0 (IhopUnit, 1);

  unit->name = name;
  unit->text = text;
  unit->origin = g_path_get_dirname (origin_path);
  g_ptr_array_add (build->units, unit);
}

char *
ihop_program_find_nvcc (void)
{
  static const char usual[] = "/usr/local/cuda/bin/nvcc";
  char *found = g_find_program_in_path ("nvcc");

  if (found == NULL && g_file_test (usual, G_FILE_TEST_IS_EXECUTABLE))
    found = g_strdup (usual);
  return found;
}

/* ---- Command lines --------------------------------------------------------------------------- */

static void
add (GPtrArray *argv, const char *word)
{
  g_ptr_array_add (argv, g_strdup (word));
}

static void
add_all (GPtrArray *argv, const char *const *words)
{
  for (guint i = 0; words && words[i]; i++)
    add (argv, words[i]);
}

static gboolean
is_linker_flag (const char *flag)
{
  return g_str_has_prefix (flag, "-l") || g_str_has_prefix (flag, "-L")
         || g_str_has_prefix (flag, "-Wl,");
}

/* $CC may hold a wrapper and flags: "ccache gcc -m64". */
static void
add_compiler (GPtrArray *argv, const IhopCheckOptions *options)
{
  const char *command = options->compiler ? options->compiler : g_getenv ("CC");
  g_auto (GStrv) words = NULL;

  if (command == NULL || *command == '\0'
      || !g_shell_parse_argv (command, NULL, &words, NULL))
    add (argv, "cc");
  else
    add_all (argv, (const char *const *) words);
}

static void
add_compiler_of (GPtrArray *argv, const IhopBuilder *builder, const IhopProgram *build)
{
  if (build->clang)
    add (argv, build->clang);
  else
    add_compiler (argv, builder->options);
}

static gboolean
is_openmp (const char *flag)
{
  return g_str_has_prefix (flag, "-fopenmp");
}

/* What products are compared with is the program as one thread runs it, which is what was analysed. */
static const char *
sequential (const char *flag)
{
  return is_openmp (flag) ? "-D_OPENMP=201511" : flag;
}

/* Each access calls by (ihop_emu_host.h). Without strong optimization: accesses stay where they are written, and
 * none is made that the program does not make. */
static const char *const watch_flags[]
  = { "-g1", "-fsanitize=thread", "-DIHOP_EMU_ACCESSES", "-fno-builtin-memset", "-fno-builtin-memcpy",
      "-fno-builtin-memmove", NULL };
static const char *const watch_link_flags[]
  = { "-Wl,--wrap=memset,--wrap=memcpy,--wrap=memmove,--wrap=fread,--wrap=fwrite", NULL };

/* Contraction into fused operations would round differently from one text to the next. */
static void
add_compile_flags (GPtrArray *argv, const IhopBuilder *builder, const IhopProgram *build)
{
  add (argv, build->watches ? "-Og" : "-O2");
  if (build->watches)
    add_all (argv, watch_flags);
  if (build->watches && builder->emulator) /* no code is made of its functions, nor shall they go into each other */
    add_all (argv, (const char *const[]){ "-DIHOP_EMU_LINKED", "-fno-inline", NULL });
  add (argv, "-w");
  if (build->clang || builder->plain_messages)
    add (argv, build->clang ? IHOP_CLANG_PLAIN : builder->plain_messages);
  add (argv, "-ffp-contract=off");
  if (builder->fills_locals)
    add (argv, IHOP_FILL_LOCALS);
  if (build->variant == IHOP_VARIANT_CPU)
    add (argv, "-fopenmp");
  char *const *flags = build->variant == IHOP_VARIANT_ORIGINAL ? builder->flags : builder->product_flags;
  for (guint i = 0; flags[i]; i++)
    add (argv, sequential (flags[i]));
  add_all (argv, builder->options->flags);
  if (build->level && !build->watches)
    add (argv, build->level);
}

/* nvcc knows few of the compiler's flags; the others go to it unchanged. */
static void
add_cuda_flags (GPtrArray *argv, const IhopBuilder *builder)
{
  add (argv, "-O2");
  add (argv, "-w");
  add (argv, "-fmad=false");
  add (argv, "-Xcompiler");
  add (argv, "-ffp-contract=off");
  for (guint i = 0; builder->flags[i]; i++)
    if (g_str_has_prefix (builder->flags[i], "-I") || g_str_has_prefix (builder->flags[i], "-D"))
      {
        add (argv, builder->flags[i]);
        if (strlen (builder->flags[i]) == 2 && builder->flags[i + 1])
          add (argv, builder->flags[++i]);
      }
}

/* NULL: a program that is not compiled by nvcc. */
static char *
nvcc_for (const IhopProgram *build)
{
  gboolean is_cuda = build->variant == IHOP_VARIANT_CUDA || build->variant == IHOP_VARIANT_CUDA_HERE;

  return is_cuda && !build->by_clang ? ihop_program_find_nvcc () : NULL;
}

/* What nvcc finds for the host's files in the toolkit. */
static void
add_headers (GPtrArray *argv)
{
  add (argv, "-isystem");
  g_ptr_array_add (argv, ihop_cuda_header_folder ());
}

static char **
compile_command (const IhopBuilder *builder, const IhopProgram *build, const IhopUnit *unit)
{
  GPtrArray *argv = g_ptr_array_new ();
  g_autofree char *nvcc = nvcc_for (build);
  g_autofree char *source = g_build_filename (build->folder, unit->name, NULL);
  g_autofree char *object = g_strconcat (source, ".o", NULL);

  if (nvcc)
    {
      add (argv, nvcc);
      if (build->variant == IHOP_VARIANT_CUDA_HERE) /* PTX is all that is needed */
        add_all (argv, (const char *const[]){ "-gencode", "arch=compute_80,code=compute_80", NULL });
      add_cuda_flags (argv, builder);
      add (argv, "-I");
    }
  else
    {
      add_compiler_of (argv, builder, build);
      add_compile_flags (argv, builder, build);
      if (build->by_clang)
        add_headers (argv);
      add (argv, "-iquote");
    }
  add (argv, unit->origin);
  add (argv, "-c");
  add (argv, source);
  add (argv, "-o");
  add (argv, object);
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

/* What nvcc's linker would take from the toolkit. */
static void
add_runtime (GPtrArray *argv)
{
  char *runtime = ihop_cuda_runtime_path ();

  if (runtime)
    g_ptr_array_add (argv, runtime);
  add (argv, "-lstdc++");
}

static char **
link_command (const IhopBuilder *builder, const IhopProgram *build)
{
  GPtrArray *argv = g_ptr_array_new ();
  g_autofree char *nvcc = nvcc_for (build);

  if (nvcc)
    add (argv, nvcc);
  else
    add_compiler_of (argv, builder, build);
  if (build->variant == IHOP_VARIANT_CPU)
    add (argv, "-fopenmp");
  if (build->watches && builder->emulator)
    add (argv, builder->emulator); /* first, so that its end is the last */
  for (guint i = 0; i < build->units->len; i++)
    {
      const IhopUnit *unit = build->units->pdata[i];
      g_autofree char *source = g_build_filename (build->folder, unit->name, NULL);
      g_ptr_array_add (argv, g_strconcat (source, ".o", NULL));
    }
  add (argv, builder->runtime);
  if (build->watches)
    add_all (argv, watch_link_flags);
  add (argv, "-o");
  add (argv, build->program);
  for (guint i = 0; builder->options->flags && builder->options->flags[i]; i++)
    if (is_linker_flag (builder->options->flags[i]))
      add (argv, builder->options->flags[i]);
  for (guint i = 0; builder->flags[i]; i++)
    if (is_openmp (builder->flags[i]))
      add (argv, "-lgomp"); /* for calls such as omp_get_wtime */
  if (build->by_clang)
    add_runtime (argv);
  add (argv, "-lm");
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

/* ---- Running compilers ----------------------------------------------------------------------- */

char *
ihop_program_first_lines (const char *path, const char *folder, guint lines)
{
  g_autofree char *text = NULL, *prefix = g_strconcat (folder, "/", NULL);

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("");
  g_auto (GStrv) pieces = g_strsplit (text, prefix, -1);
  g_autofree char *shorter = g_strjoinv ("", pieces);
  char *end = shorter;
  for (guint i = 0; i < lines && *end; i++)
    end += strcspn (end, "\n") + (i + 1 < lines && strchr (end, '\n') ? 1 : 0);
  return g_strchomp (g_strndup (shorter, (gsize) (end - shorter)));
}

typedef struct
{
  IhopProgram *build;
  char **argv;
  IhopProcess process;
} Compile;

static void
start (Compile *compile, const char *log_name)
{
  compile->process = (IhopProcess) { .argv = (const char *const *) compile->argv,
                                     .seconds = COMPILE_SECONDS,
                                     .cancellable = compile->build->cancellable };
  compile->process.out = g_build_filename (compile->build->folder, "compile.out", NULL);
  compile->process.err = g_build_filename (compile->build->folder, log_name, NULL);
  ihop_process_start (&compile->process);
}

static void
finish (Compile *compile)
{
  IhopProgram *build = compile->build;

  ihop_process_wait (&compile->process);
  if (!ihop_process_succeeded (&compile->process) && build->failure == NULL)
    {
      g_autofree char *messages = ihop_program_first_lines (compile->process.err, build->folder, 6);
      g_autofree char *end = ihop_process_end_text (&compile->process);
      build->is_missing = !compile->process.was_started;
      build->failure = g_strdup_printf ("%s %s%s%s", compile->argv[0], end,
                                        *messages ? ":\n" : "", messages);
    }
  g_free (compile->process.out);
  g_free (compile->process.err);
  g_strfreev (compile->argv);
}

/* In a moving window of as many processes as there are processors. */
static void
run_all (GArray *compiles, gboolean linking)
{
  guint most = MAX (g_get_num_processors (), 1), started = 0;

  for (guint i = 0; i < compiles->len; i++)
    {
      for (; started < compiles->len && started < i + most; started++)
        {
          g_autofree char *log = g_strdup_printf (linking ? "link.err" : "compile%u.err", started);
          start (&g_array_index (compiles, Compile, started), log);
        }
      finish (&g_array_index (compiles, Compile, i));
    }
}

static gboolean
write_units (IhopProgram *build)
{
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (build->folder, 0700);
  for (guint i = 0; i < build->units->len; i++)
    {
      const IhopUnit *unit = build->units->pdata[i];
      g_autofree char *path = g_build_filename (build->folder, unit->name, NULL);
      if (!g_file_set_contents (path, unit->text, -1, &error))
        {
          build->failure = g_strdup (error->message);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
is_cuda_unit (const IhopUnit *unit)
{
  return g_str_has_suffix (unit->name, ".cu");
}

/* Clang's ways for the host and for the device meet in one object: no single command makes it. */
static void
compile_by_clang (const IhopBuilder *builder, IhopProgram *build, const IhopUnit *unit)
{
  GPtrArray *words = g_ptr_array_new ();
  g_autofree char *source = g_build_filename (build->folder, unit->name, NULL);
  g_autofree char *object = g_strconcat (source, ".o", NULL);

  add_all (words, (const char *const[]){ "-w", "-ffp-contract=off", IHOP_CUDA_NO_SPECIAL_FUNCTIONS, "-iquote", unit->origin, NULL });
  for (guint i = 0; builder->flags[i]; i++)
    if (!is_openmp (builder->flags[i]) && !ihop_frontend_is_of_c (builder->flags[i]))
      add (words, builder->flags[i]);
  g_ptr_array_add (words, NULL);
  g_auto (GStrv) flags = (char **) g_ptr_array_free (words, FALSE);
  g_autofree char *messages = ihop_cuda_object (source, flags, build->folder, object);
  if (messages)
    build->failure = g_strdup_printf ("clang-19: %s", messages);
}

/* A compiler that cannot watch, or a program with atomic operations, which would need more: without. */
static void
build_again_unwatched (IhopBuilder *builder, IhopProgram *const *builds, guint n)
{
  g_autoptr (GPtrArray) again = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    if (builds[i]->watches && builds[i]->failure && !builds[i]->is_missing
        && !g_cancellable_is_cancelled (builds[i]->cancellable))
      {
        builds[i]->watches = FALSE;
        g_clear_pointer (&builds[i]->failure, g_free);
        g_ptr_array_add (again, builds[i]);
      }
  if (again->len)
    ihop_program_all (builder, (IhopProgram *const *) again->pdata, again->len);
}

void
ihop_program_all (IhopBuilder *builder, IhopProgram *const *builds, guint n)
{
  g_autoptr (GArray) compiles = g_array_new (FALSE, TRUE, sizeof (Compile));
  g_autoptr (GArray) links = g_array_new (FALSE, TRUE, sizeof (Compile));

  for (guint i = 0; i < n; i++)
    for (guint j = 0; builds[i]->failure == NULL && write_units (builds[i])
                      && j < builds[i]->units->len; j++)
      {
        if (builds[i]->by_clang && is_cuda_unit (builds[i]->units->pdata[j]))
          {
            compile_by_clang (builder, builds[i], builds[i]->units->pdata[j]);
            continue;
          }
        Compile compile = { .build = builds[i], .argv = compile_command (
                              builder, builds[i], builds[i]->units->pdata[j]) };
        g_array_append_val (compiles, compile);
      }
  run_all (compiles, FALSE);
  for (guint i = 0; i < n; i++)
    if (builds[i]->failure == NULL)
      {
        Compile compile = { .build = builds[i], .argv = link_command (builder, builds[i]) };
        g_array_append_val (links, compile);
      }
  run_all (links, TRUE);
  build_again_unwatched (builder, builds, n);
}

/* ---- Builders ------------------------------------------------------------------------------ */

char **
ihop_builder_compiler (const IhopBuilder *builder)
{
  GPtrArray *argv = g_ptr_array_new ();

  add_compiler (argv, builder->options);
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

char *
ihop_builder_compile (IhopBuilder *builder, const char *const *words)
{
  GPtrArray *argv = g_ptr_array_new ();
  IhopProgram here = { .folder = builder->folder };
  g_autoptr (GArray) compiles = g_array_new (FALSE, TRUE, sizeof (Compile));

  add_compiler (argv, builder->options);
  add_all (argv, words);
  g_ptr_array_add (argv, NULL);
  Compile compile = { .build = &here, .argv = (char **) g_ptr_array_free (argv, FALSE) };
  g_array_append_val (compiles, compile);
  run_all (compiles, FALSE);
  return here.failure;
}

IhopBuilder *
ihop_builder_new (const IhopCheckOptions *options, char **flags, const char *folder, char **failure)
{
  IhopBuilder *builder = g_new0 (IhopBuilder, 1);

  builder->options = options;
  builder->flags = g_strdupv (flags);
  builder->product_flags = ihop_product_flags ((const char *const *) flags);
  builder->folder = realpath (folder, NULL); /* as outside.c sees it */
  *failure = ihop_objects_prepare (builder);
  if (*failure)
    g_clear_pointer (&builder, ihop_builder_free);
  return builder;
}

void
ihop_builder_free (IhopBuilder *builder)
{
  if (builder == NULL)
    return;
  g_strfreev (builder->flags);
  g_strfreev (builder->product_flags);
  g_free (builder->folder);
  g_free (builder->runtime);
  g_free (builder->emulator);
  g_free (builder->watcher);
  g_free (builder);
}

/* ---- Running programs ------------------------------------------------------------------------ */

/* A file, or a folder with all that is in it. */
static void
copy_into (const char *path, const char *folder)
{
  g_autofree char *name = g_path_get_basename (path), *text = NULL;
  g_autofree char *to = g_build_filename (folder, name, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *inside;
  gsize length;

  if (dir)
    {
      g_mkdir_with_parents (to, 0777);
      while ((inside = g_dir_read_name (dir)))
        {
          g_autofree char *from = g_build_filename (path, inside, NULL);
          copy_into (from, to);
        }
    }
  else if (g_file_get_contents (path, &text, &length, NULL))
    g_file_set_contents (to, text, (gssize) length, NULL);
}

static void
copy_files (const char *const *files, const char *folder)
{
  for (guint i = 0; files && files[i]; i++)
    copy_into (files[i], folder);
}

static char **
preload (char **list, const IhopBuilder *builder, const IhopProgram *build)
{
  g_autofree char *runtime = build->variant == IHOP_VARIANT_CUDA_HERE ? ihop_cuda_runtime_path () : NULL;
  const char *libraries[3] = { NULL }, **next = libraries;

  if (builder->watcher)
    *next++ = builder->watcher;
  if (runtime)
    *next++ = runtime;
  g_autofree char *all = g_strjoinv (":", (char **) libraries);
  if (*all)
    list = g_environ_setenv (list, "LD_PRELOAD", all, TRUE);
  if (runtime)
    {
      if (!build->is_forwards)
        list = g_environ_setenv (list, "IHOP_SIMT_BACKWARDS", "1", FALSE);
      list = g_environ_setenv (list, "IHOP_SIMT_CACHE", "off", TRUE); /* it would be a file that the original leaves not */
    }
  return list;
}

/* Fresh memory gets a pattern, so that what nobody wrote is the same in all variants. Threads are
 * more than one, and emulated ones start with the last, so that what must not run at once shows. */
static char **
environment_of (const IhopBuilder *builder, const IhopProgram *build)
{
  char **list = g_get_environ ();

  list = g_environ_setenv (list, "IHOP_CHECK_DUMP", build->dump_path, TRUE);
  list = g_environ_setenv (list, "BENCH_DUMP", build->bench_path, TRUE);
  list = g_environ_setenv (list, "MALLOC_PERTURB_", "165", TRUE);
  list = g_environ_setenv (list, "OMP_NUM_THREADS", "4", FALSE);
  list = g_environ_setenv (list, "IHOP_CHECK_OUTSIDE", build->outside, TRUE);
  list = g_environ_setenv (list, "IHOP_CHECK_INSIDE", build->run_folder, TRUE);
  list = preload (list, builder, build);
  if (build->rounding)
    list = g_environ_setenv (list, "IHOP_CHECK_ROUND", build->rounding, TRUE);
  if (build->disturbance)
    list = g_environ_setenv (list, "IHOP_CHECK_DISTURB", build->disturbance, TRUE);
  if (build->variant == IHOP_VARIANT_EMULATED)
    {
      list = g_environ_setenv (list, "IHOP_EMU_REPORT", build->report_path, TRUE);
      list = g_environ_setenv (list, "IHOP_EMU_BACKWARDS", "1", FALSE);
    }
  return list;
}

static void
set_path (char **path, const char *folder, const char *name)
{
  g_free (*path);
  *path = g_build_filename (folder, name, NULL);
}

/* An emulated program whose accesses are all looked at takes some twenty times as long as the original, and a busy
 * machine makes that more. */
static double
limit_of (const IhopBuilder *builder)
{
  if (builder->options->seconds > 0)
    return builder->options->seconds;
  return MAX (RUN_SECONDS, TIMES_ORIGINAL * builder->original_seconds);
}

void
ihop_program_run (IhopBuilder *builder, IhopProgram *build, const char *run_name)
{
  const IhopCheckOptions *options = builder->options;
  g_autofree char *notes = g_build_filename (build->folder, run_name, NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();

  set_path (&build->run_folder, notes, "files");
  set_path (&build->outside, notes, "outside");
  set_path (&build->dump_path, notes, "dump");
  set_path (&build->bench_path, notes, "bench");
  set_path (&build->report_path, notes, "report.json");
  set_path (&build->run.out, notes, "stdout");
  set_path (&build->run.err, notes, "stderr");
  g_mkdir_with_parents (build->run_folder, 0700);
  g_mkdir_with_parents (build->outside, 0700);
  g_unlink (build->dump_path); /* programs append to them */
  g_unlink (build->bench_path);
  copy_files (options->files, build->run_folder);
  g_ptr_array_add (argv, build->program);
  for (guint i = 0; options->arguments && options->arguments[i]; i++)
    g_ptr_array_add (argv, (gpointer) options->arguments[i]);
  g_ptr_array_add (argv, NULL);
  g_auto (GStrv) environment = environment_of (builder, build);
  build->run.argv = (const char *const *) argv->pdata;
  build->run.folder = build->run_folder;
  build->run.environment = (const char *const *) environment;
  build->run.input = options->input;
  build->run.seconds = limit_of (builder);
  build->run.cancellable = build->cancellable;
  ihop_process_start (&build->run);
  ihop_process_wait (&build->run);
  ihop_leavings_fetch (build->outside);
}
