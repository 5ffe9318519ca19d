/* All loops of a tree with their verdicts, worked out function by function when first asked for. */
#include "analysis/verdict/loops.h"
#include "analysis/extract/extract.h"
#include "analysis/program/facts_private.h"
#include "analysis/program/isl_operations.h"
#include "analysis/verdict/reasons.h"
#include "analysis/verdict/reduction.h"
#include "analysis/verdict/verdict.h"

/* isl's own operations that one loop may cost; a hard nest takes some hundred thousand. */
enum { MAX_OPERATIONS = 20 * 1000 * 1000 };

/* Each loop's questions walk through all that it holds, and some of them once more for each loop inside. */
enum { MAX_NEST = 24 };

typedef struct
{
  GPtrArray *names;   /* of IhopLoopName * */
  GHashTable *deep;   /* of their loops, those of a nest that is deeper than MAX_NEST */
  GPtrArray *loops;   /* of IhopLoop *, one a name */
  GHashTable *by_node;
  GHashTable *counted; /* of IhopLoop *: it is known how they count … */
  GHashTable *judged; /* … and they have verdicts */
  GHashTable *of_function; /* IhopFunction → Judging */
} Table;

typedef struct
{
  GPtrArray *loops;   /* of IhopLoop *: the function's; NULL: not asked for yet */
  guint64 left;       /* operations that all its verdicts may take still */
} Judging;

static void
loop_free (gpointer data)
{
  IhopLoop *loop = data;

  ihop_message_unref (loop->counting.why);
  g_ptr_array_unref (loop->privates);
  g_ptr_array_unref (loop->reductions);
  g_ptr_array_unref (loop->inductions);
  g_ptr_array_unref (loop->assumptions);
  g_ptr_array_unref (loop->dependences);
  g_ptr_array_unref (loop->reasons);
  g_free (loop);
}

static void
judging_free (gpointer data)
{
  Judging *judging = data;

  if (judging->loops)
    g_ptr_array_unref (judging->loops);
  g_free (judging);
}

static void
table_free (gpointer data)
{
  Table *table = data;

  g_hash_table_unref (table->of_function);
  g_hash_table_unref (table->judged);
  g_hash_table_unref (table->counted);
  g_hash_table_unref (table->by_node);
  g_hash_table_unref (table->deep);
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

/* The verdict, with conditions that a program can test, or without. */
static void
judge_under (IhopFacts *facts, IhopLoop *loop, IhopBudget *budget, gboolean conditions)
{
  const IhopLoopName *name = loop->name;
  isl_ctx *ctx = ihop_facts_isl (facts);

  ihop_operations_limit (ctx, MAX_OPERATIONS);

  g_autoptr (IhopScop) scop
    = ihop_scop_new_for_verdict (facts, name->function, name->loop, budget, !conditions);

  ihop_judge_loop (scop, loop);
  ihop_operations_free (ctx);
}

/* Takes away the conditions that would have to be tested; whether there were any. */
static gboolean
take_conditions (IhopLoop *loop)
{
  gboolean any = FALSE;

  for (guint i = loop->assumptions->len; i-- > 0;)
    {
      const IhopAssumption *assumption = loop->assumptions->pdata[i];
      if (assumption->kind != IHOP_ASSUME_CONDITION || assumption->by_owner)
        continue;
      g_ptr_array_remove_index (loop->assumptions, i);
      any = TRUE;
    }
  return any;
}

/* Takes why. */
static void
leave_unknown (IhopLoop *loop, IhopMessage *why)
{
  loop->verdict = IHOP_UNKNOWN;
  ihop_reason_add_message (loop->reasons, "IHOP-D009", loop->name->loop, NULL, why);
}

/* Conditions that do not make the loop parallel are none: the verdict is the one without them. But what two
 * iterations do under a condition, they do: a refutation stands by its witness alone. */
static void
judge (IhopFacts *facts, IhopLoop *loop, IhopBudget *budget)
{
  const IhopLoopName *name = loop->name;

  if (loop->counting.iterator == NULL)
    {
      loop->verdict = IHOP_UNKNOWN;
      ihop_reason_add (loop->reasons, "IHOP-D001", name->loop,
                       ihop_message ("write it as for (i = first; i < last; i++)"),
                       "the loop does not count: %s", loop->counting.why);
      return;
    }
  if (!ihop_budget_lasts (budget)) /* what stands around a loop is work, too, before any of its own */
    {
      leave_unknown (loop, ihop_message ("the analysis ran out of its budget"));
      return;
    }
  judge_under (facts, loop, budget, TRUE);
  if (loop->verdict == IHOP_PARALLEL || !take_conditions (loop))
    return;

  IhopLoop *without = loop_new (name);

  judge_under (facts, without, budget, FALSE);
  if (without->verdict != IHOP_UNKNOWN || loop->verdict == IHOP_UNKNOWN)
    {
      IhopLoop other = *loop;
      *loop = *without;
      *without = other;
      loop->counting = other.counting;
      without->counting = (IhopCounting){ 0 };
    }
  loop_free (without);
}

/* The loops come in the order of the file: an outermost one, and all that lies in it. */
static GHashTable *
deep_nests (const GPtrArray *names)
{
  GHashTable *deep = g_hash_table_new (NULL, NULL);

  for (guint begin = 0, end; begin < names->len; begin = end)
    {
      guint depth = 1;
      for (end = begin + 1; end < names->len && ((const IhopLoopName *) names->pdata[end])->depth > 1; end++)
        depth = MAX (depth, ((const IhopLoopName *) names->pdata[end])->depth);
      for (guint i = begin; depth > MAX_NEST && i < end; i++)
        g_hash_table_add (deep, (gpointer) ((const IhopLoopName *) names->pdata[i])->loop);
    }
  return deep;
}

static Table *
table_of (IhopFacts *facts, const IhopTree *tree)
{
  GHashTable *tables = ihop_facts_cache (facts, "loops", table_free);
  Table *table = g_hash_table_lookup (tables, tree);

  if (table)
    return table;
  table = g_new0 (Table, 1);
  table->names = ihop_address_list (tree);
  table->deep = deep_nests (table->names);
  table->loops = g_ptr_array_new_with_free_func (loop_free);
  table->by_node = g_hash_table_new (NULL, NULL);
  table->counted = g_hash_table_new (NULL, NULL);
  table->judged = g_hash_table_new (NULL, NULL);
  table->of_function = g_hash_table_new_full (NULL, NULL, NULL, judging_free);
  g_hash_table_insert (tables, (gpointer) tree, table);
  for (guint i = 0; i < table->names->len; i++)
    {
      const IhopLoopName *name = table->names->pdata[i];
      IhopLoop *loop = loop_new (name);
      g_ptr_array_add (table->loops, loop);
      g_hash_table_insert (table->by_node, (gpointer) name->loop, loop);
    }
  return table;
}

static Judging *
judging_of (IhopFacts *facts, Table *table, const IhopFunction *function)
{
  Judging *judging = g_hash_table_lookup (table->of_function, function);

  if (judging == NULL)
    {
      judging = g_new0 (Judging, 1);
      judging->left = ihop_facts_budget (facts).left;
      g_hash_table_insert (table->of_function, (gpointer) function, judging);
    }
  return judging;
}

static void
count (IhopFacts *facts, Table *table, IhopLoop *loop)
{
  if (g_hash_table_add (table->counted, loop))
    loop->counting = ihop_counting_of (facts, loop->name->function, loop->name->loop);
}

/* What is asked of these facts between two verdicts is not the function's to pay for. */
static void
judge_once (IhopFacts *facts, Table *table, IhopLoop *loop)
{
  Judging *judging = judging_of (facts, table, loop->name->function);
  IhopBudget budget = ihop_facts_budget (facts);

  if (!g_hash_table_add (table->judged, loop))
    return;
  count (facts, table, loop);
  budget.left = judging->left;
  if (g_hash_table_contains (table->deep, loop->name->loop))
    leave_unknown (loop, ihop_message ("the nest is more than 24 loops deep"));
  else
    judge (facts, loop, &budget);
  judging->left = budget.left;
}

static const GPtrArray *
judged_loops (IhopFacts *facts, Table *table, const IhopFunction *function)
{
  Judging *judging = judging_of (facts, table, function);

  if (judging->loops)
    return judging->loops;
  judging->loops = g_ptr_array_new ();
  for (guint i = 0; i < table->loops->len; i++)
    {
      IhopLoop *loop = table->loops->pdata[i];
      if (loop->name->function != function)
        continue;
      judge_once (facts, table, loop);
      g_ptr_array_add (judging->loops, loop);
    }
  return judging->loops;
}

const GPtrArray *
ihop_loops_of (IhopFacts *facts, const IhopTree *tree)
{
  Table *table = table_of (facts, tree);

  for (guint i = 0; i < table->names->len; i++)
    judged_loops (facts, table, ((const IhopLoopName *) table->names->pdata[i])->function);
  return table->loops;
}

const GPtrArray *
ihop_loops_of_function (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function)
{
  return judged_loops (facts, table_of (facts, tree), function);
}

const GPtrArray *
ihop_loops_names (IhopFacts *facts, const IhopTree *tree)
{
  return table_of (facts, tree)->names;
}

const IhopLoop *
ihop_loops_find (IhopFacts *facts, const IhopTree *tree, const IhopNode *node)
{
  Table *table = table_of (facts, tree);
  IhopLoop *loop = g_hash_table_lookup (table->by_node, node);

  if (loop)
    judge_once (facts, table, loop);
  return loop;
}

const IhopLoopName *
ihop_loops_name (IhopFacts *facts, const IhopTree *tree, const IhopNode *node)
{
  const IhopLoop *loop = g_hash_table_lookup (table_of (facts, tree)->by_node, node);

  return loop ? loop->name : NULL;
}

const IhopCounting *
ihop_loops_counting (IhopFacts *facts, const IhopTree *tree, const IhopNode *node)
{
  Table *table = table_of (facts, tree);
  IhopLoop *loop = g_hash_table_lookup (table->by_node, node);

  if (loop == NULL)
    return NULL;
  count (facts, table, loop);
  return &loop->counting;
}
