#include "analysis/memory/pointer_swap.h"
#include "analysis/memory/disjointness.h"
#include "analysis/memory/function_entry.h"
#include "analysis/memory/swap_statements.h"
#include "analysis/program/facts_private.h"
#include "ir/query.h"
#include <isl/val.h>

/* ---- Who takes part -------------------------------------------------------------------- */

/* All that change places with "symbol", directly or over others. */
static GPtrArray *
partners_of (const GPtrArray *exchanges, const IhopSymbol *symbol)
{
  GPtrArray *group = g_ptr_array_new ();

  g_ptr_array_add (group, (gpointer) symbol);
  for (guint done = 0; done < group->len; done++)
    for (guint i = 0; i < exchanges->len; i++)
      {
        const GPtrArray *variables = ((const IhopSwapStatements *) exchanges->pdata[i])->variables;
        if (!g_ptr_array_find ((GPtrArray *) variables, group->pdata[done], NULL))
          continue;
        for (guint k = 0; k < variables->len; k++)
          if (!g_ptr_array_find (group, variables->pdata[k], NULL))
            g_ptr_array_add (group, variables->pdata[k]);
      }
  return group;
}

/* ---- Where they start ------------------------------------------------------------------ */

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const GPtrArray *exchanges;
  IhopSwappedPointers *group;
  GHashTable *moves;       /* the nodes of exchanges */
  gboolean is_broken;
} Check;

static gboolean
has (const GPtrArray *symbols, const IhopSymbol *symbol)
{
  return symbol && g_ptr_array_find ((GPtrArray *) symbols, symbol, NULL);
}

static gboolean
is_null (const IhopNode *value)
{
  value = ihop_node_strip (value, TRUE);
  return (value->flags & IHOP_NODE_CONSTANT) && value->integer == 0;
}

/* Memory that nothing else points to yet: distinct from all that the others hold. */
static gboolean
is_fresh (const Check *check, const IhopSymbol *to, const IhopNode *value)
{
  IhopObjectSet *behind = ihop_flow_behind (ihop_points_to_function (check->facts, check->function),
                                            to);
  const IhopNode *call = ihop_node_strip (value, TRUE);

  while (call->kind == IHOP_CAST) /* "(float *) malloc (n)" */
    call = ihop_node_strip (call->child[0], TRUE);
  for (guint i = 0; i < behind->len && call->kind == IHOP_CALL; i++)
    {
      const IhopObject *object = ihop_object (check->facts, g_array_index (behind, guint, i));
      if (object->kind == IHOP_OBJECT_SITE && object->node == call)
        return TRUE;
    }
  return FALSE;
}

/* Which statement of the function's own block a node stands in. */
static guint
place_of (const IhopNode *body, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_node_path (body, node);
  guint place = 0;

  while (place < body->n_children && path->len > 1 && body->child[place] != path->pdata[1])
    place++;
  return place;
}

/* Done once and before all exchanges: a statement of the function's own block above them. */
static gboolean
is_at_start (const Check *check, const IhopNode *node)
{
  const IhopNode *body = check->function->body;
  const IhopSwapStatements *earliest = check->exchanges->pdata[0];
  guint place = place_of (body, node);
  guint end = earliest->block == body ? earliest->first : place_of (body, earliest->block);

  return place < end && (body->child[place]->kind == IHOP_DECLARATION
                         || body->child[place]->kind == IHOP_EXPRESSION);
}

static gboolean
is_array (const IhopSymbol *symbol)
{
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY;
}

/* "double *now = u;" for an array, or for a parameter that keeps its value: no other member starts with it. */
static gboolean
is_origin (Check *check, const IhopNode *value, const IhopNode *binding)
{
  const IhopSymbol *symbol = ihop_node_named (value);
  GPtrArray *origins = check->group->origins;

  if (symbol == NULL || has (origins, symbol) || !is_at_start (check, binding)
      || !(is_array (symbol)
           || (symbol->kind == IHOP_SYMBOL_PARAMETER && ihop_swap_is_own_pointer (symbol)
               && ihop_alias_is_comparable (check->facts, check->function, symbol))))
    return FALSE;
  g_ptr_array_add (origins, (gpointer) symbol);
  return TRUE;
}

static gboolean
is_loaded (const IhopNode *value)
{
  const IhopSymbol *symbol = ihop_node_named (value);

  return ihop_alias_is_loaded (value) || (symbol && symbol->is_global && symbol->kind == IHOP_SYMBOL_VARIABLE
                                          && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER);
}

/* "double *now = grid->now;", or of a global variable, among the statements with which the function begins (function_entry.h): what it holds can be
 * compared behind them. */
static gboolean
is_read_at_entry (Check *check, const IhopNode *value, const IhopNode *binding)
{
  guint place = place_of (check->function->body, binding);

  if (binding->kind != IHOP_VARIABLE || !is_loaded (value) || has (check->group->origins, binding->symbol)
      || place >= ihop_entry_length (check->facts, check->function)
      || check->function->body->child[place]->kind != IHOP_DECLARATION || !is_at_start (check, binding))
    return FALSE;
  g_ptr_array_add (check->group->origins, binding->symbol);
  return TRUE;
}

static gboolean
is_member (const Check *check, const IhopSymbol *symbol)
{
  return has (check->group->variables, symbol);
}

static gboolean
visit_binding (const IhopNode *node, gpointer data)
{
  Check *check = data;
  const IhopNode *value = NULL;
  const IhopSymbol *to = node->kind == IHOP_ASSIGN ? ihop_node_named (node->child[0]) : node->symbol;

  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR
      || (node->kind == IHOP_LABEL && ihop_node_jumps (node)))
    check->is_broken = TRUE;
  else if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_ADDRESS)
    check->is_broken |= is_member (check, ihop_node_named (node->child[0]));
  else if (node->kind == IHOP_VARIABLE && is_member (check, node->symbol))
    value = node->n_children ? node->child[0] : NULL;
  else if (node->kind == IHOP_ASSIGN && is_member (check, to))
    {
      value = node->child[1];
      check->is_broken |= node->op != IHOP_OP_NONE;
    }
  if (value && !g_hash_table_contains (check->moves, node) && !is_null (value)
      && !is_fresh (check, to, value))
    check->is_broken |= !is_origin (check, value, node) && !is_read_at_entry (check, value, node);
  return !check->is_broken;
}

/* The nodes that assign inside exchanges. */
static GHashTable *
moves_of (const GPtrArray *exchanges)
{
  GHashTable *moves = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < exchanges->len; i++)
    {
      const IhopSwapStatements *exchange = exchanges->pdata[i];
      for (guint k = 0; k < exchange->n; k++)
        {
          const IhopNode *node = exchange->block->child[exchange->first + k]->child[0];
          g_hash_table_add (moves, (gpointer) (node->kind == IHOP_VARIABLE
                                                 ? node : ihop_node_strip (node, FALSE)));
        }
    }
  return moves;
}

/* A member that also holds a value over another exchange is left with a partner's. */
static gboolean
is_any_kept (const GPtrArray *exchanges, const GPtrArray *variables)
{
  for (guint i = 0; i < exchanges->len; i++)
    if (has (variables, ((const IhopSwapStatements *) exchanges->pdata[i])->kept))
      return TRUE;
  return FALSE;
}

static void
group_free (gpointer data)
{
  IhopSwappedPointers *group = data;

  g_ptr_array_unref (group->variables);
  g_ptr_array_unref (group->origins);
  g_ptr_array_unref (group->exchanges);
  g_free (group);
}

/* Nothing but exchanges ever happens to them. */
static gboolean
only_exchanged (IhopFacts *facts, const IhopFunction *function, IhopSwappedPointers *group)
{
  const GPtrArray *exchanges = ihop_swap_statements_of (facts, function);
  g_autoptr (GHashTable) moves = moves_of (exchanges);
  Check check = { facts, function, exchanges, group, moves, is_any_kept (exchanges, group->variables) };

  for (guint i = 0; i < group->variables->len; i++)
    if (((const IhopSymbol *) group->variables->pdata[i])->kind == IHOP_SYMBOL_PARAMETER)
      g_ptr_array_add (group->origins, group->variables->pdata[i]);
  if (!check.is_broken)
    ihop_node_walk (function->body, visit_binding, &check);
  return !check.is_broken;
}

static IhopSwappedPointers *
group_new (const GPtrArray *exchanges, const IhopSymbol *symbol)
{
  IhopSwappedPointers *group = g_new0 (IhopSwappedPointers, 1);

  group->variables = partners_of (exchanges, symbol);
  group->origins = g_ptr_array_new ();
  group->exchanges = g_ptr_array_new ();
  for (guint i = 0; i < exchanges->len; i++)
    if (has (group->variables, ((const IhopSwapStatements *) exchanges->pdata[i])->variables->pdata[0]))
      g_ptr_array_add (group->exchanges, exchanges->pdata[i]);
  return group;
}

static const IhopSwappedPointers *
find_group (const GPtrArray *groups, const IhopSymbol *symbol)
{
  for (guint i = 0; i < groups->len; i++)
    if (has (((const IhopSwappedPointers *) groups->pdata[i])->variables, symbol))
      return groups->pdata[i];
  return NULL;
}

static GPtrArray *
make_groups (IhopFacts *facts, const IhopFunction *function)
{
  const GPtrArray *exchanges = ihop_swap_statements_of (facts, function);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (group_free);
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);

  for (guint i = 0; i < exchanges->len; i++)
    {
      const IhopSymbol *first = ((const IhopSwapStatements *) exchanges->pdata[i])->variables->pdata[0];
      if (find_group (all, first) || find_group (groups, first))
        continue;
      IhopSwappedPointers *group = group_new (exchanges, first);
      g_ptr_array_add (only_exchanged (facts, function, group) ? groups : all, group);
    }
  return groups;
}

static const GPtrArray *
groups_of (IhopFacts *facts, const IhopFunction *function)
{
  GHashTable *of_function
    = ihop_facts_cache (facts, "exchange-groups", (GDestroyNotify) g_ptr_array_unref);
  GPtrArray *groups = g_hash_table_lookup (of_function, function);

  if (groups == NULL)
    {
      groups = make_groups (facts, function);
      g_hash_table_insert (of_function, (gpointer) function, groups);
    }
  return groups;
}

const IhopSwappedPointers *
ihop_swapped_pointers_of (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  return find_group (groups_of (facts, function), symbol);
}

const IhopSwappedPointers *
ihop_swapped_pointers_from (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *origin)
{
  const GPtrArray *groups = groups_of (facts, function);

  for (guint i = 0; i < groups->len; i++)
    if (has (((const IhopSwappedPointers *) groups->pdata[i])->origins, origin))
      return groups->pdata[i];
  return NULL;
}

/* ---- Which of them start apart --------------------------------------------------------- */

/* What a parameter points to when the function is entered, or an array is. */
static IhopMemory
memory_at_start (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *origin, GArray *own)
{
  IhopMemory memory = ihop_memory_behind (facts, function, origin);
  guint number = ihop_object_number (facts, IHOP_OBJECT_PARAM, origin, NULL);

  if (origin->kind != IHOP_SYMBOL_PARAMETER)
    return memory;
  g_array_append_val (own, number);
  memory.own = own;
  return memory;
}

static gboolean
is_of_this_call (const IhopSymbol *symbol)
{
  return is_array (symbol) && !symbol->is_global && symbol->storage == IHOP_STORAGE_AUTO;
}

/* What the function makes itself is new to its parameters. */
static gboolean
start_apart (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b)
{
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) other = g_array_new (FALSE, FALSE, sizeof (guint));

  if ((is_array (a) && is_array (b)) || is_of_this_call (a) || is_of_this_call (b))
    return TRUE;
  return ihop_memory_distinct (facts, function, memory_at_start (facts, function, a, own),
                               memory_at_start (facts, function, b, other), NULL)
         != IHOP_PROOF_NONE;
}

static void
add_pair (IhopFacts *facts, const IhopFunction *function, GPtrArray *pairs, gpointer a, gpointer b)
{
  if (start_apart (facts, function, a, b))
    return;
  g_ptr_array_add (pairs, a);
  g_ptr_array_add (pairs, b);
}

/* Where a variable's memory comes from when the function is entered; NULL: it is not known, or changes. */
static GPtrArray *
origins_of (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  const IhopSwappedPointers *group = ihop_swapped_pointers_of (facts, function, symbol);

  if (group)
    return group->origins->len ? g_ptr_array_copy (group->origins, NULL, NULL) : NULL;
  if (!ihop_alias_is_comparable (facts, function, symbol))
    return NULL;
  GPtrArray *single = g_ptr_array_new ();
  g_ptr_array_add (single, (gpointer) symbol);
  return single;
}

GPtrArray *
ihop_swap_tests (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b)
{
  const IhopSwappedPointers *group = ihop_swapped_pointers_of (facts, function, a);
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();

  if (a == b)
    return NULL;
  if (group && has (group->variables, b))
    {
      for (guint i = 0; i < group->origins->len; i++)
        for (guint k = i + 1; k < group->origins->len; k++)
          add_pair (facts, function, pairs, group->origins->pdata[i], group->origins->pdata[k]);
      return g_steal_pointer (&pairs);
    }
  g_autoptr (GPtrArray) first = origins_of (facts, function, a), second = origins_of (facts, function, b);
  for (guint i = 0; first && second && i < first->len; i++)
    for (guint k = 0; k < second->len; k++)
      {
        if (first->pdata[i] == second->pdata[k])
          return NULL;
        add_pair (facts, function, pairs, first->pdata[i], second->pdata[k]);
      }
  return pairs->len ? g_steal_pointer (&pairs) : NULL;
}

gboolean
ihop_swap_keeps_apart (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b)
{
  const IhopSwappedPointers *group = ihop_swapped_pointers_of (facts, function, a);

  if (a == b || group == NULL || !has (group->variables, b))
    return FALSE;
  g_autoptr (GPtrArray) tests = ihop_swap_tests (facts, function, a, b);
  return tests->len == 0;
}
