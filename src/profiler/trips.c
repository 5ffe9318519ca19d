/* How often a loop runs, read from its text alone: good enough for weights, not for proofs. */
#include "profiler/pattern.h"

static const IhopNode *
strip (const IhopNode *node)
{
  return node != NULL ? ihop_node_strip (node, TRUE) : NULL;
}

static gboolean
is_variable (const IhopNode *node, const IhopSymbol *symbol)
{
  node = strip (node);
  return node != NULL && node->kind == IHOP_REF && node->symbol == symbol;
}

static gboolean
read_constant (const IhopNode *node, gint64 *value)
{
  node = strip (node);
  if (node == NULL || !(node->flags & IHOP_NODE_CONSTANT))
    return FALSE;
  *value = node->integer;
  return TRUE;
}

/* "i = i + 2", "i = 2 + i", "i = i - 2". */
static gint64
read_assigned_step (const IhopNode *right, const IhopSymbol *iterator)
{
  gint64 by;

  right = strip (right);
  if (right == NULL || right->kind != IHOP_BINARY)
    return 0;
  if (right->op == IHOP_OP_ADD && is_variable (right->child[0], iterator)
      && read_constant (right->child[1], &by))
    return by;
  if (right->op == IHOP_OP_ADD && is_variable (right->child[1], iterator)
      && read_constant (right->child[0], &by))
    return by;
  if (right->op == IHOP_OP_SUB && is_variable (right->child[0], iterator)
      && read_constant (right->child[1], &by) && by != G_MININT64)
    return -by;
  return 0;
}

/* 0: not a constant step of one variable. */
static gint64
read_step (const IhopNode *node, const IhopSymbol **iterator)
{
  const IhopNode *target;
  gint64 by = 0;

  node = strip (node);
  if (node == NULL || node->n_children == 0 || (target = strip (node->child[0])) == NULL
      || target->kind != IHOP_REF)
    return 0;
  *iterator = target->symbol;
  if (node->kind == IHOP_UNARY)
    return node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC   ? 1
           : node->op == IHOP_OP_PRE_DEC || node->op == IHOP_OP_POST_DEC ? -1
                                                                         : 0;
  if (node->kind != IHOP_ASSIGN)
    return 0;
  if (node->op == IHOP_OP_NONE)
    return read_assigned_step (node->child[1], *iterator);
  if ((node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB)
      || !read_constant (node->child[1], &by) || by == G_MININT64)
    return 0;
  return node->op == IHOP_OP_ADD ? by : -by;
}

/* The first value, from "i = e" (perhaps one of several, by comma) or "int i = e". */
static const IhopNode *
read_first (const IhopNode *init, const IhopSymbol *iterator)
{
  const IhopNode *found = NULL;

  if (init == NULL)
    return NULL;
  if (init->kind == IHOP_VARIABLE)
    return init->symbol == iterator && init->n_children > 0 ? init->child[0] : NULL;
  if (init->kind == IHOP_ASSIGN)
    return init->op == IHOP_OP_NONE && is_variable (init->child[0], iterator) ? init->child[1]
                                                                              : NULL;
  if (init->kind != IHOP_DECLARATION && init->kind != IHOP_EXPRESSION && init->kind != IHOP_PAREN
      && !(init->kind == IHOP_BINARY && init->op == IHOP_OP_COMMA))
    return NULL;
  for (guint i = 0; i < init->n_children && found == NULL; i++)
    found = read_first (init->child[i], iterator);
  return found;
}

/* The bound that the iterator is compared with, and by how much the last value may exceed it. */
static const IhopNode *
read_bound (const IhopNode *condition, const IhopSymbol *iterator, gint64 *beyond)
{
  guint at;

  condition = strip (condition);
  if (condition == NULL || condition->kind != IHOP_BINARY || condition->op < IHOP_OP_LT
      || condition->op > IHOP_OP_NE || condition->op == IHOP_OP_EQ)
    return NULL;
  at = is_variable (condition->child[0], iterator) ? 1 : 0;
  if (!is_variable (condition->child[1 - at], iterator))
    return NULL;
  *beyond = condition->op == IHOP_OP_LE || condition->op == IHOP_OP_GE ? 1 : 0;
  return condition->child[at];
}

gboolean
ihop_count_read (IhopReader *reader, const IhopNode *loop, IhopCount *count)
{
  const IhopNode *first, *bound;
  IhopForm last, negative;
  gint64 beyond = 0;

  if (loop->kind != IHOP_FOR || (count->step = read_step (loop->child[2], &count->iterator)) == 0)
    return FALSE;
  first = read_first (loop->child[0], count->iterator);
  bound = read_bound (loop->child[1], count->iterator, &beyond);
  if (bound == NULL)
    return FALSE;
  count->first = ihop_reader_value (reader, first); /* NULL: the worst */
  last = ihop_reader_value (reader, bound);
  negative = ihop_form_scale (&count->first, (IhopCongruence){ -1, 0 });
  count->trips = ihop_form_add (&last, &negative);
  if (count->step < 0)
    count->trips = ihop_form_scale (&count->trips, (IhopCongruence){ -1, 0 });
  count->trips.constant.value += beyond;
  return TRUE;
}
