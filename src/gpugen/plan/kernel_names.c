/* Names of kernels. A kernel is seen by the linker whatever the function is that it is made of: where another file of the
 * program has a function of that name, as two files may each have a static one, the kernels of the static one bear the name
 * of their file, too. */
#include "gpugen/plan/work.h"
#include <string.h>

/* "solver-2d.c" as a part of a name: "solver_2d". */
static char *
word_of_file (const IhopTree *tree)
{
  char *word = g_path_get_basename (tree->source->path);
  char *dot = strrchr (word, '.');

  if (dot && dot != word)
    *dot = '\0';
  return g_strcanon (word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_", '_');
}

static gboolean
defines (const IhopTree *tree, const char *name)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->in_main_file && g_str_equal (function->symbol->name, name))
        return TRUE;
    }
  return FALSE;
}

/* What tells the function's kernels from those of other files ("_solver"): nothing where its name does. */
static char *
file_suffix (const IhopWork *work)
{
  const IhopTree *own = work->planner->tree;
  const GPtrArray *trees = ihop_facts_trees (work->planner->facts);
  g_autofree char *word = word_of_file (own);
  gboolean is_shared = FALSE;
  guint n_before = 0; /* files of the same name, of other folders */

  if (work->function->symbol->storage != IHOP_STORAGE_STATIC)
    return g_strdup ("");
  for (guint i = 0, is_before = TRUE; i < trees->len; i++)
    {
      const IhopTree *tree = trees->pdata[i];
      if (g_str_equal (tree->source->path, own->source->path))
        {
          is_before = FALSE;
          continue;
        }
      g_autofree char *other = word_of_file (tree);
      is_shared |= defines (tree, work->function->symbol->name);
      n_before += is_before && g_str_equal (word, other);
    }
  if (!is_shared)
    return g_strdup ("");
  return n_before ? g_strdup_printf ("_%s_%u", word, n_before + 1) : g_strconcat ("_", word, NULL);
}

void
ihop_kernels_name (IhopWork *work)
{
  const char *function = work->function->symbol->name;
  const char *kind = g_str_has_prefix (function, "kernel_") ? "" : "_kernel";
  g_autofree char *file = file_suffix (work);

  for (guint i = 0, n = 0; i < work->kernels->len; i++)
    {
      IhopKernel *kernel = work->kernels->pdata[i];
      if (kernel->kind == IHOP_KERNEL_CALL)
        continue;
      g_autofree char *base = g_strdup_printf ("%s%s%s_%u", function, file, kind, ++n);
      kernel->name = g_strdup (ihop_name_make (work->planner, base));
    }
}
