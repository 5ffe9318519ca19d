/* What a piece of code adds to a variable, by its text. */
#include "analysis/extract/increments.h"
#include "analysis/memory/lvalue.h"
#include "ir/query.h"

typedef struct
{
  const IhopSymbol *symbol;
  gboolean found;
} Mention;

static gboolean
find_write (const IhopNode *node, gpointer data)
{
  Mention *self = data;

  self->found |= ihop_defs_target (node) == self->symbol || node->kind == IHOP_OPAQUE
                 || node->kind == IHOP_OPAQUE_EXPR;
  return !self->found;
}

gboolean
ihop_increments_writes (const IhopNode *node, const IhopSymbol *symbol)
{
  Mention self = { symbol, FALSE };

  ihop_node_walk (node, find_write, &self);
  return self.found;
}

/* "k += 2", "k = k - 1", "k = 3 + k" */
static gboolean
by_assignment (const IhopIncrements *self, const IhopNode *assign)
{
  const IhopNode *right = ihop_node_strip (assign->child[1], TRUE);

  if (assign->op == IHOP_OP_ADD || assign->op == IHOP_OP_SUB)
    return self->amount (right, assign->op == IHOP_OP_ADD ? 1 : -1, self->data);
  if (assign->op != IHOP_OP_NONE || right->kind != IHOP_BINARY
      || (right->op != IHOP_OP_ADD && right->op != IHOP_OP_SUB))
    return FALSE;
  if (ihop_node_is_ref (right->child[0], self->symbol))
    return self->amount (right->child[1], right->op == IHOP_OP_ADD ? 1 : -1, self->data);
  return right->op == IHOP_OP_ADD && ihop_node_is_ref (right->child[1], self->symbol)
         && self->amount (right->child[0], 1, self->data);
}

static gboolean
walk_all (const IhopIncrements *self, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !ihop_increments_walk (self, node->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_increments_walk (const IhopIncrements *self, const IhopNode *node)
{
  if (!ihop_increments_writes (node, self->symbol))
    return TRUE;
  switch (node->kind)
    {
    case IHOP_UNARY:
      if (ihop_defs_target (node) != self->symbol)
        return walk_all (self, node);
      return self->amount (NULL, node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC ? 1 : -1, self->data);
    case IHOP_ASSIGN:
      if (ihop_defs_target (node) == self->symbol)
        return ihop_node_is_ref (node->child[0], self->symbol) && by_assignment (self, node);
      return walk_all (self, node);
    case IHOP_IF:
      return self->branches (node, self->data);
    case IHOP_FOR:
      return self->loop (node, self->data);
    case IHOP_BINARY:
      return node->op != IHOP_OP_LAND && node->op != IHOP_OP_LOR && walk_all (self, node);
    case IHOP_VARIABLE:
      return node->symbol != self->symbol && walk_all (self, node);
    case IHOP_BLOCK: case IHOP_EXPRESSION: case IHOP_PAREN: case IHOP_DECLARATION:
    case IHOP_INDEX: case IHOP_CAST: case IHOP_MEMBER: case IHOP_CALL:
      return walk_all (self, node);
    default:
      return FALSE;
    }
}
