/* All dependences of a nest by the loop that carries them. */
#include "analysis/nest/dependence_levels.h"
#include "analysis/dependence/witness.h"
#include "analysis/extract/extract.h"
#include "analysis/program/isl_operations.h"
#include "analysis/scop/execution_order.h"
#include "analysis/verdict/loops.h"
#include <string.h>

/* A nest of sixteen stencils has some hundred; past these bounds nobody reads a graph. */
enum { MAX_LEVELS = 3000, MAX_OPERATIONS = 20 * 1000 * 1000 };

typedef struct
{
  IhopFacts *facts;
  const IhopTree *tree;
  IhopScop *scop;
  IhopBudget budget;
  GHashTable *statements;
  GHashTable *seen;        /* pairs of equal accesses */
  IhopLevels *result;
} Work;

void
ihop_levels_begin (IhopFacts *facts)
{
  isl_ctx *ctx = ihop_facts_isl (facts);

  ihop_operations_limit (ctx, MAX_OPERATIONS);
}

void
ihop_levels_end (IhopFacts *facts)
{
  isl_ctx *ctx = ihop_facts_isl (facts);

  ihop_operations_free (ctx);
}

static void
note_statement (GHashTable *statements, const IhopNode *node, const IhopNode *around)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();

  if (node == NULL)
    return;
  if (ihop_kind_is_statement (node->kind) && node->kind != IHOP_VARIABLE)
    around = node;
  g_hash_table_insert (statements, (gpointer) node, (gpointer) around);
  ihop_node_extents (node, extents);
  for (guint i = 0; i < extents->len; i++)
    note_statement (statements, extents->pdata[i], around);
  /* "for (int i = …": the head is the loop's, also where it is a statement of its own. */
  for (guint i = 0; i < node->n_children; i++)
    if (node->kind == IHOP_FOR && i == 0 && node->child[0])
      for (guint k = 0; k < node->child[0]->n_children; k++)
        note_statement (statements, node->child[0]->child[k], around);
    else
      note_statement (statements, node->child[i], around);
}

GHashTable *
ihop_levels_statements (const IhopNode *root)
{
  GHashTable *statements = g_hash_table_new (NULL, NULL);

  note_statement (statements, root, root);
  return statements;
}

gboolean
ihop_levels_is_head (const IhopAccess *access, GHashTable *statements)
{
  const IhopNode *statement = g_hash_table_lookup (statements, access->node);

  return ihop_kind_is_loop (access->node->kind) || statement == NULL
         || ihop_kind_is_loop (statement->kind);
}

void
ihop_levels_assumptions (const IhopScop *scop, GPtrArray *into)
{
  for (guint i = 0; i < scop->assumptions->len; i++)
    g_ptr_array_add (into, ihop_message_ref (((IhopAssumption *) scop->assumptions->pdata[i])->message));
}

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *found;
} Search;

static gboolean
find_declaration (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (node->kind == IHOP_VARIABLE && node->symbol == search->symbol)
    search->found = node;
  return search->found == NULL;
}

guint
ihop_levels_declared (const IhopScop *scop, const IhopSymbol *symbol)
{
  Search search = { symbol, NULL };
  guint depth = 0;

  if (!g_hash_table_contains (scop->local, symbol))
    return 0;
  ihop_node_walk (scop->root, find_declaration, &search);
  g_autoptr (GPtrArray) path
    = search.found ? ihop_node_path (scop->root, search.found) : NULL;
  for (guint i = 0; path && i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      if (ihop_kind_is_loop (node->kind) && path->pdata[i + 1] == ihop_loop_body (node))
        depth++;
    }
  return depth;
}

IhopLevelStanding
ihop_levels_standing (const IhopLoop *carrier, const IhopSymbol *symbol)
{
  for (guint i = 0; carrier && i < carrier->reductions->len; i++)
    if (((IhopReduction *) carrier->reductions->pdata[i])->symbol == symbol)
      return IHOP_LEVEL_REDUCTION;
  for (guint i = 0; carrier && i < carrier->privates->len; i++)
    if (((IhopPrivate *) carrier->privates->pdata[i])->symbol == symbol)
      return IHOP_LEVEL_PRIVATE;
  for (guint i = 0; carrier && i < carrier->inductions->len; i++)
    if (((IhopInduction *) carrier->inductions->pdata[i])->symbol == symbol)
      return IHOP_LEVEL_INDUCTION;
  return IHOP_LEVEL_STANDS;
}

static void
level_free (gpointer data)
{
  IhopLevel *level = data;

  ihop_dependence_free (level->dependence);
  g_free (level);
}

void
ihop_levels_free (IhopLevels *levels)
{
  if (levels == NULL)
    return;
  g_ptr_array_unref (levels->levels);
  g_ptr_array_unref (levels->assumptions);
  ihop_message_unref (levels->why);
  g_free (levels);
}

static void
give_up (IhopLevels *levels, IhopMessage *why)
{
  levels->is_complete = FALSE;
  if (levels->why == NULL)
    levels->why = why;
  else
    ihop_message_unref (why);
}

/* Those pairs whose first k loops are in the same iteration, and in the k+1-th one goes ahead; with
 * k loops around both: all in the same. Takes pairs. */
static isl_map *
at_level (isl_map *pairs, guint k, guint common, gboolean backwards)
{
  for (guint i = 0; i < k; i++)
    pairs = isl_map_equate (pairs, isl_dim_in, (int) i, isl_dim_out, (int) i);
  if (k == common)
    return pairs;
  return backwards ? isl_map_order_gt (pairs, isl_dim_in, (int) k, isl_dim_out, (int) k)
                   : isl_map_order_lt (pairs, isl_dim_in, (int) k, isl_dim_out, (int) k);
}

static void
add_level (Work *work, const IhopCarried *carried, const IhopScopLoop *carrier)
{
  IhopLevel *level = g_new0 (IhopLevel, 1);
  const IhopLoop *loop
    = carrier ? ihop_loops_find (work->facts, work->tree, carrier->node) : NULL;

  level->dependence = ihop_dependence_new (work->scop, carried);
  level->source = g_hash_table_lookup (work->statements, carried->source->node);
  level->sink = g_hash_table_lookup (work->statements, carried->sink->node);
  level->carrier = carrier ? carrier->node : NULL;
  level->level = carrier ? carrier->depth + 1 : 0;
  level->standing = ihop_levels_standing (loop, carried->source->ref->root);
  g_ptr_array_add (work->result->levels, level);
}

static const IhopScopLoop *
loop_at (const IhopScopLoop *loop, guint depth)
{
  while (loop && loop->depth > depth)
    loop = loop->parent;
  return loop;
}

/* One pair of accesses, at each level. Takes pairs. */
static void
split_levels (Work *work, IhopCarried *carried, isl_map *pairs)
{
  const IhopAccess *a = carried->source, *b = carried->sink;
  const IhopScopLoop *common = ihop_scop_common_loop (a->statement->loop, b->statement->loop);
  guint n = common ? common->depth + 1 : 0;
  guint declared = MIN (ihop_levels_declared (work->scop, a->ref->root), n);
  gboolean certain = carried->is_exact;

  for (guint k = declared; k <= n; k++)
    {
      const IhopScopLoop *carrier = k < n ? loop_at (common, k) : NULL;
      carried->relation = at_level (isl_map_copy (pairs), k, n, carrier && carrier->backwards);
      isl_bool empty = isl_map_is_empty (carried->relation);
      carried->is_exact = certain && empty == isl_bool_false;
      if (empty == isl_bool_error)
        give_up (work->result, ihop_message ("isl ran out of operations"));
      else if (empty == isl_bool_false)
        add_level (work, carried, carrier);
      isl_map_free (carried->relation);
    }
  isl_map_free (pairs);
}

/* "x += 1" reads and writes one element: the same dependence is not worked out twice. */
static gboolean
is_new (Work *work, const IhopAccess *a, const IhopAccess *b)
{
  gpointer from = g_hash_table_lookup (work->statements, a->node);
  gpointer to = g_hash_table_lookup (work->statements, b->node);
  char *key = g_strdup_printf ("%u %u %d %d %d %d %p %p", a->twin, b->twin, a->is_write,
                               b->is_write, a->may, b->may, from, to);

  return g_hash_table_add (work->seen, key);
}

static void
look_at_pair (Work *work, const IhopAccess *a, const IhopAccess *b)
{
  IhopOverlap overlap = ihop_overlap_of (work->scop, a, b, work->scop->assumptions);
  gboolean is_apart;
  IhopCarried carried = { .source = a, .sink = b, .a = overlap.a, .b = overlap.b };

  if (overlap.kind == IHOP_OVERLAP_NONE || !is_new (work, a, b))
    return;
  isl_map *pairs = ihop_deps_between (work->scop, a, b, &overlap, &is_apart);
  if (is_apart)
    return;
  if (pairs == NULL)
    {
      give_up (work->result, ihop_message ("isl ran out of operations"));
      return;
    }
  carried.is_exact = a->may == IHOP_MAY_NOT && b->may == IHOP_MAY_NOT
                     && overlap.kind == IHOP_OVERLAP_SURE;
  split_levels (work, &carried, pairs);
}

static gboolean
may_go_on (Work *work)
{
  if (work->result->levels->len >= MAX_LEVELS)
    give_up (work->result, ihop_message ("there are more dependences than can be shown"));
  else if (!ihop_budget_spend (&work->budget, 1))
    give_up (work->result, ihop_message ("the analysis ran out of time"));
  else
    return TRUE;
  return FALSE;
}

static void
look_at_all (Work *work)
{
  const GPtrArray *accesses = work->scop->accesses;

  for (guint i = 0; i < accesses->len; i++)
    for (guint k = 0; k < accesses->len; k++)
      {
        const IhopAccess *a = accesses->pdata[i], *b = accesses->pdata[k];
        if ((!a->is_write && !b->is_write) || ihop_levels_is_head (a, work->statements)
            || ihop_levels_is_head (b, work->statements))
          continue;
        if (!may_go_on (work))
          return;
        look_at_pair (work, a, b);
      }
}

IhopLevels *
ihop_levels_of (IhopFacts *facts, const IhopTree *tree, const IhopLoop *root)
{
  Work work = { .facts = facts, .tree = tree, .result = g_new0 (IhopLevels, 1) };

  /* Verdicts first: they have a budget and operations of their own. */
  ihop_loops_of_function (facts, tree, root->name->function);
  work.result->levels = g_ptr_array_new_with_free_func (level_free);
  work.result->assumptions = g_ptr_array_new_with_free_func (ihop_message_unref);
  work.result->is_complete = TRUE;
  work.budget = ihop_facts_budget (facts);
  ihop_levels_begin (facts);
  work.scop = ihop_scop_new (facts, root->name->function, root->name->loop, &work.budget);
  work.statements = ihop_levels_statements (root->name->loop);
  work.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (work.scop->obstacles->len)
    give_up (work.result, ihop_message_ref (((IhopObstacle *) work.scop->obstacles->pdata[0])->message));
  look_at_all (&work);
  ihop_levels_assumptions (work.scop, work.result->assumptions);
  g_hash_table_unref (work.seen);
  g_hash_table_unref (work.statements);
  ihop_scop_free (work.scop);
  ihop_levels_end (facts);
  return work.result;
}
