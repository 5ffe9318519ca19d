/* All loops of a tree with their verdicts, worked out when first asked for. */
#include "analysis/loops.h"
#include "analysis/defs.h"
#include "analysis/facts_private.h"
#include "analysis/judge.h"
#include <isl/ctx.h>

/* isl's own operations that one loop may cost; a hard nest takes some hundred thousand. */
enum { MAX_OPERATIONS = 20 * 1000 * 1000 };

typedef struct
{
  GPtrArray *names;   /* of IhopLoopName * */
  GPtrArray *loops;   /* of IhopLoop *, filled together */
  GHashTable *by_node;
} Table;

static void
loop_free (gpointer data)
{
  IhopLoop *loop = data;

  g_free (loop->counting.why);
  g_ptr_array_unref (loop->privates);
  g_ptr_array_unref (loop->reductions);
  g_ptr_array_unref (loop->inductions);
  g_ptr_array_unref (loop->assumptions);
  g_ptr_array_unref (loop->dependences);
  g_ptr_array_unref (loop->reasons);
  g_free (loop);
}

static void
table_free (gpointer data)
{
  Table *table = data;

  g_hash_table_unref (table->by_node);
  g_ptr_array_unref (table->loops);
  g_ptr_array_unref (table->names);
  g_free (table);
}

static IhopLoop *
loop_new (const IhopLoopName *name)
{
  IhopLoop *loop = g_new0 (IhopLoop, 1);

  loop->name = name;
  loop->privates = g_ptr_array_new_with_free_func (g_free);
  loop->reductions = g_ptr_array_new_with_free_func (ihop_reduction_free);
  loop->inductions = g_ptr_array_new_with_free_func (ihop_induction_free);
  loop->assumptions = g_ptr_array_new_with_free_func (ihop_assumption_free);
  loop->dependences = g_ptr_array_new_with_free_func (ihop_dependence_free);
  loop->reasons = g_ptr_array_new_with_free_func (ihop_reason_free);
  return loop;
}

static void
judge (IhopFacts *facts, IhopLoop *loop, IhopBudget *budget)
{
  const IhopLoopName *name = loop->name;
  isl_ctx *ctx = ihop_facts_isl (facts);

  loop->counting = ihop_counting_of (facts, name->function, name->loop);
  if (loop->counting.iterator == NULL)
    {
      loop->verdict = IHOP_UNKNOWN;
      ihop_reason_add (loop->reasons, "IHOP-D001", name->loop,
                       "write it as for (i = first; i < last; i++)",
                       "the loop does not count: %s", loop->counting.why);
      return;
    }
  isl_ctx_reset_operations (ctx);
  isl_ctx_set_max_operations (ctx, MAX_OPERATIONS);

  g_autoptr (IhopScop) scop = ihop_scop_new (facts, name->function, name->loop, budget);

  ihop_judge_loop (scop, loop);
  isl_ctx_set_max_operations (ctx, 0);
  isl_ctx_reset_error (ctx);
}

static Table *
table_of (IhopFacts *facts, const IhopTree *tree)
{
  GHashTable *tables = ihop_facts_cache (facts, "loops", table_free);
  Table *table = g_hash_table_lookup (tables, tree);
  const IhopFunction *function = NULL;
  IhopBudget budget = { 0 };

  if (table)
    return table;
  table = g_new0 (Table, 1);
  table->names = ihop_address_list (tree);
  table->loops = g_ptr_array_new_with_free_func (loop_free);
  table->by_node = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (tables, (gpointer) tree, table);
  for (guint i = 0; i < table->names->len; i++)
    {
      const IhopLoopName *name = table->names->pdata[i];
      IhopLoop *loop = loop_new (name);
      if (name->function != function)
        budget = ihop_budget_seconds (ihop_facts_options (facts)->seconds);
      function = name->function;
      judge (facts, loop, &budget);
      g_ptr_array_add (table->loops, loop);
      g_hash_table_insert (table->by_node, (gpointer) name->loop, loop);
    }
  return table;
}

const GPtrArray *
ihop_loops_of (IhopFacts *facts, const IhopTree *tree)
{
  return table_of (facts, tree)->loops;
}

const IhopLoop *
ihop_loops_find (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop)
{
  return g_hash_table_lookup (table_of (facts, tree)->by_node, loop);
}

const char *
ihop_verdict_name (IhopVerdict verdict)
{
  static const char *const names[] = { "parallel", "sequential", "unknown" };

  return names[verdict];
}

const char *
ihop_reduce_text (IhopReduce reduce)
{
  static const char *const texts[] = { "+", "*", "min", "max", "&", "|", "^", "&&", "||" };

  return texts[reduce];
}

const char *
ihop_dependence_kind_name (IhopDependenceKind kind)
{
  static const char *const names[] = { "flow", "anti", "output" };

  return names[kind];
}
