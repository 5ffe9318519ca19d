/* The OpenMP directives of the program itself. ihop has proved that its kernels do what the text does when
 * one thread runs it. Where the program's own threads would come past a kernel, each of them would launch
 * it; a directive that shares a loop among them cannot stand before what a kernel has become. So those go,
 * and what runs there is one thread and the kernels. Directives that start or share no threads stay. */
#include "gpugen/kernel/openmp_directives.h"
#include "analysis/program/callgraph.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
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

gboolean
ihop_is_loop_hint (const char *words)
{
  static const char *const hints[] = { "simd", "loop", "tile", "unroll", "nounroll", "unroll_and_jam",
                                       "nounroll_and_jam", "acc", "GCC ivdep", "GCC unroll", "GCC novector",
                                       "clang loop", "ivdep", "vector", "novector", "loop_count",
                                       "distribute_point" };

  words += g_str_has_prefix (words, "omp ") ? strlen ("omp ") : 0;
  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    {
      gsize length = strlen (hints[i]);
      if (strncmp (words, hints[i], length) == 0 && words[length] != '_' && !g_ascii_isalnum (words[length]))
        return TRUE;
    }
  return FALSE;
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

const IhopDirective *
ihop_pragma_above (const IhopTree *tree, gsize begin)
{
  const char *text = tree->source->text;

  for (guint i = tree->directives->len; i-- > 0;)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->range.source != tree->source || directive->range.end > begin)
        continue;
      gsize between = begin - directive->range.end;
      gboolean is_next = strspn (text + directive->range.end, " \t\n\r\f\v") >= between;
      return directive->kind == IHOP_DIRECTIVE_PRAGMA && is_next ? directive : NULL;
    }
  return NULL;
}

/* What says something about the next loop may stand before a loop only, not before what a kernel has
 * become. */
static void
drop_hints (IhopPlanner *planner, const IhopKernel *kernel)
{
  const IhopNode *first = kernel->statements->pdata[0];
  const IhopDirective *above;

  if (!ihop_range_is_known (first->range) || first->range.source != planner->tree->source)
    return;
  for (gsize begin = first->range.begin; (above = ihop_pragma_above (planner->tree, begin));
       begin = above->range.begin)
    if (ihop_is_loop_hint (above->name))
      g_ptr_array_add (planner->plan->dropped, (gpointer) above);
}

/* A variable of which each thread has its own binds the directives of a file together: all or none. */
void
ihop_own_threads_drop (IhopPlanner *planner)
{
  const IhopTree *tree = planner->tree;
  IhopPlan *plan = planner->plan;
  gboolean all = plan->kernels->len > 0 && has_threadprivate (tree);
  guint first = 0, before;

  for (guint i = 0; i < plan->kernels->len; i++)
    drop_hints (planner, plan->kernels->pdata[i]);
  before = plan->dropped->len;
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
                    plan->dropped->len - before == 1
                      ? N_ ("%u OpenMP directive of the program's own is left out of what is written: its threads would "
                            "each launch the same kernels.")
                      : N_ ("%u OpenMP directives of the program's own are left out of what is written: its threads would "
                            "each launch the same kernels."), plan->dropped->len - before);
}
