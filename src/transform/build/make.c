/* New expressions. */
#include "transform/build/make.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "ir/query.h"

const IhopNode *
ihop_make_integer (IhopBuild *build, gint64 value)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_INTEGER, 0);

  node->type = &ihop_type_int;
  node->flags = IHOP_NODE_CONSTANT;
  node->integer = value;
  return node;
}

const IhopNode *
ihop_make_ref (IhopBuild *build, IhopSymbol *symbol)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_REF, 0);

  node->symbol = symbol;
  node->type = ihop_type_unqualified (build, symbol->type);
  return node;
}

/* A number that may be computed away: one that stands there as digits, not as somebody's macro. */
static gboolean
is_digits (const IhopNode *node, gint64 *value)
{
  const IhopType *type = ihop_type_strip (node->type);

  if (node->kind != IHOP_INTEGER || type->size > 4 || (type->size == 4 && !type->is_signed))
    return FALSE;
  if (node->text && (!g_ascii_isdigit (node->text[0]) || node->range.source == NULL))
    return FALSE;
  if (node->text)
    {
      g_autofree char *bytes = ihop_range_text (node->range);
      if (!g_str_equal (bytes, node->text))
        return FALSE;
    }
  *value = node->integer;
  return TRUE;
}

static gboolean
fits_int (gint64 value)
{
  return value >= G_MININT32 && value <= G_MAXINT32;
}

static gboolean
compute (IhopOperator op, gint64 a, gint64 b, gint64 *result)
{
  switch (op)
    {
    case IHOP_OP_ADD:
      *result = a + b;
      break;
    case IHOP_OP_SUB:
      *result = a - b;
      break;
    case IHOP_OP_MUL:
      *result = a * b;
      break;
    case IHOP_OP_DIV:
      if (b == 0)
        return FALSE;
      *result = a / b;
      break;
    case IHOP_OP_MOD:
      if (b == 0)
        return FALSE;
      *result = a % b;
      break;
    default:
      return FALSE;
    }
  return fits_int (*result);
}

/* The usual arithmetic conversions, as far as integers go. */
static const IhopType *
common_type (const IhopType *a, const IhopType *b)
{
  const IhopType *left = ihop_type_strip (a), *right = ihop_type_strip (b);

  if (left->kind != IHOP_TYPE_INTEGER || right->kind != IHOP_TYPE_INTEGER)
    {
      gboolean second = left->kind == IHOP_TYPE_INTEGER || right->kind == IHOP_TYPE_COMPLEX
                        || (right->kind == IHOP_TYPE_FLOATING && right->size > left->size);
      return second ? b : a;
    }
  if (MAX (left->size, right->size) < 4)
    return &ihop_type_int;
  if (left->size != right->size)
    return left->size > right->size ? a : b;
  return left->is_signed ? b : a;
}

static gboolean
is_relation (IhopOperator op)
{
  return op >= IHOP_OP_LAND && op <= IHOP_OP_NE;
}

/* The conversion that C makes by itself, where it may give another number: the analysis has to know of it. */
static const IhopNode *
converted (IhopBuild *build, const IhopNode *operand, const IhopType *common)
{
  const IhopType *type = ihop_type_strip (operand->type);
  gint64 number;

  if (!ihop_type_is_integer (type) || !ihop_type_is_integer (common) || ihop_type_strip (common)->is_signed
      || !type->is_signed || (ihop_constant_of (operand, &number) && number >= 0))
    return operand;
  IhopNode *cast = ihop_node_new (build->pool, IHOP_CAST, 1);
  cast->type = common;
  cast->flags |= IHOP_NODE_IMPLICIT;
  cast->child[0] = operand;
  return cast;
}

static const IhopNode *
plain_binary (IhopBuild *build, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  const IhopType *common = common_type (left->type, right->type);
  gboolean is_balanced = op != IHOP_OP_LAND && op != IHOP_OP_LOR && op != IHOP_OP_SHL && op != IHOP_OP_SHR;
  IhopNode *node = ihop_node_new (build->pool, IHOP_BINARY, 2);
  gint64 a, b, value;

  node->op = op;
  node->type = is_relation (op) ? &ihop_type_int : common;
  node->child[0] = is_balanced ? converted (build, left, common) : left;
  node->child[1] = is_balanced ? converted (build, right, common) : right;
  if (ihop_constant_of (left, &a) && ihop_constant_of (right, &b) && compute (op, a, b, &value))
    {
      node->flags |= IHOP_NODE_CONSTANT;
      node->integer = value;
    }
  return node;
}

static gboolean
is_sum_with_digits (const IhopNode *node, gint64 *value)
{
  if (node->kind != IHOP_BINARY || (node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB)
      || !is_digits (node->child[1], value))
    return FALSE;
  if (node->op == IHOP_OP_SUB)
    *value = -*value;
  return TRUE;
}

/* x + c */
static const IhopNode *
sum_with (IhopBuild *build, const IhopNode *left, gint64 constant)
{
  const IhopNode *inside = ihop_node_strip (left, FALSE);
  gint64 more;

  /* "3" that is to be a long is 3 all the same. */
  if (ihop_type_is_integer (left->type) && ihop_type_strip (left->type)->is_signed)
    inside = is_digits (ihop_node_strip (left, TRUE), &more) ? ihop_node_strip (left, TRUE) : inside;

  if (is_digits (inside, &more) && fits_int (more + constant))
    return ihop_make_integer (build, more + constant);
  if (is_sum_with_digits (inside, &more) && fits_int (more + constant))
    return sum_with (build, inside->child[0], more + constant);
  if (constant == 0)
    return left;
  if (constant < 0)
    return plain_binary (build, IHOP_OP_SUB, left, ihop_make_integer (build, -constant));
  return plain_binary (build, IHOP_OP_ADD, left, ihop_make_integer (build, constant));
}

/* What is left of a sum when a variable's value is taken away: (j + i) - i. */
static const IhopNode *
cancelled (const IhopNode *left, const IhopNode *right)
{
  left = ihop_node_strip (left, FALSE);
  if (left->kind != IHOP_BINARY || left->op != IHOP_OP_ADD)
    return NULL;
  if (ihop_same_expression (left->child[1], right))
    return left->child[0];
  return ihop_same_expression (left->child[0], right) ? left->child[1] : NULL;
}

static const IhopNode *
simplified (IhopBuild *build, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  gint64 a, b;
  gboolean has_a = is_digits (left, &a), has_b = is_digits (right, &b);

  if (op == IHOP_OP_ADD && has_b)
    return sum_with (build, left, b);
  if (op == IHOP_OP_SUB && has_b)
    return sum_with (build, left, -b);
  if (op == IHOP_OP_ADD && has_a)
    return a == 0 ? right : NULL;
  if (op == IHOP_OP_SUB && ihop_same_expression (left, right))
    return ihop_make_integer (build, 0);
  if (op == IHOP_OP_SUB)
    return cancelled (left, right);
  if (has_a && has_b && compute (op, a, b, &a))
    return ihop_make_integer (build, a);
  if (op == IHOP_OP_MUL && has_a && a == 1)
    return right;
  if ((op == IHOP_OP_MUL || op == IHOP_OP_DIV) && has_b && b == 1)
    return left;
  return NULL;
}

const IhopNode *
ihop_make_binary (IhopBuild *build, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  gboolean integers = ihop_type_is_integer (left->type) && ihop_type_is_integer (right->type);
  const IhopNode *result = integers ? simplified (build, op, left, right) : NULL;

  return result ? result : plain_binary (build, op, left, right);
}

const IhopNode *
ihop_make_plus (IhopBuild *build, const IhopNode *left, gint64 constant)
{
  return sum_with (build, left, constant);
}

const IhopNode *
ihop_make_conditional (IhopBuild *build, const IhopNode *condition, const IhopNode *yes,
                       const IhopNode *no)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_CONDITIONAL, 3);

  node->type = common_type (yes->type, no->type);
  node->child[0] = condition;
  node->child[1] = yes;
  node->child[2] = no;
  return node;
}

const IhopNode *
ihop_make_relation (IhopBuild *build, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  gint64 a, b;

  if (is_digits (left, &a) && !is_digits (right, &b))
    return plain_binary (build, ihop_operator_mirrored (op), right, left);
  return plain_binary (build, op, left, right);
}

static const IhopNode *
choose (IhopBuild *build, IhopOperator op, const IhopNode *a, const IhopNode *b)
{
  gint64 left, right;

  if (ihop_same_expression (a, b))
    return a;
  if (ihop_constant_of (a, &left) && ihop_constant_of (b, &right))
    return (left < right) == (op == IHOP_OP_LT) ? a : b;
  if (is_digits (a, &left))
    return choose (build, op, b, a);
  return ihop_make_conditional (build, plain_binary (build, op, a, b), a, b);
}

const IhopNode *
ihop_make_min (IhopBuild *build, const IhopNode *a, const IhopNode *b)
{
  return choose (build, IHOP_OP_LT, a, b);
}

const IhopNode *
ihop_make_max (IhopBuild *build, const IhopNode *a, const IhopNode *b)
{
  return choose (build, IHOP_OP_GT, a, b);
}

const IhopNode *
ihop_make_assign (IhopBuild *build, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_ASSIGN, 2);

  node->op = op;
  node->type = left->type;
  node->child[0] = left;
  node->child[1] = right;
  return node;
}

const IhopNode *
ihop_make_index (IhopBuild *build, const IhopNode *base, const IhopNode *subscript)
{
  IhopNode *node = ihop_node_new (build->pool, IHOP_INDEX, 2);

  node->type = ihop_type_strip (base->type)->target;
  node->child[0] = base;
  node->child[1] = subscript;
  return node;
}

const IhopNode *
ihop_make_not (IhopBuild *build, const IhopNode *condition)
{
  static const IhopOperator opposite[] = { IHOP_OP_GE, IHOP_OP_GT, IHOP_OP_LE, IHOP_OP_LT,
                                           IHOP_OP_NE, IHOP_OP_EQ };
  const IhopNode *bare = ihop_node_strip (condition, FALSE);

  /* A comparison of numbers that may be no numbers has no opposite. */
  if (bare->kind == IHOP_BINARY && bare->op >= IHOP_OP_LT && bare->op <= IHOP_OP_NE
      && ihop_type_is_integer (bare->child[0]->type) && ihop_type_is_integer (bare->child[1]->type))
    return ihop_make_binary (build, opposite[bare->op - IHOP_OP_LT], bare->child[0], bare->child[1]);
  if (bare->kind == IHOP_UNARY && bare->op == IHOP_OP_NOT)
    return ihop_node_strip (bare->child[0], FALSE);
  IhopNode *not = ihop_node_new (build->pool, IHOP_UNARY, 1);
  not->op = IHOP_OP_NOT;
  not->type = &ihop_type_int;
  not->child[0] = condition;
  return not;
}

const IhopNode *
ihop_make_cast (IhopBuild *build, const IhopType *type, const IhopNode *operand)
{
  IhopNode *cast = ihop_node_new (build->pool, IHOP_CAST, 1);

  cast->type = type;
  cast->child[0] = operand;
  return cast;
}

const IhopNode *
ihop_make_constant (IhopBuild *build, const IhopType *type, gint64 value)
{
  IhopNode *cast = (IhopNode *) ihop_make_cast (build, type, ihop_make_integer (build, value));

  cast->flags = IHOP_NODE_IMPLICIT;
  return cast;
}

const IhopNode *
ihop_make_converted (IhopBuild *build, const IhopType *type, const IhopNode *value)
{
  gboolean converts = value->kind == IHOP_CAST && value->flags & IHOP_NODE_IMPLICIT;

  while (value->kind == IHOP_CAST && value->flags & IHOP_NODE_IMPLICIT
         && ihop_type_equal (value->type, type))
    value = value->child[0];
  if (!converts && ihop_type_equal (value->type, type))
    return value;
  return ihop_make_cast (build, type, value);
}
