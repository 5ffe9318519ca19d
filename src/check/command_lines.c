#include "check/command_lines.h"
#include "check/cuda.h"
#include "frontend/frontend.h"
#include <string.h>

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

/* Checks that the owner has the compiler put in call a library that the linker only adds if it is told, too. */
static gboolean
is_sanitizer (const char *flag)
{
  return g_str_has_prefix (flag, "-fsanitize=");
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
    if (!build->watches || !is_sanitizer (flags[i])) /* it has one of its own */
      add (argv, sequential (flags[i]));
  for (guint i = 0; builder->options->flags && builder->options->flags[i]; i++)
    add (argv, sequential (builder->options->flags[i]));
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

  return is_cuda && !build->by_clang ? ihop_cuda_find_nvcc () : NULL;
}

/* What nvcc finds for the host's files in the toolkit. */
static void
add_headers (GPtrArray *argv)
{
  add (argv, "-isystem");
  g_ptr_array_add (argv, ihop_cuda_header_folder ());
}

char **
ihop_compile_command (const IhopBuilder *builder, const IhopProgram *build, const IhopUnit *unit)
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

char **
ihop_link_command (const IhopBuilder *builder, const IhopProgram *build)
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
    if (is_openmp (builder->options->flags[i]))
      add (argv, "-lgomp"); /* for calls such as omp_get_wtime */
    else if (is_linker_flag (builder->options->flags[i]))
      add (argv, builder->options->flags[i]);
  for (guint i = 0; builder->flags[i]; i++)
    if (is_openmp (builder->flags[i]))
      add (argv, "-lgomp");
    else if (is_sanitizer (builder->flags[i]) && nvcc == NULL && !build->watches)
      add (argv, builder->flags[i]);
  if (build->by_clang)
    add_runtime (argv);
  add (argv, "-lm");
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

char **
ihop_builder_compiler (const IhopBuilder *builder)
{
  GPtrArray *argv = g_ptr_array_new ();

  add_compiler (argv, builder->options);
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

char **
ihop_clang_cuda_flags (const IhopBuilder *builder, const IhopUnit *unit)
{
  GPtrArray *words = g_ptr_array_new ();

  add_all (words, (const char *const[]){ "-w", "-ffp-contract=off", IHOP_CUDA_NO_SPECIAL_FUNCTIONS, "-iquote", unit->origin, NULL });
  for (guint i = 0; builder->flags[i]; i++)
    if (!is_openmp (builder->flags[i]) && !ihop_frontend_is_of_c (builder->flags[i]))
      add (words, builder->flags[i]);
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}
