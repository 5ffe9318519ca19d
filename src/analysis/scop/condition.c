/* Conditions as sets of instances. */
#include "analysis/program/call_formula.h"
#include "analysis/scop/condition.h"
#include "analysis/scop/conditional.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/product.h"
#include "ir/query.h"

/* Takes both. */
static isl_set *
compared (isl_pw_aff *a, IhopOperator relation, isl_pw_aff *b)
{
  switch (relation)
    {
    case IHOP_OP_LT: return isl_pw_aff_lt_set (a, b);
    case IHOP_OP_LE: return isl_pw_aff_le_set (a, b);
    case IHOP_OP_GT: return isl_pw_aff_gt_set (a, b);
    case IHOP_OP_GE: return isl_pw_aff_ge_set (a, b);
    case IHOP_OP_EQ: return isl_pw_aff_eq_set (a, b);
    default: return isl_pw_aff_ne_set (a, b);
    }
}

isl_set *
ihop_condition_compare (IhopWalk *walk, isl_pw_aff *x, IhopOperator relation, const IhopNode *with)
{
  if (ihop_conditional_splits (relation, with))
    {
      const IhopNode *choice = ihop_node_strip (with, FALSE);
      isl_set *a = ihop_condition_compare (walk, x, relation, choice->child[1]);
      isl_set *b = a ? ihop_condition_compare (walk, x, relation, choice->child[2]) : NULL;
      return b ? isl_set_intersect (a, b) : isl_set_free (a);
    }

  IhopValue *value = ihop_value_deepen (ihop_value_of (walk, with), (guint) isl_pw_aff_dim (x, isl_dim_in));
  isl_pw_aff *affine = ihop_value_flatten (walk->scop, value);

  return affine ? compared (isl_pw_aff_copy (x), relation, affine) : NULL;
}

static isl_set *
comparison (IhopWalk *walk, const IhopNode *node)
{
  gboolean turn = ihop_conditional_splits (ihop_operator_mirrored (node->op), node->child[0]);
  isl_pw_aff *x = ihop_value_flatten (walk->scop, ihop_value_of (walk, node->child[turn ? 1 : 0]));
  IhopOperator relation = turn ? ihop_operator_mirrored (node->op) : node->op;
  isl_set *holds = x ? ihop_condition_compare (walk, x, relation, node->child[turn ? 0 : 1])
                     : NULL;

  isl_pw_aff_free (x);
  return holds;
}

static isl_set *
both (IhopWalk *walk, const IhopNode *node)
{
  isl_set *a = ihop_condition_of (walk, node->child[0]);
  isl_set *b = a ? ihop_condition_of (walk, node->child[1]) : NULL;

  if (b == NULL)
    {
      isl_set_free (a);
      return NULL;
    }
  return node->op == IHOP_OP_LAND ? isl_set_intersect (a, b) : isl_set_union (a, b);
}

isl_set *
ihop_condition_of (IhopWalk *walk, const IhopNode *node)
{
  node = ihop_node_strip (node, FALSE);
  if (node->kind == IHOP_CAST && node->flags & IHOP_NODE_IMPLICIT
      && ihop_type_is_integer (node->child[0]->type))
    return ihop_condition_of (walk, node->child[0]);
  const IhopNode *formula = node->kind == IHOP_CALL ? ihop_call_formula (walk->scop->facts, walk->scop->function, node) : NULL;
  if (formula)
    return ihop_condition_of (walk, formula);
  if (node->kind == IHOP_BINARY && !(node->flags & IHOP_NODE_CONSTANT))
    {
      if (node->op >= IHOP_OP_LT && node->op <= IHOP_OP_NE)
        return comparison (walk, node);
      if (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR)
        return both (walk, node);
    }
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_NOT)
    {
      isl_set *inside = ihop_condition_of (walk, node->child[0]);
      return inside ? isl_set_complement (inside) : NULL;
    }

  isl_pw_aff *value = ihop_value_flatten (walk->scop, ihop_value_of (walk, node));

  return value ? isl_pw_aff_non_zero_set (value) : NULL;
}
