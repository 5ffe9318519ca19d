#include "ir/jumps.h"

typedef struct
{
  gboolean leaves;   /* return, goto, label: anywhere; break: out of this loop */
  guint nested;
  const IhopNode *found;
} Leave;

static gboolean
find_leave (const IhopNode *node, gpointer data)
{
  Leave *self = data;

  if (self->found)
    return FALSE;
  if (node->kind == IHOP_RETURN || ihop_node_jumps (node))
    self->found = node;
  if (node->kind == IHOP_BREAK && self->nested == 0)
    self->found = node;
  if (self->nested == 0 && (ihop_kind_is_loop (node->kind) || node->kind == IHOP_SWITCH))
    {
      /* A break in here ends this inner loop, but a return or goto does not. */
      Leave inner = { .nested = 1 };
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i])
          ihop_node_walk (node->child[i], find_leave, &inner);
      self->found = inner.found;
      return FALSE;
    }
  return TRUE;
}

/* The first statement by which a body can be left before its end; NULL: none. */
const IhopNode *
ihop_body_exit (const IhopNode *body)
{
  Leave self = { 0 };

  ihop_node_walk (body, find_leave, &self);
  return self.found;
}

static gboolean
find_case (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= node->kind == IHOP_CASE;
  return node->kind != IHOP_SWITCH && !*(gboolean *) found;
}

gboolean
ihop_switch_has_hidden_case (const IhopNode *node)
{
  const IhopNode *body = node->child[1];
  gboolean found = body->kind != IHOP_BLOCK;

  for (guint i = 0; !found && i < body->n_children; i++)
    {
      const IhopNode *statement = body->child[i];
      while (statement && statement->kind == IHOP_CASE)
        statement = statement->child[2];
      if (statement && statement->kind != IHOP_SWITCH)
        ihop_node_walk (statement, find_case, &found);
    }
  return found;
}

static gboolean
find_entry (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= node->kind == IHOP_CASE || node->kind == IHOP_LABEL;
  return !*(gboolean *) found;
}

/* What a condition is, by the constants in it: "OFF && i > 3" is 0 where OFF is. -1: it may be either. */
static int
known_truth (const IhopNode *condition)
{
  condition = ihop_node_strip (condition, TRUE);
  if (condition->flags & IHOP_NODE_CONSTANT)
    return condition->integer != 0;
  if (condition->kind == IHOP_UNARY && condition->op == IHOP_OP_NOT)
    {
      int inner = known_truth (condition->child[0]);
      return inner < 0 ? -1 : !inner;
    }
  if (condition->kind != IHOP_BINARY || (condition->op != IHOP_OP_LAND && condition->op != IHOP_OP_LOR))
    return -1;
  int left = known_truth (condition->child[0]), right = known_truth (condition->child[1]), decides = condition->op == IHOP_OP_LOR;
  return left == decides || right == decides ? decides : left < 0 || right < 0 ? -1 : !decides;
}

/* The value of the first child with which this one is not come to. -1: it always may be. */
static int
value_without (const IhopNode *node, guint child)
{
  if (node->kind == IHOP_IF || node->kind == IHOP_CONDITIONAL)
    return child == 0 ? -1 : child == 2;
  if (node->kind == IHOP_BINARY && child == 1)
    return node->op == IHOP_OP_LAND ? 0 : node->op == IHOP_OP_LOR ? 1 : -1;
  return -1;
}

gboolean
ihop_child_never_runs (const IhopNode *node, guint child)
{
  int without = value_without (node, child);
  gboolean is_entered = FALSE;

  if (without < 0 || node->child[child] == NULL || known_truth (node->child[0]) != without)
    return FALSE;
  ihop_node_walk (node->child[child], find_entry, &is_entered);
  return !is_entered;
}
