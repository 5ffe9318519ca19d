/* The OpenMP directives of the program itself. ihop has proved that its kernels do what the text does when
 * one thread runs it. Where the program's own threads would come past a kernel, each of them would launch
 * it; a directive that shares a loop among them cannot stand before what a kernel has become. So those go,
 * and what runs there is one thread and the kernels. Directives that start or share no threads stay. */
#include "analysis/callgraph.h"
#include "gpugen/planner.h"
#include <string.h>

gboolean
ihop_is_threads_directive (const char *words)
{
  static const char *const harmless[] = { "simd", "declare", "atomic", "ordered simd" };

  if (!g_str_has_prefix (words, "omp") || !g_ascii_isspace (words[3]))
    return FALSE;
  words += 3 + strspn (words + 3, " \t");
  for (guint i = 0; i < G_N_ELEMENTS (harmless); i++)
    {
      gsize length = strlen (harmless[i]);
      if (strncmp (words, harmless[i], length) == 0 && !g_ascii_isalnum (words[length]))
        return FALSE;
    }
  return TRUE;
}

/* Functions of other files have plans of their own, of which nothing is known here. */
static gboolean
may_launch (const IhopPlan *plan, const IhopFunction *function)
{
  if (ihop_facts_tree_of (plan->facts, function) != plan->tree)
    return TRUE;
  for (guint i = 0; i < plan->kernels->len; i++)
    if (((const IhopKernel *) plan->kernels->pdata[i])->function == function)
      return TRUE;
  return FALSE;
}

static gboolean
meets_kernels (const IhopPlan *plan, const IhopFunction *function)
{
  const IhopCallGraph *calls = ihop_callgraph_of (plan->facts);

  for (guint i = 0; i < calls->nodes->len; i++)
    {
      const IhopFunction *other = ((const IhopCallNode *) calls->nodes->pdata[i])->function;
      if (may_launch (plan, other)
          && (ihop_callgraph_reaches (plan->facts, function, other)
              || ihop_callgraph_reaches (plan->facts, other, function)))
        return TRUE;
    }
  return FALSE;
}

static const IhopFunction *
function_around (const IhopTree *tree, IhopRange place)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (ihop_range_contains (function->range, place))
        return function;
    }
  return NULL;
}

static gboolean
has_threadprivate (const IhopTree *tree)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_PRAGMA && ihop_is_threads_directive (directive->name)
          && strstr (directive->name, "threadprivate"))
        return TRUE;
    }
  return FALSE;
}

/* A variable of which each thread has its own binds the directives of a file together: all or none. */
void
ihop_own_threads_drop (IhopPlanner *planner)
{
  const IhopTree *tree = planner->tree;
  IhopPlan *plan = planner->plan;
  gboolean all = plan->kernels->len > 0 && has_threadprivate (tree);
  guint first = 0;

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind != IHOP_DIRECTIVE_PRAGMA || directive->range.source != tree->source
          || !ihop_is_threads_directive (directive->name))
        continue;
      const IhopFunction *function = function_around (tree, directive->range);
      if (!all && (function == NULL || !meets_kernels (plan, function)))
        continue;
      g_ptr_array_add (plan->dropped, (gpointer) directive);
      first = first ? first : i + 1;
    }
  if (first)
    ihop_diags_add (planner->diags, IHOP_WARNING, "IHOP-G010",
                    g_array_index (tree->directives, IhopDirective, first - 1).range,
                    "%u OpenMP directive%s of the program's own %s left out of what is written: its "
                    "threads would each launch the same kernels.", plan->dropped->len,
                    plan->dropped->len == 1 ? "" : "s", plan->dropped->len == 1 ? "is" : "are");
}
