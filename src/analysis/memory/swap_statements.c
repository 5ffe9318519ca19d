/* Statements that pass the values of pointers round. */
#include "analysis/memory/swap_statements.h"
#include "analysis/program/facts_private.h"
#include "ir/query.h"
#include <isl/val.h>

gboolean
ihop_swap_is_own_pointer (const IhopSymbol *symbol)
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
      *from = ihop_node_named (statement->child[0]->child[0]);
    }
  else if (statement->kind == IHOP_EXPRESSION
           && ihop_node_strip (statement->child[0], FALSE)->kind == IHOP_ASSIGN)
    {
      const IhopNode *assign = ihop_node_strip (statement->child[0], FALSE);
      *to = assign->op == IHOP_OP_NONE ? ihop_node_named (assign->child[0]) : NULL;
      *from = ihop_node_named (assign->child[1]);
    }
  else
    return FALSE;
  return ihop_swap_is_own_pointer (*to) && ihop_swap_is_own_pointer (*from) && *to != *from;
}

static void
exchange_free (gpointer data)
{
  IhopSwapStatements *exchange = data;

  g_ptr_array_unref (exchange->variables);
  g_free (exchange);
}

/* "t = a; a = b; b = c; c = t;" from this statement on; NULL: it is none. */
static IhopSwapStatements *
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
          IhopSwapStatements *exchange = g_new0 (IhopSwapStatements, 1);
          *exchange = (IhopSwapStatements){ block, first, i + 1 - first, kept, g_steal_pointer (&variables) };
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
      IhopSwapStatements *exchange = exchange_at (node, i);
      if (exchange == NULL)
        continue;
      g_ptr_array_add (exchanges, exchange);
      i += exchange->n - 1;
    }
  return TRUE;
}

const GPtrArray *
ihop_swap_statements_of (IhopFacts *facts, const IhopFunction *function)
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
