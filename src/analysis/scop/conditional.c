/* Choices: "c ? a : b". Generated code is full of them: the smaller of two bounds, and divisions that are rounded down
 * by hand. As values they have a piece for each way through, and the pieces of what is compared multiply; so what has
 * one piece is made to have one. */
#include "analysis/scop/conditional.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/product.h"
#include "ir/key.h"
#include <string.h>

/* "x < y ? x : y" and its like: -1 the smaller one, 1 the larger one, 0 neither. All four stand for values of one
 * type, so that the comparison is one of the values themselves. */
static int
extreme_of (const IhopNode *node)
{
  const IhopNode *test = ihop_node_strip (node->child[0], FALSE);

  if (node->child[1] == NULL || test->kind != IHOP_BINARY || test->op < IHOP_OP_LT || test->op > IHOP_OP_GE)
    return 0;
  const IhopType *type = ihop_type_strip (node->type);
  for (guint i = 0; i < 2; i++)
    if (!ihop_type_equal (ihop_type_strip (test->child[i]->type), type)
        || !ihop_type_equal (ihop_type_strip (node->child[i + 1]->type), type))
      return 0;
  gboolean less = test->op == IHOP_OP_LT || test->op == IHOP_OP_LE;
  const IhopNode *a = node->child[1], *b = node->child[2];
  if (ihop_node_same_key (test->child[0], a) && ihop_node_same_key (test->child[1], b))
    return less ? -1 : 1;
  if (ihop_node_same_key (test->child[0], b) && ihop_node_same_key (test->child[1], a))
    return less ? 1 : -1;
  return 0;
}

gboolean
ihop_conditional_splits (IhopOperator relation, const IhopNode *node)
{
  gboolean upward = relation == IHOP_OP_LT || relation == IHOP_OP_LE;
  gboolean downward = relation == IHOP_OP_GT || relation == IHOP_OP_GE;

  node = ihop_node_strip (node, FALSE);
  if (node->kind != IHOP_CONDITIONAL || (node->flags & IHOP_NODE_CONSTANT) || !(upward || downward))
    return FALSE;
  return extreme_of (node) == (upward ? -1 : 1);
}

/* Both are worked out once, where a condition would have each of them worked out twice, and so on inside them. */
static IhopValue *
extreme (IhopWalk *walk, const IhopNode *node, int which)
{
  IhopValue *a = ihop_value_of (walk, node->child[1]);
  IhopValue *b = a ? ihop_value_of (walk, node->child[2]) : NULL;
  IhopValue *result = NULL;

  a = ihop_value_deepen (a, walk->depth);
  b = ihop_value_deepen (b, walk->depth);
  if (ihop_value_is_affine (a) && ihop_value_is_affine (b))
    {
      isl_pw_aff *x = ihop_value_affine (a), *y = ihop_value_affine (b);
      result = ihop_value_new (isl_pw_aff_coalesce (which < 0 ? isl_pw_aff_min (x, y) : isl_pw_aff_max (x, y)));
    }
  ihop_value_unref (a);
  ihop_value_unref (b);
  return result ? result : ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
}

static isl_stat
keep_aff (isl_set *set, isl_aff *aff, void *user)
{
  isl_aff **kept = user;

  isl_set_free (set);
  isl_aff_free (*kept);
  *kept = aff;
  return isl_stat_ok;
}

/* The one expression of it, for all values; NULL: it has several pieces, or none. Keeps affine. */
static isl_pw_aff *
only_piece (isl_pw_aff *affine)
{
  isl_aff *aff = NULL;

  if (isl_pw_aff_n_piece (affine) != 1)
    return NULL;
  isl_pw_aff_foreach_piece (affine, keep_aff, &aff);
  return isl_pw_aff_from_aff (aff);
}

/* "x < 0 ? -((15 - x) / 16) : x / 16" is x / 16 rounded down, whatever x is: what is taken where the condition fails
 * says the same where it holds. NULL: it does not. Keeps all. */
static isl_pw_aff *
one_for_both (isl_pw_aff *yes, isl_pw_aff *no, isl_set *holds)
{
  isl_pw_aff *a = only_piece (yes), *b = a ? only_piece (no) : NULL;
  isl_set *differ = b ? isl_pw_aff_ne_set (isl_pw_aff_copy (a), isl_pw_aff_copy (b)) : NULL;

  differ = differ ? isl_set_intersect (differ, isl_set_copy (holds)) : NULL;
  if (differ == NULL || isl_set_is_empty (differ) != isl_bool_true)
    b = isl_pw_aff_free (b);
  isl_set_free (differ);
  isl_pw_aff_free (a);
  return b;
}

/* Takes all. */
static isl_pw_aff *
choose (isl_set *holds, isl_pw_aff *yes, isl_pw_aff *no)
{
  isl_pw_aff *one;

  yes = isl_pw_aff_intersect_domain (yes, isl_set_copy (holds));
  no = isl_pw_aff_intersect_domain (no, isl_set_complement (isl_set_copy (holds)));
  one = one_for_both (yes, no, holds);
  isl_set_free (holds);
  if (one == NULL)
    return isl_pw_aff_coalesce (isl_pw_aff_union_add (yes, no));
  isl_pw_aff_free (yes);
  isl_pw_aff_free (no);
  return one;
}

/* The value's part with this product of sizes; NULL: it has none. */
static const IhopTerm *
same_term (const IhopValue *value, const IhopTerm *term)
{
  for (guint i = 0; i < value->n_terms; i++)
    if (value->term[i].n_factors == term->n_factors
        && memcmp (value->term[i].factor, term->factor, term->n_factors * sizeof term->factor[0]) == 0)
      return &value->term[i];
  return NULL;
}

static isl_pw_aff *
coefficient_of (const IhopWalk *walk, const IhopTerm *term)
{
  isl_space *space;

  if (term)
    return isl_pw_aff_copy (term->coefficient);
  space = isl_space_add_dims (isl_space_set_from_params (isl_space_copy (walk->scop->space)), isl_dim_set, walk->depth);
  return isl_pw_aff_from_aff (isl_aff_zero_on_domain (isl_local_space_from_space (space)));
}

/* Whether one of two values counts in rows of this parameter. */
static gboolean
is_factor (guint param, gpointer data)
{
  const IhopValue *const *both = data;

  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < both[k]->n_terms; i++)
      if (ihop_term_power (&both[k]->term[i], (int) param))
        return TRUE;
  return FALSE;
}

/* "y == 0 ? x + y * nx : x + (y - 1) * nx": so many rows, and so many elements, chosen each by itself. Keeps all. */
static IhopValue *
choose_terms (IhopWalk *walk, isl_set *holds, const IhopValue *a, const IhopValue *b)
{
  IhopValue *sum = ihop_value_deepen (ihop_value_integer (walk, 0), walk->depth);

  for (guint i = 0; sum && i < a->n_terms + b->n_terms; i++)
    {
      const IhopTerm *term = i < a->n_terms ? &a->term[i] : &b->term[i - a->n_terms];
      if (i >= a->n_terms && same_term (a, term))
        continue;
      isl_pw_aff *yes = coefficient_of (walk, same_term (a, term)), *no = coefficient_of (walk, same_term (b, term));
      sum = ihop_value_add_term (sum, choose (isl_set_copy (holds), yes, no), term->n_factors, term->factor);
    }
  return sum;
}

IhopValue *
ihop_value_conditional (IhopWalk *walk, const IhopNode *node)
{
  int which = extreme_of (node);

  if (which)
    return extreme (walk, node, which);

  isl_set *holds = node->child[1] ? ihop_condition_of (walk, node->child[0]) : NULL;
  IhopValue *a, *b, *result = NULL;

  walk->arms++;
  a = holds ? ihop_value_of (walk, node->child[1]) : NULL;
  b = a ? ihop_value_of (walk, node->child[2]) : NULL;
  walk->arms--;
  a = ihop_value_deepen (a, walk->depth);
  b = ihop_value_deepen (b, walk->depth);
  if (ihop_value_is_affine (a) && ihop_value_is_affine (b))
    result = ihop_value_new (choose (g_steal_pointer (&holds), ihop_value_affine (a), ihop_value_affine (b)));
  else if (a && b)
    {
      const IhopValue *both[] = { a, b };
      g_autoptr (IhopValue) yes = ihop_value_in_rows (walk->scop, a, is_factor, both);
      g_autoptr (IhopValue) no = ihop_value_in_rows (walk->scop, b, is_factor, both);
      result = yes && no ? choose_terms (walk, holds, yes, no) : NULL;
    }
  isl_set_free (holds);
  ihop_value_unref (a);
  ihop_value_unref (b);
  return result ? result : ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
}
