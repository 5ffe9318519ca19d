/* The order of statements, as far as it is easily had: behind "x = e;" in a block, and up to whatever writes x next, a
 * local pointer x holds what e was worth there and nothing else. Without it a temporary that two pairs of buffers are
 * exchanged by ("x = u; u = p; p = x; x = v; v = q; q = x;") would make one set of all four.
 *
 * Uses that are not reached from such an assignment alone look into all that x ever holds, as those of other variables do. */
#include "analysis/memory/access_walk.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/points_to.h"
#include "analysis/memory/points_to_build.h"
#include "analysis/program/facts_private.h"

/* Control may come into the statement from outside without passing what stands in front of it (a case of a switch around),
 * or it may do what nobody can read. */
static gboolean
breaks_order (const IhopNode *statement, gboolean in_switch)
{
  if (statement->kind == IHOP_CASE && !in_switch)
    return TRUE;
  if ((statement->kind == IHOP_OPAQUE || statement->kind == IHOP_OPAQUE_EXPR) && !ihop_opaque_is_harmless (statement))
    return TRUE;
  for (guint i = 0; i < statement->n_children; i++)
    if (statement->child[i] && breaks_order (statement->child[i], in_switch || statement->kind == IHOP_SWITCH))
      return TRUE;
  return FALSE;
}

static void
forget_written (IhopFlow *flow, const IhopNode *statement)
{
  GHashTableIter iter;
  gpointer symbol;

  if (g_hash_table_size (flow->held) == 0)
    return;
  if (breaks_order (statement, FALSE))
    g_hash_table_remove_all (flow->held);
  g_hash_table_iter_init (&iter, flow->held);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    if (ihop_defs_writes (flow->facts, statement, symbol))
      g_hash_table_iter_remove (&iter);
}

/* A pointer that only assignments by name can change, in a function without jumps. */
static gboolean
is_followed (const IhopFlow *flow, const IhopSymbol *symbol)
{
  return flow->body && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER
         && ihop_defs_is_tame (flow->facts, flow->body, symbol) && !ihop_defs_has_labels (flow->facts, flow->body);
}

/* "x = e;" and "double *x = e;": e, with x in *symbol; NULL: the statement is neither. */
static const IhopNode *
assigned_value (const IhopNode *statement, const IhopSymbol **symbol)
{
  const IhopNode *node = statement, *to;

  if (node->kind == IHOP_VARIABLE)
    {
      *symbol = node->symbol;
      return node->n_children ? node->child[0] : NULL;
    }
  if (node->kind != IHOP_EXPRESSION)
    return NULL;
  node = ihop_node_strip (node->child[0], TRUE);
  if (node->kind != IHOP_ASSIGN || node->op != IHOP_OP_NONE)
    return NULL;
  to = ihop_node_strip (node->child[0], TRUE);
  *symbol = to->kind == IHOP_REF ? to->symbol : NULL;
  return *symbol ? node->child[1] : NULL;
}

static void
hold (IhopFlow *flow, const IhopSymbol *symbol, const IhopNode *value, GPtrArray *own)
{
  guint held = ihop_flow_value (flow, value);

  ihop_solver_store_place (flow->solver, ihop_flow_symbol (flow, symbol), IHOP_PLACE_ANY, held);
  g_hash_table_insert (flow->held, (gpointer) symbol, GUINT_TO_POINTER (held ? held : ihop_solver_node (flow->solver)));
  g_ptr_array_add (own, (gpointer) symbol);
}

static void
read_in_order (IhopFlow *flow, const IhopNode *statements, guint result, GPtrArray *own)
{
  for (guint i = 0; i < statements->n_children; i++)
    {
      const IhopNode *statement = statements->child[i], *value;
      const IhopSymbol *symbol = NULL;

      if (statement == NULL)
        continue;
      if (statement->kind == IHOP_DECLARATION)
        {
          read_in_order (flow, statement, result, own);
          continue;
        }
      forget_written (flow, statement);
      value = assigned_value (statement, &symbol);
      if (value && is_followed (flow, symbol))
        hold (flow, symbol, value, own);
      else
        ihop_flow_statement (flow, statement, result);
    }
}

void
ihop_flow_block (IhopFlow *flow, const IhopNode *block, guint result)
{
  g_autoptr (GPtrArray) own = g_ptr_array_new ();

  read_in_order (flow, block, result, own);
  for (guint i = 0; i < own->len; i++)
    g_hash_table_remove (flow->held, own->pdata[i]);
}

guint
ihop_flow_held (const IhopFlow *flow, const IhopSymbol *symbol)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (flow->held, symbol));
}

void
ihop_flow_body (IhopFlow *flow, const IhopFunction *function)
{
  flow->body = function;
  ihop_flow_statement (flow, function->body, ihop_flow_result_of (flow, function));
  flow->body = NULL;
}
