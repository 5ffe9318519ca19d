/* Loops that count, whatever their spelling. */
#include "analysis/defs.h"
#include <stdarg.h>

static IhopCounting
not_counting (const char *format, ...) G_GNUC_PRINTF (1, 2);

static IhopCounting
not_counting (const char *format, ...)
{
  va_list arguments;
  IhopCounting counting = { 0 };

  va_start (arguments, format);
  counting.why = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return counting;
}

static gboolean
is_ref_to (const IhopNode *node, const IhopSymbol *symbol)
{
  node = ihop_node_strip (node, TRUE);
  return node->kind == IHOP_REF && node->symbol == symbol;
}

/* "i++", "i += 2", "i = i - 1", "i = 3 + i": the variable and what is added; FALSE: not such. */
static gboolean
read_update (const IhopNode *node, IhopSymbol **iterator, gint64 *step)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
    {
      const IhopNode *operand = ihop_node_strip (node->child[0], TRUE);
      if (operand->kind != IHOP_REF)
        return FALSE;
      *iterator = operand->symbol;
      *step = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC ? 1 : -1;
      return TRUE;
    }
  if (node->kind != IHOP_ASSIGN)
    return FALSE;

  const IhopNode *left = ihop_node_strip (node->child[0], TRUE);
  const IhopNode *right = ihop_node_strip (node->child[1], TRUE);
  const IhopNode *amount = right;
  IhopOperator op = node->op;

  if (left->kind != IHOP_REF)
    return FALSE;
  if (op == IHOP_OP_NONE && right->kind == IHOP_BINARY)
    {
      op = right->op;
      if (is_ref_to (right->child[0], left->symbol))
        amount = right->child[1];
      else if (op == IHOP_OP_ADD && is_ref_to (right->child[1], left->symbol))
        amount = right->child[0];
      else
        return FALSE;
    }
  if (op != IHOP_OP_ADD && op != IHOP_OP_SUB)
    return FALSE;
  amount = ihop_node_strip (amount, TRUE);
  if (!(amount->flags & IHOP_NODE_CONSTANT) || amount->integer == 0
      || amount->integer > G_MAXINT32 || amount->integer < -G_MAXINT32)
    return FALSE;
  *iterator = left->symbol;
  *step = op == IHOP_OP_ADD ? amount->integer : -amount->integer;
  return TRUE;
}

static IhopOperator
turned_round (IhopOperator op)
{
  switch (op)
    {
    case IHOP_OP_LT: return IHOP_OP_GT;
    case IHOP_OP_LE: return IHOP_OP_GE;
    case IHOP_OP_GT: return IHOP_OP_LT;
    case IHOP_OP_GE: return IHOP_OP_LE;
    default: return op;
    }
}

/* Relation and bound with the iterator on the left; FALSE: the condition is something else. */
static gboolean
read_condition (const IhopNode *condition, IhopCounting *counting)
{
  condition = ihop_node_strip (condition, TRUE);
  if (condition->kind != IHOP_BINARY || condition->op < IHOP_OP_LT || condition->op > IHOP_OP_NE
      || condition->op == IHOP_OP_EQ)
    return FALSE;
  if (is_ref_to (condition->child[0], counting->iterator))
    {
      counting->relation = condition->op;
      counting->bound = condition->child[1];
      return TRUE;
    }
  if (is_ref_to (condition->child[1], counting->iterator))
    {
      counting->relation = turned_round (condition->op);
      counting->bound = condition->child[0];
      return TRUE;
    }
  return FALSE;
}

static gboolean
goes_the_right_way (const IhopCounting *counting)
{
  switch (counting->relation)
    {
    case IHOP_OP_LT:
    case IHOP_OP_LE:
      return counting->step > 0;
    case IHOP_OP_GT:
    case IHOP_OP_GE:
      return counting->step < 0;
    default:
      return TRUE;
    }
}

/* "i != n" in steps of more than one: only for constants is it known to end. */
static gboolean
hits_bound (const IhopCounting *counting)
{
  const IhopNode *lower = counting->lower, *bound = counting->bound;
  gint64 way;

  if (lower == NULL || !(lower->flags & bound->flags & IHOP_NODE_CONSTANT))
    return FALSE;
  way = bound->integer - lower->integer;
  return way % counting->step == 0 && way / counting->step >= 0;
}

static gboolean
mentions (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_REF && node->symbol == search[0])
    search[1] = (gpointer) node;
  return TRUE;
}

static gboolean
node_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  gpointer search[2] = { (gpointer) symbol, NULL };

  ihop_node_walk (node, mentions, search);
  return search[1] != NULL;
}

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *except;
  const IhopNode *found;
} Write;

static gboolean
find_write (const IhopNode *node, gpointer data)
{
  Write *self = data;

  if (node == self->except)
    return FALSE;
  if (ihop_defs_target (node) == self->symbol)
    self->found = node;
  return self->found == NULL;
}

/* What a loop that steps "iterator" by "update" still has to fulfil. Takes counting. */
static IhopCounting
judge (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop, IhopCounting counting,
       const IhopNode *condition)
{
  const IhopNode *body = ihop_loop_body (loop);
  const IhopSymbol *iterator = counting.iterator;
  const char *name = iterator->name;
  Write write = { iterator, counting.update, NULL };
  const char *culprit = NULL;

  if (!ihop_type_is_integer (iterator->type))
    return not_counting ("%s is not an integer", name);
  if (ihop_type_is_volatile (iterator->type))
    return not_counting ("%s is volatile", name);
  if (condition == NULL)
    return not_counting ("the loop has no condition");
  if (!read_condition (condition, &counting))
    return not_counting ("its condition does not compare %s with a bound", name);
  if (!goes_the_right_way (&counting))
    return not_counting ("%s runs away from its bound", name);
  if (counting.relation == IHOP_OP_GE && !ihop_type_strip (iterator->type)->is_signed
      && counting.bound->flags & IHOP_NODE_CONSTANT && counting.bound->integer <= 0)
    return not_counting ("%s is unsigned: it is never below 0", name);
  if (counting.relation == IHOP_OP_NE && ABS (counting.step) > 1 && !hits_bound (&counting))
    return not_counting ("it is not proved that %s ever equals its bound", name);
  ihop_node_walk (body, find_write, &write);
  if (write.found)
    return not_counting ("%s is changed in the body (line %u)", name,
                         ihop_range_line (write.found->place));
  if (!ihop_defs_is_tame (facts, function, iterator)
      && (ihop_defs_of (facts, function, iterator)->address_taken
          || ihop_defs_may_change (facts, function, body, iterator)))
    return not_counting ("%s may be changed through a pointer or by a called function", name);
  if (node_mentions (counting.bound, iterator))
    return not_counting ("its bound depends on %s", name);
  if (ihop_defs_may_change_value (facts, function, body, counting.bound, &culprit))
    return not_counting ("its bound may change in the body (%s)", culprit);
  return counting;
}

/* The first value, from "i = 0" or "int i = 0". */
static gboolean
read_init (const IhopNode *init, IhopCounting *counting)
{
  if (init == NULL)
    return TRUE;
  if (init->kind == IHOP_DECLARATION)
    {
      if (init->n_children != 1 || init->child[0]->symbol != counting->iterator
          || init->child[0]->child[0] == NULL)
        return FALSE;
      counting->lower = init->child[0]->child[0];
      counting->declared_here = TRUE;
      return TRUE;
    }
  if (init->kind == IHOP_EMPTY)
    return TRUE;
  if (init->kind == IHOP_EXPRESSION)
    init = init->child[0];
  init = ihop_node_strip (init, FALSE);
  if (init->kind != IHOP_ASSIGN || init->op != IHOP_OP_NONE
      || !is_ref_to (init->child[0], counting->iterator))
    return FALSE;
  counting->lower = init->child[1];
  return TRUE;
}

static IhopCounting
count_for (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop)
{
  IhopCounting counting = { .update = loop->child[2] };

  if (loop->child[2] == NULL)
    return not_counting ("the loop has no step");
  if (!read_update (loop->child[2], &counting.iterator, &counting.step))
    return not_counting ("its step does not add a constant to one variable");
  if (!read_init (loop->child[0], &counting))
    return not_counting ("its first clause does more than set %s", counting.iterator->name);
  if (counting.lower && node_mentions (counting.lower, counting.iterator))
    return not_counting ("%s starts from itself", counting.iterator->name);
  return judge (facts, function, loop, counting, loop->child[1]);
}

/* Whether a "continue" would skip the step at the body's end. */
static gboolean
find_continue (const IhopNode *node, gpointer found)
{
  if (node->kind == IHOP_CONTINUE)
    *(gboolean *) found = TRUE;
  return !ihop_kind_is_loop (node->kind);
}

static const IhopNode *
last_statement (const IhopNode *body)
{
  while (body->kind == IHOP_BLOCK && body->n_children)
    body = body->child[body->n_children - 1];
  return body->kind == IHOP_EXPRESSION ? body->child[0] : NULL;
}

/* What stands right before a while loop and sets its iterator. */
static const IhopNode *
value_before (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop, const IhopSymbol *iterator)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, function, loop);

  if (path == NULL || path->len < 2)
    return NULL;

  const IhopNode *parent = path->pdata[path->len - 2], *before = NULL;

  for (guint i = 0; i < parent->n_children && parent->child[i] != loop; i++)
    if (parent->child[i] && parent->child[i]->kind != IHOP_PRAGMA)
      before = parent->child[i];
  if (parent->kind != IHOP_BLOCK || before == NULL)
    return NULL;
  if (before->kind == IHOP_DECLARATION && before->n_children
      && before->child[before->n_children - 1]->symbol == iterator)
    return before->child[before->n_children - 1]->child[0];
  if (before->kind != IHOP_EXPRESSION)
    return NULL;

  const IhopNode *assign = ihop_node_strip (before->child[0], FALSE);

  if (assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE
      && is_ref_to (assign->child[0], iterator) && !node_mentions (assign->child[1], iterator))
    return assign->child[1];
  return NULL;
}

static IhopCounting
count_while (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop)
{
  const IhopNode *body = loop->child[1];
  IhopCounting counting = { .update = last_statement (body) };
  gboolean skipped = FALSE;

  if (counting.update == NULL || !read_update (counting.update, &counting.iterator, &counting.step))
    return not_counting ("the body does not end by adding a constant to a variable");
  for (guint i = 0; i < body->n_children; i++)
    if (body->child[i])
      ihop_node_walk (body->child[i], find_continue, &skipped);
  if (skipped)
    return not_counting ("a continue skips the step of %s", counting.iterator->name);
  counting.lower = value_before (facts, function, loop, counting.iterator);
  return judge (facts, function, loop, counting, loop->child[0]);
}

IhopCounting
ihop_counting_of (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop)
{
  switch (loop->kind)
    {
    case IHOP_FOR:
      return count_for (facts, function, loop);
    case IHOP_WHILE:
      return count_while (facts, function, loop);
    default:
      return not_counting ("a do loop tests its condition at its end");
    }
}
