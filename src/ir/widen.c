#include "ir/widen.h"
#include "ir/known_types.h"
#include <math.h>

typedef struct
{
  IhopPool *pool;
  IhopWide kind;
} Widening;

typedef struct
{
  double least, most;
} Range;

static gboolean
is_ours (const IhopNode *node)
{
  return !ihop_range_is_known (node->range);
}

/* What an int, or a smaller number, can be; FALSE: it has 64 bits, or is no integer. */
static gboolean
range_of (const IhopNode *node, Range *range)
{
  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;
  gint64 number;

  if (type == NULL || !ihop_type_is_integer (type) || type->size > 4)
    return FALSE;
  if (ihop_node_number (node, &number) && number >= G_MININT32 && number <= G_MAXUINT32)
    *range = (Range) { number, number };
  else if (type->is_signed)
    *range = (Range) { -ldexp (1, 8 * type->size - 1), ldexp (1, 8 * type->size - 1) - 1 };
  else
    *range = (Range) { 0, ldexp (1, 8 * type->size) - 1 };
  return TRUE;
}

static Range
range_of_result (IhopOperator op, Range a, Range b)
{
  if (op == IHOP_OP_ADD)
    return (Range) { a.least + b.least, a.most + b.most };
  if (op == IHOP_OP_SUB)
    return (Range) { a.least - b.most, a.most - b.least };
  const double low = MIN (a.least * b.least, a.most * b.most), high = MAX (a.least * b.least, a.most * b.most);
  const double one = a.least * b.most, other = a.most * b.least;
  return (Range) { MIN (low, MIN (one, other)), MAX (high, MAX (one, other)) };
}

static gboolean
may_overflow (const Widening *self, const IhopNode *node)
{
  Range left, right;

  if ((node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB && node->op != IHOP_OP_MUL)
      || !range_of (node->child[0], &left) || !range_of (node->child[1], &right))
    return FALSE;
  gboolean has_number = left.least == left.most || right.least == right.most;
  if (self->kind == IHOP_WIDE_SIZE && (node->op == IHOP_OP_SUB || (node->op == IHOP_OP_ADD && has_number)))
    return FALSE;
  Range all = range_of_result (node->op, left, right);
  return all.least < G_MININT32 || all.most > G_MAXINT32;
}

static const IhopNode *
converted (const Widening *self, const IhopNode *node)
{
  IhopNode *cast = ihop_node_new (self->pool, IHOP_CAST, 1);

  cast->type = &ihop_type_long_long;
  cast->child[0] = node;
  return cast;
}

static const IhopNode *widened (const Widening *self, const IhopNode *node);

/* Whether the node's type is that of its part: not so in comparisons. */
static gboolean
has_type_of_part (const IhopNode *node, guint part)
{
  if (node->kind == IHOP_BINARY)
    return node->op < IHOP_OP_LAND || node->op > IHOP_OP_NE;
  return node->kind == IHOP_CONDITIONAL ? part > 0 : node->kind != IHOP_CAST;
}

/* A copy, if one of its parts has become another one. */
static IhopNode *
with_wide_parts (const Widening *self, const IhopNode *node)
{
  IhopNode *copy = NULL;

  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *part = node->child[i] ? widened (self, node->child[i]) : NULL;
      if (part == node->child[i])
        continue;
      copy = copy ? copy : ihop_node_copy (self->pool, node);
      copy->child[i] = part;
      if (has_type_of_part (node, i))
        copy->type = &ihop_type_long_long;
    }
  return copy;
}

static const IhopNode *
widened (const Widening *self, const IhopNode *node)
{
  gboolean is_made_of_parts = node->kind == IHOP_BINARY || node->kind == IHOP_UNARY || node->kind == IHOP_PAREN
                              || node->kind == IHOP_CONDITIONAL || (node->kind == IHOP_CAST && is_ours (node));

  if (!is_ours (node) || !is_made_of_parts)
    return node;
  IhopNode *copy = with_wide_parts (self, node);
  const IhopNode *now = copy ? copy : node;
  if (node->kind != IHOP_BINARY || !may_overflow (self, now))
    return now;
  gint64 number;
  guint which = ihop_node_number (now->child[0], &number) ? 1 : 0;
  copy = copy ? copy : ihop_node_copy (self->pool, node);
  copy->child[which] = converted (self, copy->child[which]);
  copy->type = &ihop_type_long_long;
  return copy;
}

const IhopNode *
ihop_expression_widen (IhopPool *pool, const IhopNode *node, IhopWide kind)
{
  const Widening self = { pool, kind };

  return widened (&self, node);
}
