/* Products of quasi-affine values. */
#include "analysis/scop/product.h"
#include "analysis/scop/parameters.h"
#include <string.h>

/* The product of two values that are known to be sums over parameters or iterators. A factor
 * without iterators of loops (inside or around) becomes a factor of terms. */
static IhopValue *
times_param (IhopWalk *walk, IhopValue *value, guint param)
{
  IhopValue *product = ihop_value_integer (walk, 0);

  for (guint i = 0; product && i < value->n_terms; i++)
    {
      const IhopTerm *term = &value->term[i];
      int factor[IHOP_TERM_FACTORS + 1];
      guint n = ihop_term_with_factor (term, (int) param, factor);
      product = ihop_value_add_term (product, isl_pw_aff_copy (term->coefficient), n, factor);
    }
  ihop_value_unref (value);
  return product;
}

static IhopValue *
times_constant (IhopValue *value, gint64 constant, IhopWalk *walk)
{
  IhopValue *product = ihop_value_integer (walk, 0);

  for (guint i = 0; product && i < value->n_terms; i++)
    {
      isl_val *factor = isl_val_int_from_si (walk->scop->ctx, constant);
      product = ihop_value_add_term (
        product, isl_pw_aff_scale_val (isl_pw_aff_copy (value->term[i].coefficient), factor),
        value->term[i].n_factors, value->term[i].factor);
    }
  ihop_value_unref (value);
  return product;
}

/* Spreads a sum over parameters: value * (c0 + c1*p1 + …). Takes value. */
static IhopValue *
times_linear (IhopWalk *walk, IhopValue *value, const IhopLinear *linear)
{
  IhopValue *sum = times_constant (ihop_value_ref (value), linear->constant, walk);

  for (guint i = 0; sum && i < linear->n_params; i++)
    if (linear->coefficient[i])
      {
        IhopValue *part = times_constant (ihop_value_ref (value), linear->coefficient[i], walk);
        sum = ihop_value_add (sum, times_param (walk, part, i), 1);
      }
  ihop_value_unref (value);
  return sum;
}

/* Parameters only, none of them an iterator of a loop around. */
static gboolean
is_size (IhopWalk *walk, const IhopLinear *linear)
{
  for (guint i = 0; i < linear->n_params + linear->n_dims; i++)
    if (linear->coefficient[i]
        && (i >= linear->n_params
            || ((IhopParameter *) walk->scop->params->pdata[i])->loop != NULL))
      return FALSE;
  return TRUE;
}

static gboolean
is_outer (IhopWalk *walk, const IhopLinear *linear)
{
  for (guint i = linear->n_params; i < linear->n_params + linear->n_dims; i++)
    if (linear->coefficient[i])
      return FALSE;
  return TRUE;
}

/* What is over parameters and no sum of them is rounded. */
static gboolean
is_over_params (isl_pw_aff *affine)
{
  return isl_pw_aff_involves_dims (affine, isl_dim_in, 0, isl_pw_aff_dim (affine, isl_dim_in)) == isl_bool_false;
}

/* value * sizes, term by term, if all that stands in the other's terms is simple enough. Keeps all. */
static IhopValue *
try_product (IhopWalk *walk, const IhopValue *value, const IhopValue *sizes, gboolean outer_too)
{
  IhopValue *product = ihop_value_integer (walk, 0);

  for (guint i = 0; product && i < sizes->n_terms; i++)
    {
      const IhopTerm *term = &sizes->term[i];
      isl_pw_aff *affine
        = isl_pw_aff_align_params (isl_pw_aff_copy (term->coefficient), isl_space_copy (walk->scop->space));
      IhopLinear *linear = ihop_linear_new (affine);
      gboolean is_simple = linear && (is_size (walk, linear) || (outer_too && is_outer (walk, linear)));
      walk->scop->multiplies_quotients |= linear == NULL && is_over_params (affine);
      IhopValue *part = is_simple ? times_linear (walk, ihop_value_ref (value), linear) : NULL;
      for (guint k = 0; part && k < term->n_factors; k++)
        part = times_param (walk, part, (guint) term->factor[k]);
      product = ihop_value_add (product, part, 1);
      ihop_linear_free (linear);
      isl_pw_aff_free (affine);
    }
  return product;
}

IhopValue *
ihop_value_multiply (IhopWalk *walk, IhopValue *a, IhopValue *b, const IhopNode *node)
{
  IhopValue *product = NULL;
  gint64 number;

  /* "2 * n" is no product of sizes. */
  if (a && b && (ihop_value_constant (a, &number) || ihop_value_constant (b, &number)))
    {
      IhopValue *rest = ihop_value_constant (a, &number) ? b : a;
      if (rest == a)
        ihop_value_constant (b, &number);
      ihop_value_unref (rest == a ? b : a);
      return times_constant (rest, number, walk);
    }
  if (a && b)
    {
      a = ihop_value_deepen (a, walk->depth);
      b = ihop_value_deepen (b, walk->depth);
      /* Sizes on either side; only then what counts around. */
      for (int outer = 0; product == NULL && outer < 2; outer++)
        {
          product = try_product (walk, a, b, outer);
          if (product == NULL)
            product = try_product (walk, b, a, outer);
        }
    }
  ihop_value_unref (a);
  ihop_value_unref (b);
  return product ? product : ihop_value_unknown (walk, IHOP_MAY_SUBSCRIPT, node);
}

/* c * f1 * f2 … for c over parameters only: a sum of products. Keeps all; NULL: iterators in it. */
static isl_pw_aff *
flatten_term (IhopScop *scop, const IhopTerm *term, guint depth)
{
  isl_pw_aff *aligned = isl_pw_aff_align_params (isl_pw_aff_copy (term->coefficient),
                                                 isl_space_copy (scop->space));
  IhopLinear *linear = ihop_linear_new (aligned);
  isl_pw_aff *sum = NULL;
  gboolean fine = linear != NULL;

  isl_pw_aff_free (aligned);
  for (guint i = 0; fine && i < linear->n_dims; i++)
    fine = linear->coefficient[linear->n_params + i] == 0;
  for (int i = -1; fine && i < (int) linear->n_params; i++)
    {
      gint64 coefficient = i < 0 ? linear->constant : linear->coefficient[i];
      int factor[IHOP_TERM_FACTORS + 1];
      if (coefficient == 0)
        continue;
      if (i >= 0 && term->n_factors == IHOP_TERM_FACTORS)
        {
          fine = FALSE;
          break;
        }
      guint n = term->n_factors;
      if (i >= 0)
        n = ihop_term_with_factor (term, i, factor);
      else
        memcpy (factor, term->factor, n * sizeof factor[0]);
      isl_pw_aff *part = ihop_param_affine (scop, ihop_param_product (scop, n, factor), depth);
      part = isl_pw_aff_scale_val (part, isl_val_int_from_si (scop->ctx, coefficient));
      sum = sum ? isl_pw_aff_add (sum, part) : part;
    }
  ihop_linear_free (linear);
  if (!fine)
    sum = isl_pw_aff_free (sum);
  return sum;
}

isl_pw_aff *
ihop_value_flatten (IhopScop *scop, IhopValue *value)
{
  isl_pw_aff *sum = NULL;

  for (guint i = 0; value && i < value->n_terms; i++)
    {
      const IhopTerm *term = &value->term[i];
      isl_pw_aff *part = term->n_factors ? flatten_term (scop, term, value->depth)
                                         : isl_pw_aff_copy (term->coefficient);
      if (part == NULL)
        {
          sum = isl_pw_aff_free (sum);
          break;
        }
      sum = sum ? isl_pw_aff_add (sum, part) : part;
    }
  ihop_value_unref (value);
  return sum;
}

/* number * the term's factors * the parameter, added to sum. */
static IhopValue *
add_rows (IhopScop *scop, IhopValue *sum, const IhopTerm *term, guint param, gint64 number, guint depth)
{
  int factor[IHOP_TERM_FACTORS + 1];
  guint n = ihop_term_with_factor (term, (int) param, factor);
  isl_space *space = isl_space_add_dims (isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set, depth);
  return ihop_value_add_term (sum, ihop_affine_constant (space, number), n, factor);
}

IhopValue *
ihop_value_in_rows (IhopScop *scop, const IhopValue *value, gboolean (*is_row) (guint param, gpointer data), gpointer data)
{
  isl_space *space = isl_space_add_dims (isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set, value->depth);
  IhopValue *sum = ihop_value_new (ihop_affine_constant (space, 0));

  for (guint i = 0; sum && i < value->n_terms; i++)
    {
      const IhopTerm *term = &value->term[i];
      isl_pw_aff *rest = isl_pw_aff_align_params (isl_pw_aff_copy (term->coefficient), isl_space_copy (scop->space));
      IhopLinear *linear = ihop_linear_new (rest);
      for (guint at = 0; linear && sum && at < linear->n_params; at++)
        if (linear->coefficient[at] && is_row (at, data))
          {
            isl_val *number = isl_val_int_from_si (scop->ctx, linear->coefficient[at]);
            rest = isl_pw_aff_sub (rest, isl_pw_aff_scale_val (ihop_param_affine (scop, at, value->depth), number));
            sum = add_rows (scop, sum, term, at, linear->coefficient[at], value->depth);
          }
      ihop_linear_free (linear);
      sum = ihop_value_add_term (sum, rest, term->n_factors, term->factor);
    }
  return sum;
}
