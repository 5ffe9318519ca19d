#include "check/compile.h"
#include "check/command_lines.h"
#include <glib/gstdio.h>
#include <string.h>

#define COMPILE_SECONDS 300

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
  g_autofree char *source = g_build_filename (build->folder, unit->name, NULL);
  g_autofree char *object = g_strconcat (source, ".o", NULL);
  g_auto (GStrv) flags = ihop_clang_cuda_flags (builder, unit);
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
        Compile compile = { .build = builds[i], .argv = ihop_compile_command (
                              builder, builds[i], builds[i]->units->pdata[j]) };
        g_array_append_val (compiles, compile);
      }
  run_all (compiles, FALSE);
  for (guint i = 0; i < n; i++)
    if (builds[i]->failure == NULL)
      {
        Compile compile = { .build = builds[i], .argv = ihop_link_command (builder, builds[i]) };
        g_array_append_val (links, compile);
      }
  run_all (links, TRUE);
  build_again_unwatched (builder, builds, n);
}

char *
ihop_builder_compile (IhopBuilder *builder, const char *const *words)
{
  GPtrArray *argv = g_ptr_array_new ();
  IhopProgram here = { .folder = builder->folder };
  g_auto (GStrv) compiler = ihop_builder_compiler (builder);

  for (char **word = compiler; *word; word++)
    g_ptr_array_add (argv, g_strdup (*word));
  for (; *words; words++)
    g_ptr_array_add (argv, g_strdup (*words));
  g_ptr_array_add (argv, NULL);
  Compile compile = { .build = &here, .argv = (char **) g_ptr_array_free (argv, FALSE) };
  start (&compile, "compile0.err");
  finish (&compile);
  return here.failure;
}
