/* Questions about nodes that every room asks. */
#include "ir/query.h"

const IhopSymbol *
ihop_node_named (const IhopNode *node)
{
  node = node ? ihop_node_strip (node, TRUE) : NULL;
  return node && node->kind == IHOP_REF ? node->symbol : NULL;
}

const IhopNode *
ihop_node_unconverted (const IhopNode *node)
{
  while (node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT))
    node = node->child[0];
  return node;
}

gboolean
ihop_node_is_ref (const IhopNode *node, const IhopSymbol *symbol)
{
  node = ihop_node_strip (node, TRUE);
  return node->kind == IHOP_REF && node->symbol == symbol;
}

static gboolean
look_for_mention (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if ((node->kind == IHOP_REF || node->kind == IHOP_MEMBER) && node->symbol == search[0])
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

gboolean
ihop_node_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  gpointer search[2] = { (gpointer) symbol, NULL };

  ihop_node_walk (node, look_for_mention, search);
  return search[1] != NULL;
}

typedef struct
{
  const IhopSymbol *symbol;
  guint n;
} Mentions;

static gboolean
count_mention (const IhopNode *node, gpointer data)
{
  Mentions *mentions = data;

  mentions->n += (node->kind == IHOP_REF || node->kind == IHOP_MEMBER) && node->symbol == mentions->symbol;
  return TRUE;
}

guint
ihop_node_count_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  Mentions mentions = { symbol, 0 };

  ihop_node_walk (node, count_mention, &mentions);
  return mentions.n;
}

IhopOperator
ihop_operator_mirrored (IhopOperator op)
{
  switch (op)
    {
    case IHOP_OP_LT:
      return IHOP_OP_GT;
    case IHOP_OP_LE:
      return IHOP_OP_GE;
    case IHOP_OP_GT:
      return IHOP_OP_LT;
    case IHOP_OP_GE:
      return IHOP_OP_LE;
    default:
      return op;
    }
}

gboolean
ihop_node_is_part_of_result (const IhopNode *node)
{
  gboolean is_part = FALSE;

  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
    {
      is_part = TRUE;
      node = ihop_node_strip (node->child[0], TRUE);
    }
  return is_part && node->kind == IHOP_CALL;
}

static gboolean
same_leaf (const IhopNode *a, const IhopNode *b)
{
  return a->kind == b->kind && a->op == b->op && a->symbol == b->symbol
         && a->n_children == b->n_children && g_strcmp0 (a->text, b->text) == 0
         && a->number == b->number && a->argument_type == b->argument_type
         && a->kind != IHOP_OPAQUE_EXPR && a->kind != IHOP_CALL
         && (a->kind != IHOP_CAST || ihop_type_equal (a->type, b->type));
}

gboolean
ihop_same_expression (const IhopNode *a, const IhopNode *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  a = ihop_node_strip (a, FALSE);
  b = ihop_node_strip (b, FALSE);
  if (a->flags & b->flags & IHOP_NODE_CONSTANT && ihop_type_is_integer (a->type)
      && ihop_type_is_integer (b->type))
    return a->integer == b->integer;
  if (!same_leaf (a, b))
    return FALSE;
  for (guint i = 0; i < a->n_children; i++)
    if (!ihop_same_expression (a->child[i], b->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_constant_of (const IhopNode *node, gint64 *value)
{
  node = ihop_node_strip (node, TRUE);
  if (!(node->flags & IHOP_NODE_CONSTANT))
    return FALSE;
  *value = node->integer;
  return TRUE;
}
