#include "analysis/dependence/increment.h"

const IhopNode *
ihop_increment_bare (const IhopNode *node)
{
  return ihop_node_strip (node, TRUE);
}

gboolean
ihop_increment_is_of (const IhopNode *node, const IhopSymbol *symbol)
{
  node = ihop_increment_bare (node);
  return node->kind == IHOP_REF && node->symbol == symbol;
}

gboolean
ihop_increment_constant (const IhopNode *node, gint64 *value)
{
  node = ihop_increment_bare (node);
  *value = node->integer;
  return node->flags & IHOP_NODE_CONSTANT && ihop_type_is_integer (node->type);
}

/* k++, k += 2, k = k + 2 */
static gboolean
is_advance (const IhopNode *node, const IhopSymbol *counter, gint64 *by)
{
  const IhopNode *amount = NULL;

  *by = 1;
  if (node->kind == IHOP_UNARY)
    return node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;
  if (node->op == IHOP_OP_ADD)
    amount = node->child[1];
  const IhopNode *sum = ihop_increment_bare (node->child[1]);
  if (node->op == IHOP_OP_NONE && sum->kind == IHOP_BINARY && sum->op == IHOP_OP_ADD)
    amount = ihop_increment_is_of (sum->child[0], counter)   ? sum->child[1]
             : ihop_increment_is_of (sum->child[1], counter) ? sum->child[0]
                                                  : NULL;
  return amount && ihop_increment_constant (amount, by) && *by > 0 && *by <= IHOP_INCREMENT_MOST;
}

gboolean
ihop_increment_is_change (const IhopNode *node)
{
  return node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC);
}

static gboolean
add_advances (const IhopNode *node, const IhopSymbol *counter, gboolean sure, gint64 *sum,
              const IhopNode **other)
{
  gboolean chooses = node->kind == IHOP_CONDITIONAL
                     || (node->kind == IHOP_BINARY
                         && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR));
  gint64 by = 0;

  if ((ihop_increment_is_change (node) && ihop_increment_is_of (node->child[0], counter)
       && (!sure || !is_advance (node, counter, &by)))
      || node->kind == IHOP_OPAQUE_EXPR)
    {
      *other = node;
      return FALSE;
    }
  *sum += by;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i]
        && !add_advances (node->child[i], counter,
                          sure && node->kind != IHOP_SIZEOF && !(chooses && i > 0), sum, other))
      return FALSE;
  return TRUE;
}

gboolean
ihop_increment_of (const IhopNode *expression, const IhopSymbol *counter, gint64 *sum, const IhopNode **other)
{
  *sum = 0;
  return add_advances (expression, counter, TRUE, sum, other);
}
