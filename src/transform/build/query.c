/* Questions about expressions and pieces of code. */
#include "transform/build/query.h"
#include "analysis/memory/definitions.h"
#include <string.h>

static gboolean
find_symbol (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->symbol == search[0] && node->kind != IHOP_MEMBER)
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

gboolean
ihop_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  gpointer search[2] = { (gpointer) symbol, NULL };

  ihop_node_walk (node, find_symbol, search);
  return search[1] != NULL;
}

gboolean
ihop_writes (const IhopNode *node, const IhopSymbol *symbol)
{
  g_autoptr (GHashTable) written = ihop_defs_written (node);

  return g_hash_table_contains (written, symbol);
}

static gboolean
faults (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_CALL:
    case IHOP_ASSIGN:
    case IHOP_OPAQUE_EXPR:
      return TRUE;
    case IHOP_INDEX:
      return ihop_type_strip (ihop_node_strip (node->child[0], TRUE)->type)->kind != IHOP_TYPE_ARRAY
             || !(ihop_node_strip (node->child[1], TRUE)->flags & IHOP_NODE_CONSTANT);
    case IHOP_MEMBER:
      return node->flags & IHOP_NODE_ARROW;
    case IHOP_UNARY:
      return node->op == IHOP_OP_DEREF || node->op >= IHOP_OP_PRE_INC;
    case IHOP_BINARY:
      return (node->op == IHOP_OP_DIV || node->op == IHOP_OP_MOD)
             && !(ihop_node_strip (node->child[1], TRUE)->flags & IHOP_NODE_CONSTANT);
    default:
      return FALSE;
    }
}

static gboolean
find_fault (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (faults (node))
    *found = node;
  return *found == NULL;
}

const IhopNode *
ihop_may_fault (const IhopNode *expression)
{
  const IhopNode *found = NULL;

  ihop_node_walk (expression, find_fault, &found);
  return found;
}

GPtrArray *
ihop_mentions_of (const IhopNode *node, const IhopSymbol *symbol)
{
  GPtrArray *found = g_ptr_array_new (), *stack = g_ptr_array_new ();

  g_ptr_array_add (stack, (gpointer) node);
  while (stack->len)
    {
      const IhopNode *next = g_ptr_array_steal_index (stack, stack->len - 1);
      if (next->kind == IHOP_REF && next->symbol == symbol)
        g_ptr_array_add (found, (gpointer) next);
      for (guint i = next->n_children; i-- > 0;)
        if (next->child[i])
          g_ptr_array_add (stack, (gpointer) next->child[i]);
    }
  g_ptr_array_unref (stack);
  return found;
}

const IhopNode *
ihop_reference_in (const IhopNode *node, const IhopNode *reference)
{
  const IhopNode *found = node->kind == reference->kind && ihop_same_expression (node, reference)
                            ? node : NULL;

  for (guint i = 0; i < node->n_children && found == NULL; i++)
    if (node->child[i])
      found = ihop_reference_in (node->child[i], reference);
  return found;
}
