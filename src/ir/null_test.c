#include "ir/null_test.h"

/* A cast to something narrower may make null of what is not. */
static const IhopNode *
without_casts (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_CAST && ((node->flags & IHOP_NODE_IMPLICIT) || ihop_type_strip (node->type)->kind == IHOP_TYPE_POINTER))
    node = ihop_node_strip (node->child[0], TRUE);
  return node;
}

static gboolean
is_null (const IhopNode *node)
{
  node = without_casts (node);
  return (node->flags & IHOP_NODE_CONSTANT) && node->integer == 0;
}

static const IhopSymbol *
pointer_of (const IhopNode *node)
{
  node = without_casts (node);
  return node->kind == IHOP_REF && ihop_type_strip (node->type)->kind == IHOP_TYPE_POINTER ? node->symbol : NULL;
}

const IhopSymbol *
ihop_null_test_of (const IhopNode *condition, gboolean holds)
{
  condition = without_casts (condition);
  if (condition->kind == IHOP_UNARY && condition->op == IHOP_OP_NOT)
    return ihop_null_test_of (condition->child[0], !holds);
  if (condition->kind == IHOP_BINARY && condition->op == (holds ? IHOP_OP_NE : IHOP_OP_EQ))
    return is_null (condition->child[1]) ? pointer_of (condition->child[0])
                                         : is_null (condition->child[0]) ? pointer_of (condition->child[1]) : NULL;
  return holds ? pointer_of (condition) : NULL;
}
