/* Divisions, remainders and bits: what is affine only with rounding (quasi-affine). */
#include "analysis/scop/quasi_affine.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/product.h"

/* a / c and a % c for a constant c > 0, rounding towards zero as C does. Takes a. */
static IhopValue *
divide (IhopWalk *walk, IhopValue *a, gint64 divisor, gboolean remainder, const IhopNode *node)
{
  if (!ihop_value_is_affine (a) || divisor <= 0)
    {
      ihop_value_unref (a);
      return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
    }
  a = ihop_value_deepen (a, walk->depth);

  isl_ctx *ctx = walk->scop->ctx;
  isl_pw_aff *affine = ihop_value_affine (a);
  isl_pw_aff *by = ihop_affine_constant (ihop_walk_space (walk), divisor);
  isl_pw_aff *result;

  if (!ihop_walk_nonnegative (walk, affine))
    result = remainder ? isl_pw_aff_tdiv_r (affine, by) : isl_pw_aff_tdiv_q (affine, by);
  else
    {
      isl_val *val = isl_val_int_from_si (ctx, divisor);
      isl_pw_aff_free (by);
      result = remainder ? isl_pw_aff_mod_val (affine, val)
                         : isl_pw_aff_floor (isl_pw_aff_scale_down_val (affine, val));
    }
  ihop_value_unref (a);
  return ihop_value_new (result);
}

/* floor (a / size), which ">>" is for negative numbers, too. */
static IhopValue *
shifted_down (IhopWalk *walk, IhopValue *a, gint64 size, const IhopNode *node)
{
  isl_pw_aff *affine = ihop_value_affine (a);

  ihop_value_unref (a);
  if (affine == NULL)
    return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
  affine = isl_pw_aff_scale_down_val (affine, isl_val_int_from_si (walk->scop->ctx, size));
  return ihop_value_new (isl_pw_aff_floor (affine));
}

/* Where "times" times p goes into a. Keeps both. */
static isl_set *
goes_in (isl_pw_aff *a, isl_pw_aff *p, guint times)
{
  isl_pw_aff *all = isl_pw_aff_copy (p);

  for (guint i = 1; i < times; i++)
    all = isl_pw_aff_add (all, isl_pw_aff_copy (p));
  return isl_pw_aff_ge_set (isl_pw_aff_copy (a), all);
}

/* What is left of a: p taken away once or twice. Keeps both. */
static isl_pw_aff *
rest_of (isl_pw_aff *a, isl_pw_aff *p, guint most)
{
  isl_pw_aff *rest = isl_pw_aff_copy (a), *less = isl_pw_aff_copy (a);

  for (guint i = 1; i <= most; i++)
    {
      less = isl_pw_aff_sub (less, isl_pw_aff_copy (p));
      rest = isl_pw_aff_cond (isl_set_indicator_function (goes_in (a, p, i)), isl_pw_aff_copy (less), rest);
    }
  isl_pw_aff_free (less);
  return rest;
}

/* Keeps both. */
static isl_pw_aff *
times_in (isl_pw_aff *a, isl_pw_aff *p, guint most)
{
  isl_pw_aff *times = isl_set_indicator_function (goes_in (a, p, 1));

  for (guint i = 2; i <= most; i++)
    times = isl_pw_aff_add (times, isl_set_indicator_function (goes_in (a, p, i)));
  return times;
}

/* How often p goes into a at most, where a is not negative here: 1 or 2 ("(x + 1 + n) % n"); 0: more often, or not known. */
static guint
most_times (IhopWalk *walk, isl_pw_aff *a, isl_pw_aff *p)
{
  isl_set *negative = isl_pw_aff_lt_set (isl_pw_aff_copy (a), ihop_affine_constant (ihop_walk_space (walk), 0));

  if (!ihop_walk_never (walk, negative))
    return 0;
  for (guint most = 1; most <= 2; most++)
    if (ihop_walk_never (walk, goes_in (a, p, most + 1)))
      return most;
  return 0;
}

/* a / p and a % p where p is no constant, but goes into a twice at most. Takes both. */
static IhopValue *
divide_by_few (IhopWalk *walk, IhopValue *a, IhopValue *p, gboolean remainder, const IhopNode *node)
{
  isl_pw_aff *affine = ihop_value_affine (a), *by = ihop_value_affine (p), *result = NULL;
  guint most = affine && by ? most_times (walk, affine, by) : 0;

  ihop_value_unref (a);
  ihop_value_unref (p);
  if (most)
    result = isl_pw_aff_coalesce (remainder ? rest_of (affine, by, most) : times_in (affine, by, most));
  isl_pw_aff_free (affine);
  isl_pw_aff_free (by);
  return result ? ihop_value_new (result) : ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
}

static isl_val *
two_to (isl_ctx *ctx, guint n)
{
  return isl_val_2exp (isl_val_int_from_ui (ctx, n));
}

/* a & mask for a mask that is not negative: the sum of its runs of ones, each the difference of two
 * remainders. (Right for negative numbers, too: they are kept in two's complement.) */
static isl_pw_aff *
masked (IhopWalk *walk, isl_pw_aff *affine, gint64 mask)
{
  isl_ctx *ctx = walk->scop->ctx;
  isl_pw_aff *sum = ihop_affine_constant (ihop_walk_space (walk), 0);

  for (guint from = 0; mask >> from; from++)
    {
      guint to = from;
      if (!(mask >> from & 1))
        continue;
      while (mask >> to & 1)
        to++;
      isl_pw_aff *high = isl_pw_aff_mod_val (isl_pw_aff_copy (affine), two_to (ctx, to));
      isl_pw_aff *low = isl_pw_aff_mod_val (isl_pw_aff_copy (affine), two_to (ctx, from));
      sum = isl_pw_aff_add (sum, isl_pw_aff_sub (high, low));
      from = to;
    }
  isl_pw_aff_free (affine);
  return sum;
}

/* a & m, a | m and a ^ m for a constant m, all from the first: a | m is a + m - (a & m), a ^ m is
 * a + m - 2 (a & m), and with ~m for a negative m, a & m is a - (a & ~m). */
static IhopValue *
with_mask (IhopWalk *walk, IhopValue *value, IhopOperator op, gint64 mask, const IhopNode *node)
{
  isl_pw_aff *affine = ihop_value_affine (value), *common;

  ihop_value_unref (value);
  /* In an unsigned type a mask like ~2 is a large number. */
  if (affine == NULL || mask > G_MAXINT32 || mask < -G_MAXINT32
      || (mask < 0 && !ihop_type_strip (node->type)->is_signed))
    {
      isl_pw_aff_free (affine);
      return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
    }
  common = masked (walk, isl_pw_aff_copy (affine), mask < 0 ? ~mask : mask);
  if (mask < 0)
    common = isl_pw_aff_sub (isl_pw_aff_copy (affine), common);
  if (op == IHOP_OP_AND)
    {
      isl_pw_aff_free (affine);
      return ihop_value_new (common);
    }
  affine = isl_pw_aff_add (affine, ihop_affine_constant (ihop_walk_space (walk), mask));
  affine = isl_pw_aff_sub (affine, isl_pw_aff_copy (common));
  if (op == IHOP_OP_XOR)
    affine = isl_pw_aff_sub (affine, isl_pw_aff_copy (common));
  isl_pw_aff_free (common);
  return ihop_value_new (affine);
}

IhopValue *
ihop_value_bitwise (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *right = ihop_node_strip (node->child[1], TRUE), *left = node->child[0];
  gboolean shifts = node->op == IHOP_OP_SHL || node->op == IHOP_OP_SHR;
  gint64 number;

  if (!shifts && !(right->flags & IHOP_NODE_CONSTANT))
    {
      left = node->child[1];
      right = ihop_node_strip (node->child[0], TRUE);
    }
  number = right->integer;
  if (!(right->flags & IHOP_NODE_CONSTANT))
    return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
  if (!shifts)
    return with_mask (walk, ihop_value_deepen (ihop_value_of (walk, left), walk->depth), node->op,
                      number, node);
  if (number < 0 || number >= 31)
    return ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
  if (node->op == IHOP_OP_SHR)
    return shifted_down (walk, ihop_value_of (walk, left), (gint64) 1 << number, node);

  return ihop_value_scale (ihop_value_of (walk, left), (gint64) 1 << number);
}


/* "n", where it is always 8. */
static gboolean
is_number (IhopWalk *walk, const IhopNode *node, gint64 *number)
{
  g_autoptr (IhopValue) value = node->flags & IHOP_NODE_CONSTANT ? NULL : ihop_value_of (walk, node);

  *number = node->integer;
  return (node->flags & IHOP_NODE_CONSTANT) || ihop_value_constant (value, number);
}

IhopValue *
ihop_value_divide (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *right = ihop_node_strip (node->child[1], TRUE);
  gboolean remainder = node->op == IHOP_OP_MOD;
  IhopValue *left = ihop_value_deepen (ihop_value_of (walk, node->child[0]), walk->depth);
  gint64 divisor;

  /* The remainder of a product of sizes is one of their product's. */
  if (remainder && left && !ihop_value_is_affine (left))
    left = ihop_value_new (ihop_value_flatten (walk->scop, left));
  if (is_number (walk, right, &divisor))
    return divide (walk, left, divisor, remainder, node);
  return divide_by_few (walk, left, ihop_value_deepen (ihop_value_of (walk, right), walk->depth),
                        remainder, node);
}
