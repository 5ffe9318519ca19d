/* Sets and expressions over parameters as nodes: from isl back to C. */
#include "analysis/scop/isl_text.h"
#include "analysis/scop/scop.h"
#include "ir/condition.h"
#include "ir/expression.h"
#include <string.h>

/* FALSE: it is no whole number, or beyond all numbers that C can count with. */
static gboolean
read_number (__isl_take isl_val *val, gint64 *number)
{
  gboolean fits = isl_val_is_int (val) == isl_bool_true && isl_val_cmp_si (val, G_MAXINT64) < 0
                  && isl_val_cmp_si (val, -G_MAXINT64) > 0;

  *number = fits ? isl_val_get_num_si (val) : 0;
  isl_val_free (val);
  return fits;
}

static const IhopNode *
parameter_of (__isl_take isl_space *space, int i)
{
  isl_id *id = isl_space_has_dim_id (space, isl_dim_param, (unsigned) i) == isl_bool_true
                 ? isl_space_get_dim_id (space, isl_dim_param, (unsigned) i) : NULL;
  const IhopParameter *param = id ? isl_id_get_user (id) : NULL;

  isl_id_free (id);
  isl_space_free (space);
  return param ? param->expression : NULL;
}

/* sum + factor * node, where "node" NULL is 1 and "sum" NULL is nothing yet. */
static const IhopNode *
plus (IhopPool *pool, const IhopNode *sum, gint64 factor, const IhopNode *node)
{
  gint64 size = sum ? ABS (factor) : factor;
  const IhopNode *term = node;

  if (factor == 0)
    return sum;
  if (node == NULL)
    term = ihop_expression_number (pool, size);
  else if (size == -1)
    term = ihop_expression_subtract (pool, ihop_expression_number (pool, 0), node);
  else if (size != 1)
    term = ihop_expression_binary (pool, IHOP_OP_MUL, ihop_expression_number (pool, size), node);
  if (sum == NULL)
    return term;
  return ihop_expression_binary (pool, factor < 0 ? IHOP_OP_SUB : IHOP_OP_ADD, sum, term);
}

static const IhopNode *expression_of (IhopPool *pool, isl_set *domain, isl_aff *aff);

static gboolean
is_nowhere_negative (isl_set *domain, isl_aff *aff)
{
  isl_pw_aff *value = isl_pw_aff_from_aff (isl_aff_copy (aff));
  isl_pw_aff *zero = isl_pw_aff_zero_on_domain (isl_local_space_from_space (isl_pw_aff_get_domain_space (value)));
  isl_set *negative = isl_set_intersect (isl_pw_aff_lt_set (value, zero), isl_set_copy (domain));
  gboolean never = isl_set_is_empty (negative) == isl_bool_true;

  isl_set_free (negative);
  return never;
}

/* A term of a sum: factor * node. */
typedef struct
{
  gint64 factor;
  const IhopNode *node;
} Term;

/* floor (a / d) in C, which rounds towards zero: "a / d" of what is not negative, and minus "(-a + d - 1) / d" of what is
 * not positive. FALSE: it may be either. */
static gboolean
read_quotient (IhopPool *pool, isl_set *domain, __isl_take isl_aff *rounded, Term *term)
{
  isl_val *by = isl_aff_get_denominator_val (rounded);
  isl_aff *dividend = isl_aff_scale_val (rounded, isl_val_copy (by));
  gint64 divisor;
  gboolean fine = read_number (by, &divisor) && domain;

  if (fine && !is_nowhere_negative (domain, dividend))
    {
      term->factor = -term->factor;
      dividend = isl_aff_neg (dividend);
      fine = is_nowhere_negative (domain, dividend);
      dividend = isl_aff_add_constant_si (dividend, (int) divisor - 1);
    }
  const IhopNode *node = fine && divisor <= G_MAXINT ? expression_of (pool, domain, dividend) : NULL;
  isl_aff_free (dividend);
  if (node)
    term->node = ihop_expression_binary (pool, IHOP_OP_DIV, node, ihop_expression_number (pool, divisor));
  return node != NULL;
}

/* Of a parameter, or, behind them, of what is rounded. */
static gboolean
read_term (IhopPool *pool, isl_set *domain, isl_aff *aff, int i, Term *term)
{
  int n_params = (int) isl_aff_dim (aff, isl_dim_param);
  isl_val *factor = i < n_params ? isl_aff_get_coefficient_val (aff, isl_dim_param, i)
                                 : isl_aff_get_coefficient_val (aff, isl_dim_div, i - n_params);

  if (!read_number (factor, &term->factor))
    return FALSE;
  if (term->factor == 0)
    return TRUE;
  if (i >= n_params)
    return read_quotient (pool, domain, isl_aff_get_div (aff, i - n_params), term);
  term->node = parameter_of (isl_aff_get_domain_space (aff), i);
  return term->node != NULL;
}

/* Positive terms first: "n - 1", not "-1 + n". "domain" NULL: nothing is rounded. */
static const IhopNode *
expression_of (IhopPool *pool, isl_set *domain, isl_aff *aff)
{
  int n = (int) (isl_aff_dim (aff, isl_dim_param) + isl_aff_dim (aff, isl_dim_div));
  const IhopNode *sum = NULL;
  gint64 constant;

  if (isl_aff_is_nan (aff) != isl_bool_false || !read_number (isl_aff_get_constant_val (aff), &constant))
    return NULL;
  for (int sign = 1; sign >= -1; sign -= 2)
    {
      for (int i = 0; i < n; i++)
        {
          Term term = { 0, NULL };
          if (!read_term (pool, domain, aff, i, &term))
            return NULL;
          if ((sign > 0 && term.factor > 0) || (sign < 0 && term.factor < 0))
            sum = plus (pool, sum, term.factor, term.node);
        }
      if ((constant > 0) == (sign > 0))
        sum = plus (pool, sum, constant, NULL);
    }
  return sum ? sum : ihop_expression_number (pool, 0);
}

const IhopNode *
ihop_expression_of_aff (IhopPool *pool, __isl_keep isl_aff *aff)
{
  return expression_of (pool, NULL, aff);
}

const IhopNode *
ihop_expression_of_aff_in (IhopPool *pool, __isl_keep isl_set *domain, __isl_keep isl_aff *aff)
{
  return expression_of (pool, domain, aff);
}

static IhopOperator
turned (IhopOperator relation)
{
  static const IhopOperator pairs[][2] = { { IHOP_OP_GE, IHOP_OP_LE }, { IHOP_OP_LE, IHOP_OP_GE },
                                           { IHOP_OP_LT, IHOP_OP_GT }, { IHOP_OP_GT, IHOP_OP_LT } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (pairs[i][0] == relation)
      return pairs[i][1];
  return relation;
}

/* a >= b as "a >= b", its opposite as "a < b"; with a constant 1 folded into the relation. */
const IhopNode *
ihop_expression_of_constraint (IhopPool *pool, __isl_keep isl_constraint *constraint, gboolean negated)
{
  gboolean equality = isl_constraint_is_equality (constraint) == isl_bool_true;
  int n_params = (int) isl_constraint_dim (constraint, isl_dim_param);
  const IhopNode *left = NULL, *right = NULL; /* positive and negative parts, both written positive */
  IhopOperator relation;
  gint64 constant, factor;

  if (!read_number (isl_constraint_get_constant_val (constraint), &constant))
    return NULL;
  for (int i = 0; i < n_params; i++)
    {
      if (!read_number (isl_constraint_get_coefficient_val (constraint, isl_dim_param, i), &factor))
        return NULL;
      const IhopNode **side = factor > 0 ? &left : &right;
      if (factor == 0)
        continue;
      const IhopNode *param = parameter_of (isl_constraint_get_space (constraint), i);
      if (param == NULL)
        return NULL;
      *side = plus (pool, *side, ABS (factor), param);
    }
  if (equality)
    relation = negated ? IHOP_OP_NE : IHOP_OP_EQ;
  else if (constant == -1 && (left || right))
    {
      constant = 0;
      relation = negated ? IHOP_OP_LE : IHOP_OP_GT;
    }
  else
    relation = negated ? IHOP_OP_LT : IHOP_OP_GE;
  /* "n > 1", not "1 < n". */
  if (left == NULL && right)
    {
      left = right;
      right = NULL;
      constant = -constant;
      relation = turned (relation);
    }
  if (constant > 0)
    left = plus (pool, left, constant, NULL);
  else
    right = plus (pool, right, -constant, NULL);
  return ihop_expression_binary (pool, relation, left ? left : ihop_expression_number (pool, 0),
                                 right ? right : ihop_expression_number (pool, 0));
}

/* ---- Conditions ---- */

typedef struct
{
  IhopPool *pool;
  const IhopNode *all;     /* NULL: no constraint yet */
  gboolean failed;
} Conjunction;

static isl_stat
add_constraint (__isl_take isl_constraint *constraint, void *user)
{
  Conjunction *self = user;
  const IhopNode *one = ihop_expression_of_constraint (self->pool, constraint, FALSE);

  self->failed |= one == NULL;
  self->all = ihop_expression_and (self->pool, self->all, one);
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

/* FALSE: it has divisions. */
static gboolean
conjunction_of (IhopPool *pool, __isl_keep isl_basic_set *basic, const IhopNode **condition)
{
  Conjunction self = { pool, NULL, FALSE };
  gboolean fine = isl_basic_set_dim (basic, isl_dim_div) == 0
                  && isl_basic_set_foreach_constraint (basic, add_constraint, &self) == isl_stat_ok && !self.failed;

  *condition = self.all;
  return fine;
}

/* "with > 0 or with < 0" is "with != 0": two parts that are one but for a single value. NULL: they are
 * not. */
static const IhopNode *
all_but_one (IhopPool *pool, __isl_keep isl_set *params)
{
  isl_basic_set *around = isl_set_simple_hull (isl_set_copy (params));
  isl_set *hole = isl_set_subtract (isl_set_from_basic_set (isl_basic_set_copy (around)),
                                    isl_set_copy (params));
  const IhopNode *rest, *condition = NULL;

  hole = isl_set_coalesce (isl_set_gist (hole, isl_set_from_basic_set (isl_basic_set_copy (around))));
  isl_basic_set_list *list = isl_set_get_basic_set_list (hole);
  isl_basic_set *only
    = isl_basic_set_list_size (list) == 1 ? isl_basic_set_list_get_at (list, 0) : NULL;
  isl_constraint_list *equal = only ? isl_basic_set_get_constraint_list (only) : NULL;
  if (equal && isl_basic_set_dim (only, isl_dim_div) == 0 && isl_constraint_list_size (equal) == 1)
    {
      isl_constraint *constraint = isl_constraint_list_get_at (equal, 0);
      gboolean fine = isl_constraint_is_equality (constraint) == isl_bool_true && conjunction_of (pool, around, &rest);
      const IhopNode *not = fine ? ihop_expression_of_constraint (pool, constraint, TRUE) : NULL;
      condition = not ? ihop_expression_and (pool, rest, not) : NULL;
      isl_constraint_free (constraint);
    }
  isl_constraint_list_free (equal);
  isl_basic_set_free (only);
  isl_basic_set_list_free (list);
  isl_basic_set_free (around);
  isl_set_free (hole);
  return condition;
}

static gsize
letters_of (const IhopNode *node)
{
  g_autofree char *text = node ? ihop_expression_text (node) : NULL;

  return text ? strlen (text) : 0;
}

gboolean
ihop_expression_of_condition (IhopPool *pool, __isl_take isl_set *params, const IhopNode **condition)
{
  enum { MOST_PARTS = 2, MOST_LETTERS = 120 };
  const IhopNode *part[MOST_PARTS] = { NULL };
  isl_basic_set_list *list = isl_set_get_basic_set_list (params);
  int n = list ? (int) isl_basic_set_list_size (list) : 0;
  gboolean fine = n > 0 && n <= MOST_PARTS;

  for (int i = 0; fine && i < n; i++)
    {
      isl_basic_set *basic = isl_basic_set_list_get_at (list, i);
      fine = conjunction_of (pool, basic, &part[i]);
      isl_basic_set_free (basic);
    }
  *condition = fine && n == 1 ? part[0] : NULL;
  if (fine && n > 1)
    {
      const IhopNode *unequal = all_but_one (pool, params);
      *condition = unequal ? unequal : ihop_expression_or (pool, part[0], part[1]);
    }
  isl_basic_set_list_free (list);
  isl_set_free (params);
  return fine && letters_of (*condition) <= MOST_LETTERS;
}

/* ---- Pieces ---- */

enum { MOST_PIECES = 4 };

typedef struct
{
  IhopPool *pool;
  const IhopNode *condition[MOST_PIECES], *value[MOST_PIECES]; /* a NULL condition: always */
  guint n;
  gboolean failed;
} Pieces;

static isl_stat
add_piece (__isl_take isl_set *set, __isl_take isl_aff *aff, void *user)
{
  Pieces *pieces = user;
  isl_basic_set_list *list = isl_set_get_basic_set_list (set);
  isl_basic_set *basic = isl_basic_set_list_size (list) == 1 ? isl_basic_set_list_get_at (list, 0) : NULL;

  pieces->value[pieces->n] = ihop_expression_of_aff (pieces->pool, aff);
  pieces->failed |= pieces->value[pieces->n] == NULL || basic == NULL
                    || !conjunction_of (pieces->pool, basic, &pieces->condition[pieces->n]);
  pieces->n++;
  isl_basic_set_free (basic);
  isl_basic_set_list_free (list);
  isl_set_free (set);
  isl_aff_free (aff);
  return isl_stat_ok;
}

const IhopNode *
ihop_expression_of_pw_aff (IhopPool *pool, __isl_keep isl_pw_aff *affine)
{
  Pieces pieces = { .pool = pool };
  int n = affine ? (int) isl_pw_aff_n_piece (affine) : 0;

  if (n < 1 || n > MOST_PIECES || isl_pw_aff_foreach_piece (affine, add_piece, &pieces) != isl_stat_ok || pieces.failed)
    return NULL;
  /* What holds in no piece is never asked for, so the last piece needs no condition. */
  const IhopNode *value = pieces.value[n - 1];
  for (int i = n - 1; i-- > 0;)
    value = pieces.condition[i] ? ihop_expression_choice (pool, pieces.condition[i], pieces.value[i], value)
                                : pieces.value[i];
  return value;
}
