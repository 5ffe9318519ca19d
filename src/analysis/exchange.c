#include "analysis/exchange.h"
#include "analysis/alias_sets.h"
#include "analysis/facts_private.h"

/* ---- Exchanges ------------------------------------------------------------------------- */

static const IhopSymbol *
named (const IhopNode *node)
{
  node = node ? ihop_node_strip (node, TRUE) : NULL;
  return node && node->kind == IHOP_REF ? node->symbol : NULL;
}

static gboolean
is_own_pointer (const IhopSymbol *symbol)
{
  return symbol && !symbol->is_global && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER
         && (symbol->kind == IHOP_SYMBOL_PARAMETER
             || (symbol->kind == IHOP_SYMBOL_VARIABLE && symbol->storage == IHOP_STORAGE_AUTO));
}

/* "to = from;" or "T *to = from;" and nothing else. */
static gboolean
is_move (const IhopNode *statement, const IhopSymbol **to, const IhopSymbol **from)
{
  if (statement->kind == IHOP_DECLARATION && statement->n_children == 1
      && statement->child[0]->n_children > 0)
    {
      *to = statement->child[0]->symbol;
      *from = named (statement->child[0]->child[0]);
    }
  else if (statement->kind == IHOP_EXPRESSION
           && ihop_node_strip (statement->child[0], FALSE)->kind == IHOP_ASSIGN)
    {
      const IhopNode *assign = ihop_node_strip (statement->child[0], FALSE);
      *to = assign->op == IHOP_OP_NONE ? named (assign->child[0]) : NULL;
      *from = named (assign->child[1]);
    }
  else
    return FALSE;
  return is_own_pointer (*to) && is_own_pointer (*from) && *to != *from;
}

static void
exchange_free (gpointer data)
{
  IhopExchange *exchange = data;

  g_ptr_array_unref (exchange->variables);
  g_free (exchange);
}

/* "t = a; a = b; b = c; c = t;" from this statement on; NULL: it is none. */
static IhopExchange *
exchange_at (const IhopNode *block, guint first)
{
  const IhopSymbol *kept, *to, *from, *last;
  g_autoptr (GPtrArray) variables = g_ptr_array_new ();

  if (!is_move (block->child[first], &kept, &last))
    return NULL;
  g_ptr_array_add (variables, (gpointer) last);
  for (guint i = first + 1; i < block->n_children; i++)
    {
      if (!is_move (block->child[i], &to, &from) || to != last)
        return NULL;
      if (from == kept)
        {
          IhopExchange *exchange = g_new0 (IhopExchange, 1);
          *exchange = (IhopExchange){ block, first, i + 1 - first, kept,
                                      g_steal_pointer (&variables) };
          return exchange;
        }
      if (g_ptr_array_find (variables, from, NULL))
        return NULL;
      g_ptr_array_add (variables, (gpointer) from);
      last = from;
    }
  return NULL;
}

static gboolean
find_exchanges (const IhopNode *node, gpointer data)
{
  GPtrArray *exchanges = data;

  for (guint i = 0; node->kind == IHOP_BLOCK && i + 2 < node->n_children; i++)
    {
      IhopExchange *exchange = exchange_at (node, i);
      if (exchange == NULL)
        continue;
      g_ptr_array_add (exchanges, exchange);
      i += exchange->n - 1;
    }
  return TRUE;
}

const GPtrArray *
ihop_exchanges_of (IhopFacts *facts, const IhopFunction *function)
{
  GHashTable *of_function
    = ihop_facts_cache (facts, "exchanges", (GDestroyNotify) g_ptr_array_unref);
  GPtrArray *exchanges = g_hash_table_lookup (of_function, function);

  if (exchanges == NULL)
    {
      exchanges = g_ptr_array_new_with_free_func (exchange_free);
      ihop_node_walk (function->body, find_exchanges, exchanges);
      g_hash_table_insert (of_function, (gpointer) function, exchanges);
    }
  return exchanges;
}

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
        const GPtrArray *variables = ((const IhopExchange *) exchanges->pdata[i])->variables;
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
  const GPtrArray *exchanges, *group;
  GHashTable *moves;       /* the nodes of exchanges */
  GPtrArray *homes;        /* arrays that a member was given at the start, each once */
  gboolean is_broken;
} Check;

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
  const IhopExchange *earliest = check->exchanges->pdata[0];
  guint place = place_of (body, node);
  guint end = earliest->block == body ? earliest->first : place_of (body, earliest->block);

  return place < end && (body->child[place]->kind == IHOP_DECLARATION
                         || body->child[place]->kind == IHOP_EXPRESSION);
}

static gboolean
is_own_array (Check *check, const IhopNode *value, const IhopNode *binding)
{
  const IhopSymbol *array = named (value);

  if (array == NULL || ihop_type_strip (array->type)->kind != IHOP_TYPE_ARRAY
      || g_ptr_array_find (check->homes, array, NULL) || !is_at_start (check, binding))
    return FALSE;
  g_ptr_array_add (check->homes, (gpointer) array);
  return TRUE;
}

static gboolean
is_member (const Check *check, const IhopSymbol *symbol)
{
  return symbol && g_ptr_array_find ((GPtrArray *) check->group, symbol, NULL);
}

static gboolean
visit_binding (const IhopNode *node, gpointer data)
{
  Check *check = data;
  const IhopNode *value = NULL;
  const IhopSymbol *to = node->kind == IHOP_ASSIGN ? named (node->child[0]) : node->symbol;

  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR
      || (node->kind == IHOP_LABEL && ihop_node_jumps (node)))
    check->is_broken = TRUE;
  else if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_ADDRESS)
    check->is_broken |= is_member (check, named (node->child[0]));
  else if (node->kind == IHOP_VARIABLE && is_member (check, node->symbol))
    value = node->n_children ? node->child[0] : NULL;
  else if (node->kind == IHOP_ASSIGN && is_member (check, to))
    {
      value = node->child[1];
      check->is_broken |= node->op != IHOP_OP_NONE;
    }
  if (value && !g_hash_table_contains (check->moves, node) && !is_null (value)
      && !is_fresh (check, to, value))
    check->is_broken |= !is_own_array (check, value, node);
  return !check->is_broken;
}

/* The nodes that assign inside exchanges. */
static GHashTable *
moves_of (const GPtrArray *exchanges)
{
  GHashTable *moves = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < exchanges->len; i++)
    {
      const IhopExchange *exchange = exchanges->pdata[i];
      for (guint k = 0; k < exchange->n; k++)
        {
          const IhopNode *node = exchange->block->child[exchange->first + k]->child[0];
          g_hash_table_add (moves, (gpointer) (node->kind == IHOP_VARIABLE
                                                 ? node : ihop_node_strip (node, FALSE)));
        }
    }
  return moves;
}

/* What two parameters point to when the function is entered. */
static gboolean
start_apart (const Check *check, const IhopSymbol *a, const IhopSymbol *b)
{
  guint x = ihop_object_number (check->facts, IHOP_OBJECT_PARAM, a, NULL);
  guint y = ihop_object_number (check->facts, IHOP_OBJECT_PARAM, b, NULL);
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) other = g_array_new (FALSE, FALSE, sizeof (guint));
  IhopMemory one = ihop_memory_behind (check->facts, check->function, a);
  IhopMemory two = ihop_memory_behind (check->facts, check->function, b);

  g_array_append_val (own, x);
  g_array_append_val (other, y);
  one.own = own;
  two.own = other;
  return ihop_memory_distinct (check->facts, check->function, one, two, NULL)
         != IHOP_PROOF_NONE;
}

/* A member that also holds a value over another exchange is left with a partner's. */
static gboolean
is_any_kept (const GPtrArray *exchanges, const GPtrArray *group)
{
  for (guint i = 0; i < exchanges->len; i++)
    if (g_ptr_array_find ((GPtrArray *) group, ((const IhopExchange *) exchanges->pdata[i])->kept,
                          NULL))
      return TRUE;
  return FALSE;
}

/* A parameter against the other parameters; what is made inside is new to all of them, and the
 * function's own arrays are out of their reach. */
static gboolean
parameters_start_apart (const Check *check)
{
  for (guint i = 0; i < check->group->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const IhopSymbol *a = check->group->pdata[i], *b = check->group->pdata[k];
        if (a->kind == IHOP_SYMBOL_PARAMETER && b->kind == IHOP_SYMBOL_PARAMETER
            && !start_apart (check, a, b))
          return FALSE;
      }
  return TRUE;
}

/* Arrays that outlive the call may be what a parameter points to. */
static gboolean
homes_are_own (const Check *check)
{
  gboolean has_parameter = FALSE;

  for (guint i = 0; i < check->group->len; i++)
    has_parameter |= ((const IhopSymbol *) check->group->pdata[i])->kind == IHOP_SYMBOL_PARAMETER;
  for (guint i = 0; has_parameter && i < check->homes->len; i++)
    {
      const IhopSymbol *home = check->homes->pdata[i];
      if (home->is_global || home->storage != IHOP_STORAGE_AUTO)
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_exchange_keeps_apart (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a,
                           const IhopSymbol *b)
{
  const GPtrArray *exchanges = ihop_exchanges_of (facts, function);

  if (a == b || exchanges->len == 0)
    return FALSE;
  g_autoptr (GPtrArray) group = partners_of (exchanges, a);
  if (!g_ptr_array_find (group, b, NULL) || is_any_kept (exchanges, group))
    return FALSE;
  g_autoptr (GHashTable) moves = moves_of (exchanges);
  g_autoptr (GPtrArray) homes = g_ptr_array_new ();
  Check check = { facts, function, exchanges, group, moves, homes, FALSE };
  ihop_node_walk (function->body, visit_binding, &check);
  return !check.is_broken && homes_are_own (&check) && parameters_start_apart (&check);
}
