/* When conditions hold. */
#include "prove/model.h"

static isl_set *
compared (Walk *walk, const IhopNode *node)
{
  Value *difference = prove_value_add (prove_evaluate (walk, node->child[0]), prove_evaluate (walk, node->child[1]), -1);
  isl_pw_aff *affine = prove_value_affine (difference), *zero;

  if (affine == NULL)
    return NULL;
  zero = prove_number (walk->model, 0);
  switch (node->op)
    {
    case IHOP_OP_LT: return isl_pw_aff_lt_set (affine, zero);
    case IHOP_OP_LE: return isl_pw_aff_le_set (affine, zero);
    case IHOP_OP_GT: return isl_pw_aff_gt_set (affine, zero);
    case IHOP_OP_GE: return isl_pw_aff_ge_set (affine, zero);
    case IHOP_OP_EQ: return isl_pw_aff_eq_set (affine, zero);
    default: return isl_pw_aff_ne_set (affine, zero);
    }
}

static isl_set *
of_both (Walk *walk, const IhopNode *node, gboolean *is_exact)
{
  gboolean first, second;
  isl_set *a = prove_condition (walk, node->child[0], &first), *b = prove_condition (walk, node->child[1], &second);

  *is_exact = first && second;
  return node->op == IHOP_OP_LAND ? isl_set_intersect (a, b) : isl_set_union (a, b);
}

static isl_set *
anything (Walk *walk, gboolean *is_exact)
{
  *is_exact = FALSE;
  return isl_set_universe (isl_space_copy (walk->model->space));
}

/* Neither side of a comparison that is asked for is a pointer or a floating number, as these have no values here. */
isl_set *
prove_condition (Walk *walk, const IhopNode *node, gboolean *is_exact)
{
  node = ihop_node_strip (node, FALSE);
  *is_exact = TRUE;
  if (node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT) && ihop_type_is_integer (node->child[0]->type)
      && (ihop_type_is_bool (ihop_type_strip (node->type)) || ihop_type_is_bool (ihop_type_strip (node->child[0]->type))))
    return prove_condition (walk, node->child[0], is_exact);
  if (node->kind == IHOP_BINARY && !(node->flags & IHOP_NODE_CONSTANT))
    {
      if (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR)
        return of_both (walk, node, is_exact);
      if (node->op >= IHOP_OP_LT && node->op <= IHOP_OP_NE)
        {
          isl_set *holds = compared (walk, node);
          return holds ? holds : anything (walk, is_exact);
        }
    }
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_NOT)
    {
      isl_set *inside = prove_condition (walk, node->child[0], is_exact);
      if (*is_exact)
        return isl_set_complement (inside);
      isl_set_free (inside);
      return anything (walk, is_exact);
    }
  isl_pw_aff *value = prove_value_affine (prove_evaluate (walk, node));
  return value ? isl_pw_aff_non_zero_set (value) : anything (walk, is_exact);
}
