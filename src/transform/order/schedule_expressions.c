/* Expressions of isl's generated loops as expressions of C. */
#include "transform/order/schedule_expressions.h"
#include "transform/build/make.h"
#include <isl/ast.h>
#include <isl/id.h>

static const IhopNode *expression_of (IhopScheduleWriter *writer, isl_ast_expr *expression);

const IhopNode *
ihop_schedule_give_up (IhopScheduleWriter *writer)
{
  writer->failed = TRUE;
  return NULL;
}

static const IhopNode *
name_of (IhopScheduleWriter *writer, isl_ast_expr *expression)
{
  isl_id *id = isl_ast_expr_get_id (expression);
  const IhopNode *node = g_hash_table_lookup (writer->values, isl_id_get_name (id));

  if (node == NULL)
    node = ihop_bounds_parameter (&writer->writing, id);
  isl_id_free (id);
  return node ? node : ihop_schedule_give_up (writer);
}

static const IhopNode *
number_of (IhopScheduleWriter *writer, isl_ast_expr *expression)
{
  isl_val *value = isl_ast_expr_get_val (expression);
  gint64 number = isl_val_get_num_si (value);
  gboolean fits = isl_val_is_int (value) == isl_bool_true && isl_val_cmp_si (value, G_MAXINT32) <= 0
                  && isl_val_cmp_si (value, -G_MAXINT32) >= 0;

  isl_val_free (value);
  return fits ? ihop_make_integer (writer->writing.build, number) : ihop_schedule_give_up (writer);
}

static const IhopNode *
two_of (IhopScheduleWriter *writer, enum isl_ast_expr_op_type type, const IhopNode *a, const IhopNode *b)
{
  IhopBuild *build = writer->writing.build;

  switch (type)
    {
    case isl_ast_expr_op_add: return ihop_make_binary (build, IHOP_OP_ADD, a, b);
    case isl_ast_expr_op_sub: return ihop_make_binary (build, IHOP_OP_SUB, a, b);
    case isl_ast_expr_op_mul: return ihop_make_binary (build, IHOP_OP_MUL, a, b);
    case isl_ast_expr_op_max: return ihop_make_max (build, a, b);
    case isl_ast_expr_op_min: return ihop_make_min (build, a, b);
    /* The first two promise that nothing is left over, or that the number is not negative. The third does not, and C rounds
     * towards zero: where that is something else, the judge, which reads what is written, refuses. */
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_pdiv_q:
    case isl_ast_expr_op_fdiv_q: return ihop_make_binary (build, IHOP_OP_DIV, a, b);
    /* Only compared to 0. */
    case isl_ast_expr_op_zdiv_r:
    case isl_ast_expr_op_pdiv_r: return ihop_make_binary (build, IHOP_OP_MOD, a, b);
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then: return ihop_make_binary (build, IHOP_OP_LAND, a, b);
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else: return ihop_make_binary (build, IHOP_OP_LOR, a, b);
    case isl_ast_expr_op_eq: return ihop_make_binary (build, IHOP_OP_EQ, a, b);
    case isl_ast_expr_op_le: return ihop_make_relation (build, IHOP_OP_LE, a, b);
    case isl_ast_expr_op_lt: return ihop_make_relation (build, IHOP_OP_LT, a, b);
    case isl_ast_expr_op_ge: return ihop_make_relation (build, IHOP_OP_GE, a, b);
    case isl_ast_expr_op_gt: return ihop_make_relation (build, IHOP_OP_GT, a, b);
    default: return ihop_schedule_give_up (writer);
    }
}

const IhopNode *
ihop_schedule_argument (IhopScheduleWriter *writer, isl_ast_expr *operation, int number)
{
  isl_ast_expr *inner = isl_ast_expr_get_op_arg (operation, number);
  const IhopNode *node = expression_of (writer, inner);

  isl_ast_expr_free (inner);
  return node;
}

/* "-n + t" reads better as "t - n". NULL: it is none of that kind. */
static const IhopNode *
difference_of (IhopScheduleWriter *writer, isl_ast_expr *sum)
{
  isl_ast_expr *left = isl_ast_expr_get_op_arg (sum, 0);
  gboolean is_minus = isl_ast_expr_get_type (left) == isl_ast_expr_op
                      && isl_ast_expr_get_op_type (left) == isl_ast_expr_op_minus;
  const IhopNode *less = is_minus ? ihop_schedule_argument (writer, left, 0) : NULL;
  const IhopNode *more = less ? ihop_schedule_argument (writer, sum, 1) : NULL;

  isl_ast_expr_free (left);
  return more ? ihop_make_binary (writer->writing.build, IHOP_OP_SUB, more, less) : NULL;
}

static const IhopNode *
operation_of (IhopScheduleWriter *writer, isl_ast_expr *expression)
{
  enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type (expression);
  IhopBuild *build = writer->writing.build;
  int n = isl_ast_expr_get_op_n_arg (expression);
  const IhopNode *node = type == isl_ast_expr_op_add ? difference_of (writer, expression) : NULL;

  if (node)
    return node;
  node = ihop_schedule_argument (writer, expression, 0);
  if (node && type == isl_ast_expr_op_minus)
    return ihop_make_binary (build, IHOP_OP_SUB, ihop_make_integer (build, 0), node);
  if (n < 2)
    return ihop_schedule_give_up (writer);
  for (int i = 1; node && i < n; i++)
    {
      const IhopNode *other = ihop_schedule_argument (writer, expression, i);
      node = other ? two_of (writer, type, node, other) : NULL;
    }
  return node;
}

/* NULL: it cannot be written. */
static const IhopNode *
expression_of (IhopScheduleWriter *writer, isl_ast_expr *expression)
{
  switch (isl_ast_expr_get_type (expression))
    {
    case isl_ast_expr_id: return name_of (writer, expression);
    case isl_ast_expr_int: return number_of (writer, expression);
    case isl_ast_expr_op: return operation_of (writer, expression);
    default: return ihop_schedule_give_up (writer);
    }
}

const IhopNode *
ihop_schedule_expression (IhopScheduleWriter *writer, isl_ast_expr *expression)
{
  const IhopNode *node = expression_of (writer, expression);

  isl_ast_expr_free (expression);
  return node;
}

