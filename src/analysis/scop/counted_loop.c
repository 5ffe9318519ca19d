/* Loops that count, whatever their spelling. */
#include "analysis/scop/counted_loop.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/lvalue.h"
#include "ir/query.h"
#include "ir/known_types.h"

/* Takes why. */
static IhopCounting
not_counted (IhopMessage *why)
{
  return (IhopCounting){ .why = why };
}
#define not_counting(...) not_counted (ihop_message (__VA_ARGS__))

gboolean
ihop_counting_step (const IhopNode *node, IhopSymbol **iterator, gint64 *step)
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
      if (ihop_node_is_ref (right->child[0], left->symbol))
        amount = right->child[1];
      else if (op == IHOP_OP_ADD && ihop_node_is_ref (right->child[1], left->symbol))
        amount = right->child[0];
      else
        return FALSE;
    }
  if (op != IHOP_OP_ADD && op != IHOP_OP_SUB)
    return FALSE;
  gint64 number;
  if (!ihop_node_number (amount, &number) || number == 0 || number > G_MAXINT32 || number < -G_MAXINT32)
    return FALSE;
  *iterator = left->symbol;
  *step = op == IHOP_OP_ADD ? number : -number;
  return TRUE;
}

/* "i", "i + 1", "i - 2", and "i--" if that is the step: what is compared is iterator + *ahead. */
static gboolean
read_compared (const IhopNode *node, const IhopCounting *counting, gint64 *ahead)
{
  node = ihop_node_strip (node, TRUE);
  *ahead = 0;
  if (node == counting->update)
    {
      *ahead = node->op == IHOP_OP_POST_INC || node->op == IHOP_OP_POST_DEC ? -counting->step : 0;
      return TRUE;
    }
  if (ihop_node_is_ref (node, counting->iterator))
    return TRUE;
  if (node->kind != IHOP_BINARY || (node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB)
      || !ihop_node_is_ref (node->child[0], counting->iterator)
      || !ihop_type_strip (node->type)->is_signed
      || !(node->child[1]->flags & IHOP_NODE_CONSTANT)
      || ABS (node->child[1]->integer) > G_MAXINT16)
    return FALSE;
  *ahead = node->op == IHOP_OP_ADD ? node->child[1]->integer : -node->child[1]->integer;
  return TRUE;
}

/* What is compared with where only the iterator is written: steps keep it longer than the facts of the tree they began with. */
static const IhopNode zero = { .kind = IHOP_INTEGER, .type = &ihop_type_int, .flags = IHOP_NODE_CONSTANT };

/* "n--", "n": it is not 0. Without a sign it is more than that. */
static gboolean
read_truth (const IhopNode *condition, IhopCounting *counting)
{
  if ((condition != counting->update && !ihop_node_is_ref (condition, counting->iterator))
      || !read_compared (condition, counting, &counting->ahead))
    return FALSE;
  counting->relation = ihop_type_strip (counting->iterator->type)->is_signed ? IHOP_OP_NE : IHOP_OP_GT;
  counting->bound = &zero;
  return TRUE;
}

/* Relation and bound with the iterator on the left; FALSE: the condition is something else. */
static gboolean
read_comparison (const IhopNode *condition, IhopCounting *counting)
{
  condition = ihop_node_strip (condition, TRUE);
  if (read_truth (condition, counting))
    return TRUE;
  if (condition->kind != IHOP_BINARY || condition->op < IHOP_OP_LT || condition->op > IHOP_OP_NE
      || condition->op == IHOP_OP_EQ)
    return FALSE;
  if (read_compared (condition->child[0], counting, &counting->ahead))
    {
      counting->relation = condition->op;
      counting->bound = condition->child[1];
      return TRUE;
    }
  if (read_compared (condition->child[1], counting, &counting->ahead))
    {
      counting->relation = ihop_operator_mirrored (condition->op);
      counting->bound = condition->child[0];
      return TRUE;
    }
  return FALSE;
}

/* One comparison, or two of the plain iterator that must both hold. */
static gboolean
read_condition (const IhopNode *condition, IhopCounting *counting)
{
  IhopCounting also = *counting;

  condition = ihop_node_strip (condition, TRUE);
  if (condition->kind != IHOP_BINARY || condition->op != IHOP_OP_LAND)
    return read_comparison (condition, counting);
  if (counting->steps_first || !read_comparison (condition->child[0], counting)
      || !read_comparison (condition->child[1], &also) || counting->ahead || also.ahead
      || also.relation == IHOP_OP_NE || counting->relation == IHOP_OP_NE)
    return FALSE;
  counting->also_bound = also.bound;
  counting->also_relation = also.relation;
  return TRUE;
}

static gboolean
goes_the_right_way (IhopOperator relation, gint64 step)
{
  switch (relation)
    {
    case IHOP_OP_LT:
    case IHOP_OP_LE:
      return step > 0;
    case IHOP_OP_GT:
    case IHOP_OP_GE:
      return step < 0;
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

  if (lower == NULL || counting->ahead || !(lower->flags & bound->flags & IHOP_NODE_CONSTANT))
    return FALSE;
  way = bound->integer - lower->integer;
  return way % counting->step == 0 && way / counting->step >= 0;
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
  IhopArgument culprit = { 0 };

  if (!ihop_type_is_integer (iterator->type))
    return not_counting ("%s is not an integer", name);
  if (ihop_type_is_volatile (iterator->type))
    return not_counting ("%s is volatile", name);
  if (condition == NULL)
    return not_counting ("the loop has no condition");
  if (!read_condition (condition, &counting))
    return not_counting ("its condition does not compare %s with a bound", name);
  if (!goes_the_right_way (counting.relation, counting.step)
      || (counting.also_bound && !goes_the_right_way (counting.also_relation, counting.step)))
    return not_counting ("%s runs away from its bound", name);
  if ((counting.ahead || counting.steps_first) && !ihop_type_strip (iterator->type)->is_signed
      && !(counting.steps_first && counting.relation == IHOP_OP_GT && counting.ahead))
    return not_counting ("%s is unsigned, and what is compared may wrap around", name);
  if (counting.relation == IHOP_OP_GE && !ihop_type_strip (iterator->type)->is_signed
      && counting.bound->flags & IHOP_NODE_CONSTANT && counting.bound->integer <= 0)
    return not_counting ("%s is unsigned: it is never below 0", name);
  if (counting.relation == IHOP_OP_NE && ABS (counting.step) > 1 && !hits_bound (&counting))
    return not_counting ("it is not proved that %s ever equals its bound", name);
  ihop_node_walk (body, find_write, &write);
  for (guint i = 1; loop->kind == IHOP_FOR && i < 3; i++)
    if (loop->child[i])
      ihop_node_walk (loop->child[i], find_write, &write);
  if (write.found)
    return not_counting ("%s is changed in the body (line %u)", name,
                         ihop_range_line (write.found->place));
  if (!ihop_defs_is_tame (facts, function, iterator)
      && (ihop_defs_of (facts, function, iterator)->address_taken
          || ihop_defs_may_change (facts, function, body, iterator)))
    return not_counting ("%s may be changed through a pointer or by a called function", name);
  for (int i = 0; i < 2; i++)
    {
      const IhopNode *bound = i ? counting.also_bound : counting.bound;
      if (bound == NULL)
        continue;
      if (ihop_node_mentions (bound, iterator))
        return not_counting ("its bound depends on %s", name);
      if (ihop_defs_may_change_value (facts, function, body, bound, &culprit))
        return not_counting ("its bound may change in the body (%s)", culprit);
      if (loop->kind == IHOP_FOR && loop->child[2]
          && ihop_defs_may_change_value (facts, function, loop->child[2], bound, &culprit))
        return not_counting ("its bound may change in the step (%s)", culprit);
    }
  counting.is_plain &= counting.ahead == 0 && !counting.steps_first && counting.also_bound == NULL;
  return counting;
}

/* The first value, from "i = 0" or "int i = 0"; other parts of the clause stay what they are. */
static gboolean
read_init (const IhopNode *init, IhopCounting *counting)
{
  if (init == NULL || init->kind == IHOP_EMPTY)
    return TRUE;
  if (init->kind == IHOP_DECLARATION)
    {
      counting->is_plain &= init->n_children == 1;
      for (guint i = 0; i < init->n_children; i++)
        {
          const IhopNode *variable = init->child[i];
          if (variable && variable->symbol == counting->iterator)
            counting->lower = variable->child[0];
          else if (variable && ihop_node_mentions (variable, counting->iterator))
            return FALSE;
        }
      counting->declared_here = counting->lower != NULL;
      return counting->declared_here;
    }
  if (init->kind == IHOP_EXPRESSION)
    init = init->child[0];
  init = ihop_node_strip (init, FALSE);
  if (init->kind == IHOP_BINARY && init->op == IHOP_OP_COMMA)
    {
      const IhopNode *last = ihop_node_strip (init->child[1], FALSE);
      gboolean here = last->kind == IHOP_ASSIGN && ihop_node_is_ref (last->child[0], counting->iterator);
      counting->is_plain = FALSE;
      return !ihop_node_mentions (init->child[here ? 0 : 1], counting->iterator)
             && read_init (init->child[here ? 1 : 0], counting);
    }
  if (init->kind != IHOP_ASSIGN || init->op != IHOP_OP_NONE
      || !ihop_node_is_ref (init->child[0], counting->iterator))
    return FALSE;
  counting->lower = init->child[1];
  return TRUE;
}

/* "i--" in "i-- > 0", or alone: the step of a loop whose head has no other. */
static const IhopNode *
step_in_condition (const IhopNode *condition)
{
  condition = condition ? ihop_node_strip (condition, TRUE) : NULL;
  if (condition && condition->kind == IHOP_UNARY && condition->op >= IHOP_OP_PRE_INC)
    return condition;
  if (condition == NULL || condition->kind != IHOP_BINARY || condition->op < IHOP_OP_LT
      || condition->op > IHOP_OP_NE)
    return NULL;
  for (guint i = 0; i < 2; i++)
    {
      const IhopNode *side = ihop_node_strip (condition->child[i], TRUE);
      if (side->kind == IHOP_UNARY && side->op >= IHOP_OP_PRE_INC)
        return side;
    }
  return NULL;
}

/* Of "i++, j--" the part that steps what the condition compares. */
static gboolean
read_step (const IhopNode *step, const IhopNode *condition, IhopCounting *counting)
{
  step = ihop_node_strip (step, FALSE);
  if (step->kind == IHOP_BINARY && step->op == IHOP_OP_COMMA)
    {
      for (guint i = 0; i < 2; i++)
        if (read_step (step->child[i], condition, counting)
            && condition && ihop_node_mentions (condition, counting->iterator)
            && ihop_defs_target (ihop_node_strip (step->child[1 - i], FALSE)) != counting->iterator)
          {
            counting->is_plain = FALSE;
            return TRUE;
          }
      return FALSE;
    }
  counting->update = step;
  return ihop_counting_step (step, &counting->iterator, &counting->step);
}

static const IhopNode *last_statement (const IhopNode *body);
static gboolean skips_last (const IhopNode *body);

/* "i++;" of "{ a[i] = *p; i++; p += 2; }", what the condition compares: nothing behind it looks at i. NULL: there is none. */
static const IhopNode *
step_in_body (IhopFacts *facts, const IhopFunction *function, const IhopNode *body, const IhopNode *condition)
{
  for (guint i = body->kind == IHOP_BLOCK && condition ? body->n_children : 0; i-- > 0;)
    {
      const IhopNode *statement = body->child[i];
      IhopSymbol *symbol;
      gint64 step;
      if (statement->kind != IHOP_EXPRESSION || !ihop_counting_step (statement->child[0], &symbol, &step)
          || !ihop_type_is_integer (symbol->type) || !ihop_node_mentions (condition, symbol)
          || (i + 1 < body->n_children && !ihop_defs_is_tame (facts, function, symbol)))
        continue;
      for (guint k = i + 1; k < body->n_children; k++)
        if (body->child[k] && ihop_node_mentions (body->child[k], symbol))
          return NULL;
      return statement->child[0];
    }
  return NULL;
}

/* A for loop whose head has no step: in the condition, or at the end of the body. */
static gboolean
read_step_elsewhere (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop, IhopCounting *counting)
{
  const IhopNode *condition = loop->child[loop->kind == IHOP_FOR ? 1 : 0];
  const IhopNode *step = step_in_condition (condition);

  counting->is_plain = FALSE;
  counting->steps_first = step != NULL;
  if (step == NULL && !skips_last (ihop_loop_body (loop)))
    {
      step = step_in_body (facts, function, ihop_loop_body (loop), condition);
      step = step ? step : last_statement (ihop_loop_body (loop));
    }
  counting->update = step;
  return step && ihop_counting_step (step, &counting->iterator, &counting->step);
}

/* Whether the first value is the same whenever it is asked for again: not so "k++", and "a[0]" of what the loop writes. */
static gboolean
is_steady (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop, const IhopNode *lower)
{
  IhopArgument culprit;

  return lower->flags & IHOP_NODE_CONSTANT
         || (ihop_node_effect (lower) == NULL
             && !ihop_defs_may_change_value (facts, function, ihop_loop_body (loop), lower, &culprit));
}

static IhopCounting
count_for (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop)
{
  IhopCounting counting = { .is_plain = TRUE };

  if (loop->child[2] == NULL && !read_step_elsewhere (facts, function, loop, &counting))
    return not_counting ("the loop has no step");
  if (loop->child[2] && !read_step (loop->child[2], loop->child[1], &counting))
    return not_counting ("its step does not add a constant to one variable");
  if (!read_init (loop->child[0], &counting))
    return not_counting ("its first clause does more than set %s", counting.iterator->name);
  if (counting.lower && ihop_node_mentions (counting.lower, counting.iterator))
    return not_counting ("%s starts from itself", counting.iterator->name);
  counting = judge (facts, function, loop, counting, loop->child[1]);
  counting.is_asked_once = counting.is_plain && counting.lower && !is_steady (facts, function, loop, counting.lower);
  counting.is_plain &= !counting.is_asked_once;
  return counting;
}

/* Whether a "continue" would skip the step at the body's end. */
static gboolean
find_continue (const IhopNode *node, gpointer found)
{
  if (node->kind == IHOP_CONTINUE)
    *(gboolean *) found = TRUE;
  return !ihop_kind_is_loop (node->kind);
}

static gboolean
skips_last (const IhopNode *body)
{
  gboolean skipped = FALSE;

  for (guint i = 0; i < body->n_children; i++)
    if (body->child[i])
      ihop_node_walk (body->child[i], find_continue, &skipped);
  return skipped;
}

static const IhopNode *
last_statement (const IhopNode *body)
{
  while (body->kind == IHOP_BLOCK && body->n_children)
    body = body->child[body->n_children - 1];
  return body->kind == IHOP_EXPRESSION ? body->child[0] : NULL;
}

const IhopNode *
ihop_counting_set_before (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop,
                          const IhopSymbol *iterator)
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
      && ihop_node_is_ref (assign->child[0], iterator) && !ihop_node_mentions (assign->child[1], iterator))
    return assign->child[1];
  return NULL;
}

static IhopCounting
count_while (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop)
{
  IhopCounting counting = { 0 };

  if (!read_step_elsewhere (facts, function, loop, &counting))
    return not_counted (skips_last (loop->child[1])
                          ? ihop_message ("a continue skips what stands at the end of its body")
                          : ihop_message ("the body does not end by adding a constant to a variable"));
  counting.lower = ihop_counting_set_before (facts, function, loop, counting.iterator);
  counting.is_plain = !counting.steps_first;
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
