#include "ir/condition.h"
#include "ir/expression.h"
#include "ir/query.h"

gboolean
ihop_condition_least (const IhopNode *condition, const IhopNode **what, gint64 *least)
{
  if (condition->kind != IHOP_BINARY || (condition->op != IHOP_OP_GT && condition->op != IHOP_OP_GE)
      || !ihop_expression_is_number (condition->child[1], least))
    return FALSE;
  *what = condition->child[0];
  *least += condition->op == IHOP_OP_GT;
  return TRUE;
}

gboolean
ihop_expression_least (const IhopNode *condition, const IhopNode *what, gint64 *least)
{
  const IhopNode *bounded;

  if (condition == NULL)
    return FALSE;
  condition = ihop_node_strip (condition, TRUE);
  if (condition->kind == IHOP_BINARY && condition->op == IHOP_OP_LAND)
    return ihop_expression_least (condition->child[0], what, least) || ihop_expression_least (condition->child[1], what, least);
  return ihop_condition_least (condition, &bounded, least) && ihop_expression_equal (bounded, what);
}

/* "a <= b" is "b >= a". */
static gboolean
says_the_same (const IhopNode *a, const IhopNode *b)
{
  gboolean are_comparisons = a->kind == IHOP_BINARY && b->kind == IHOP_BINARY && a->op >= IHOP_OP_LT && a->op <= IHOP_OP_NE;

  return ihop_expression_equal (a, b)
         || (are_comparisons && b->op == ihop_operator_mirrored (a->op) && ihop_expression_equal (a->child[0], b->child[1])
             && ihop_expression_equal (a->child[1], b->child[0]));
}

/* One of several conditions that hold together implies "other", which is no conjunction. */
static gboolean
one_implies (const IhopNode *condition, const IhopNode *other)
{
  const IhopNode *a, *b;
  gint64 known, needed;

  condition = ihop_node_strip (condition, TRUE);
  if (says_the_same (condition, other))
    return TRUE;
  if (condition->kind == IHOP_BINARY && condition->op == IHOP_OP_LAND)
    return one_implies (condition->child[0], other) || one_implies (condition->child[1], other);
  return ihop_condition_least (condition, &a, &known) && ihop_condition_least (other, &b, &needed) && ihop_expression_equal (a, b)
         && known >= needed;
}

gboolean
ihop_expression_implies (const IhopNode *condition, const IhopNode *other)
{
  if (other == NULL || ihop_expression_equal (condition, other))
    return TRUE;
  if (condition == NULL)
    return FALSE;
  other = ihop_node_strip (other, TRUE);
  if (other->kind == IHOP_BINARY && other->op == IHOP_OP_LAND)
    return ihop_expression_implies (condition, other->child[0]) && ihop_expression_implies (condition, other->child[1]);
  if (other->kind == IHOP_BINARY && other->op == IHOP_OP_LOR
      && (ihop_expression_implies (condition, other->child[0]) || ihop_expression_implies (condition, other->child[1])))
    return TRUE;
  condition = ihop_node_strip (condition, TRUE);
  if (condition->kind == IHOP_BINARY && condition->op == IHOP_OP_LOR)
    return ihop_expression_implies (condition->child[0], other) && ihop_expression_implies (condition->child[1], other);
  return one_implies (condition, other);
}

/* "a" with "term" in the place of what that says more of, so that what is asked behind it still is; NULL: it is nowhere. */
static const IhopNode *
strengthened (IhopPool *pool, const IhopNode *a, const IhopNode *term)
{
  if (a->kind != IHOP_BINARY || a->op != IHOP_OP_LAND)
    return one_implies (term, a) ? term : NULL;
  const IhopNode *left = strengthened (pool, a->child[0], term);
  const IhopNode *right = left ? a->child[1] : strengthened (pool, a->child[1], term);

  return right ? ihop_expression_binary (pool, IHOP_OP_LAND, left ? left : a->child[0], right) : NULL;
}

const IhopNode *
ihop_expression_and (IhopPool *pool, const IhopNode *a, const IhopNode *b)
{
  if (a == NULL || b == NULL)
    return a ? a : b;
  if (b->kind == IHOP_BINARY && b->op == IHOP_OP_LAND)
    return ihop_expression_and (pool, ihop_expression_and (pool, a, b->child[0]), b->child[1]);
  if (one_implies (a, b))
    return a;
  const IhopNode *stronger = strengthened (pool, a, b);
  return stronger ? stronger : ihop_expression_binary (pool, IHOP_OP_LAND, a, b);
}

/* ---- one or the other ---- */

static void
add_terms (const IhopNode *condition, GPtrArray *terms)
{
  condition = ihop_node_strip (condition, TRUE);
  if (condition->kind != IHOP_BINARY || condition->op != IHOP_OP_LAND)
    {
      g_ptr_array_add (terms, (gpointer) condition);
      return;
    }
  add_terms (condition->child[0], terms);
  add_terms (condition->child[1], terms);
}

/* "n < 4", "n <= 3": the least that a number is not. FALSE: the condition says something else. */
static gboolean
limit_of (const IhopNode *condition, const IhopNode **what, gint64 *limit)
{
  if (condition->kind != IHOP_BINARY || (condition->op != IHOP_OP_LT && condition->op != IHOP_OP_LE)
      || !ihop_expression_is_number (condition->child[1], limit))
    return FALSE;
  *what = condition->child[0];
  *limit += condition->op == IHOP_OP_LE;
  return TRUE;
}

/* "n >= 4" and "n <= 3": one of them holds, for a whole number that is compared as it is: "n >= -1" without a sign is another one. */
static gboolean
are_opposite (const IhopNode *a, const IhopNode *b)
{
  const IhopNode *first, *second;
  gint64 least, limit;

  return ihop_condition_least (a, &first, &least) && limit_of (b, &second, &limit) && least <= limit && ihop_expression_equal (first, second)
         && first->type && ihop_type_is_integer (first->type) && ihop_type_strip (first->type)->is_signed;
}

/* Those of the terms that "other" does not imply, together; NULL: there are none. The others go to *common, which both imply. */
static const IhopNode *
take_common (IhopPool *pool, const GPtrArray *terms, const IhopNode *other, const IhopNode **common)
{
  const IhopNode *rest = NULL;

  for (guint i = 0; i < terms->len; i++)
    {
      const IhopNode **into = ihop_expression_implies (other, terms->pdata[i]) ? common : &rest;
      *into = ihop_expression_and (pool, *into, terms->pdata[i]);
    }
  return rest;
}

const IhopNode *
ihop_expression_either (IhopPool *pool, const IhopNode *a, const IhopNode *b)
{
  g_autoptr (GPtrArray) first = g_ptr_array_new (), second = g_ptr_array_new ();
  const IhopNode *common = NULL;

  if (ihop_expression_implies (a, b))
    return b;
  if (ihop_expression_implies (b, a))
    return a;
  add_terms (a, first);
  add_terms (b, second);
  const IhopNode *own = take_common (pool, first, b, &common), *others = take_common (pool, second, a, &common);
  if (are_opposite (own, others) || are_opposite (others, own))
    return common;
  return ihop_expression_and (pool, common, ihop_expression_or (pool, own, others));
}

const IhopNode *
ihop_expression_where (const IhopNode *condition, const IhopNode *expression)
{
  while (expression->kind == IHOP_CONDITIONAL && expression->child[1] && ihop_expression_implies (condition, expression->child[0]))
    expression = expression->child[1];
  return expression;
}
