/* The table of rivals, and which of them can take part here. */
#include "bench/bench.h"
#include <gio/gio.h>
#include <string.h>

#define CPU "-O3 -march=native"
#define POLLY "-O3 -march=native -mllvm -polly"

const IhopRival ihop_rivals[] = {
  { "gcc-O2", "the original (gcc -O2)", IHOP_GROUP_ORIGINAL, IHOP_FROM_SOURCE, NULL, IHOP_TOOL_GCC, "-O2" },
  { "gcc-O3", "gcc -O3 -march=native", IHOP_GROUP_ORIGINAL, IHOP_FROM_SOURCE, NULL, IHOP_TOOL_GCC, CPU },
  { "gcc-openmp", "gcc, OpenMP by hand", IHOP_GROUP_ORIGINAL, IHOP_FROM_OPENMP, NULL, IHOP_TOOL_GCC,
    CPU " -fopenmp", .is_parallel = TRUE },
  { "ihop-scop", "ihop, CPU fallback (found)", IHOP_GROUP_IHOP, IHOP_FROM_CPU, "scop", IHOP_TOOL_GCC,
    CPU " -fopenmp", .is_parallel = TRUE },
  { "ihop-target", "ihop, CPU fallback (hand-marked)", IHOP_GROUP_IHOP, IHOP_FROM_CPU, "target",
    IHOP_TOOL_GCC, CPU " -fopenmp", .is_parallel = TRUE },
  { "ihop-script", "ihop, CPU fallback (recipe)", IHOP_GROUP_IHOP, IHOP_FROM_CPU, "script", IHOP_TOOL_GCC,
    CPU " -fopenmp", .is_parallel = TRUE },
  { "ihop-scop-emu", "ihop, emulated device (found)", IHOP_GROUP_IHOP, IHOP_FROM_EMULATED, "scop",
    IHOP_TOOL_GCC, "-O2", .is_counted = TRUE },
  { "ihop-target-emu", "ihop, emulated device (hand-marked)", IHOP_GROUP_IHOP, IHOP_FROM_EMULATED,
    "target", IHOP_TOOL_GCC, "-O2", .is_counted = TRUE },
  { "ihop-script-emu", "ihop, emulated device (recipe)", IHOP_GROUP_IHOP, IHOP_FROM_EMULATED, "script",
    IHOP_TOOL_GCC, "-O2", .is_counted = TRUE },
  { "ihop-scop-cuda", "ihop, CUDA (found)", IHOP_GROUP_IHOP, IHOP_FROM_CUDA, "scop", IHOP_TOOL_NVCC,
    "-O3" },
  { "ihop-target-cuda", "ihop, CUDA (hand-marked)", IHOP_GROUP_IHOP, IHOP_FROM_CUDA, "target",
    IHOP_TOOL_NVCC, "-O3" },
  { "ihop-script-cuda", "ihop, CUDA (recipe)", IHOP_GROUP_IHOP, IHOP_FROM_CUDA, "script", IHOP_TOOL_NVCC,
    "-O3" },
  { "gcc-autopar", "gcc -ftree-parallelize-loops", IHOP_GROUP_OTHER, IHOP_FROM_SOURCE, NULL,
    IHOP_TOOL_GCC, CPU " -ftree-parallelize-loops=%t", .is_parallel = TRUE },
  { "clang-O3", "clang -O3 -march=native", IHOP_GROUP_OTHER, IHOP_FROM_SOURCE, NULL, IHOP_TOOL_CLANG,
    CPU },
  { "polly", "clang with Polly", IHOP_GROUP_OTHER, IHOP_FROM_SOURCE, NULL, IHOP_TOOL_CLANG, POLLY },
  { "polly-parallel", "clang with Polly, parallel", IHOP_GROUP_OTHER, IHOP_FROM_SOURCE, NULL,
    IHOP_TOOL_CLANG, POLLY " -mllvm -polly-parallel -mllvm -polly-num-threads=%t -fopenmp",
    .is_parallel = TRUE },
  { "pluto", "Pluto, OpenMP", IHOP_GROUP_OTHER, IHOP_FROM_PLUTO, NULL, IHOP_TOOL_GCC, CPU " -fopenmp",
    "--tile --parallel", .is_parallel = TRUE },
  { "ppcg-openmp", "PPCG, OpenMP", IHOP_GROUP_OTHER, IHOP_FROM_PPCG_C, NULL, IHOP_TOOL_GCC,
    CPU " -fopenmp", "--target=c --openmp", .is_parallel = TRUE },
  { "ppcg-cuda", "PPCG, CUDA", IHOP_GROUP_OTHER, IHOP_FROM_PPCG_CUDA, NULL, IHOP_TOOL_NVCC, "-O3",
    "--target=cuda" },
  { NULL }
};

const IhopRival *
ihop_rival_find (const char *name)
{
  for (const IhopRival *rival = ihop_rivals; rival->name; rival++)
    if (g_str_equal (rival->name, name))
      return rival;
  return NULL;
}

gboolean
ihop_rival_is_timed (const IhopRival *rival)
{
  return !rival->is_counted && rival->compiler != IHOP_TOOL_NVCC;
}

char *
ihop_rival_flags (const IhopRival *rival, guint threads)
{
  g_auto (GStrv) parts = g_strsplit (rival->flags, "%t", -1);
  g_autofree char *number = g_strdup_printf ("%u", threads);

  return g_strjoinv (number, parts);
}

IhopTool
ihop_rival_generator (const IhopRival *rival)
{
  switch (rival->source)
    {
    case IHOP_FROM_PLUTO: return IHOP_TOOL_PLUTO;
    case IHOP_FROM_PPCG_C:
    case IHOP_FROM_PPCG_CUDA: return IHOP_TOOL_PPCG;
    default: return IHOP_N_TOOLS;
    }
}

gboolean
ihop_rival_is_wanted (const IhopRival *rival, const IhopBenchOptions *options)
{
  return rival == ihop_rivals || options->rivals == NULL || g_strv_contains (options->rivals, rival->name);
}

const char *
ihop_rival_absent (const IhopRival *rival, const IhopToolFound tools[IHOP_N_TOOLS])
{
  IhopTool generator = ihop_rival_generator (rival);

  if (generator < IHOP_N_TOOLS && tools[generator].absent)
    return tools[generator].absent;
  return tools[rival->compiler].absent;
}

/* ---- Finding tools ------------------------------------------------------------------------------- */

typedef struct
{
  const char *title;
  const char *version;  /* how the line with its version begins; NULL: the first that has such a word */
  const char *names[4]; /* looked for in this order; a path is tried as it is */
} Tool;

static const Tool known[IHOP_N_TOOLS] = {
  [IHOP_TOOL_GCC] = { "gcc", NULL, { "gcc", NULL } },
  [IHOP_TOOL_CLANG] = { "clang", NULL, { "clang-19", "clang", NULL } },
  [IHOP_TOOL_NVCC] = { "nvcc", NULL, { "nvcc", "/usr/local/cuda/bin/nvcc", NULL } },
  [IHOP_TOOL_PPCG] = { "ppcg", "ppcg-", { "ppcg", NULL } },
  [IHOP_TOOL_PLUTO] = { "polycc (Pluto)", "PLUTO version", { "polycc", "pluto", NULL } },
};

/* The line that names a version, as nvcc's third one; else the first. PPCG names Clang's and isl's before
 * its own. */
static char *
version_line (const char *said, const char *beginning)
{
  g_auto (GStrv) lines = g_strsplit (said, "\n", -1);

  for (guint i = 0; beginning && lines[i]; i++)
    if (g_str_has_prefix (lines[i], beginning))
      return g_strdup (g_strstrip (lines[i]));
  for (guint i = 0; lines[i]; i++)
    if (strstr (lines[i], "version") || strstr (lines[i], "release") || strstr (lines[i], "(GCC)"))
      return g_strdup (g_strstrip (lines[i]));
  return g_strdup (lines[0] ? g_strstrip (lines[0]) : "");
}

/* NULL: it cannot be started. */
static char *
ask_version (const char *path, const char *beginning)
{
  g_autoptr (GSubprocess) process
    = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, NULL, path,
                        "--version", NULL);
  g_autofree char *said = NULL;

  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, NULL, &said, NULL, NULL))
    return NULL;
  return version_line (said ? said : "", beginning);
}

static char *
look_for (IhopTool tool)
{
  for (guint i = 0; known[tool].names[i]; i++)
    {
      char *path = g_find_program_in_path (known[tool].names[i]);
      if (path)
        return path;
    }
  return NULL;
}

static void
find_one (IhopTool tool, const char *given, IhopToolFound *found)
{
  found->path = given ? g_find_program_in_path (given) : look_for (tool);
  found->version = found->path ? ask_version (found->path, known[tool].version) : NULL;
  if (found->path == NULL)
    found->absent = given ? g_strdup_printf ("%s is no program that can be run", given)
                          : g_strdup_printf ("%s is not on PATH", known[tool].title);
  else if (found->version == NULL)
    found->absent = g_strdup_printf ("%s cannot be started", found->path);
}

void
ihop_tools_find (IhopToolFound tools[IHOP_N_TOOLS], const char *const paths[IHOP_N_TOOLS])
{
  memset (tools, 0, IHOP_N_TOOLS * sizeof *tools);
  for (guint i = 0; i < IHOP_N_TOOLS; i++)
    find_one ((IhopTool) i, paths ? paths[i] : NULL, &tools[i]);
}

void
ihop_tools_clear (IhopToolFound tools[IHOP_N_TOOLS])
{
  for (guint i = 0; i < IHOP_N_TOOLS; i++)
    {
      g_free (tools[i].path);
      g_free (tools[i].version);
      g_free (tools[i].absent);
    }
}
