/* Integers of C as affine expressions of instances, with products by parameters kept beside. */
#include "prove/model.h"

Value *
prove_value_new (isl_pw_aff *affine)
{
  if (affine == NULL)
    return NULL;
  Value *value = g_new0 (Value, 1);
  value->affine = affine;
  return value;
}

Value *
prove_value_copy (const Value *value)
{
  if (value == NULL)
    return NULL;
  Value *copy = g_new0 (Value, 1);
  *copy = *value;
  copy->affine = isl_pw_aff_copy (value->affine);
  for (guint i = 0; i < value->n_terms; i++)
    copy->term[i].coefficient = isl_pw_aff_copy (value->term[i].coefficient);
  return copy;
}

void
prove_value_free (Value *value)
{
  if (value == NULL)
    return;
  isl_pw_aff_free (value->affine);
  for (guint i = 0; i < value->n_terms; i++)
    isl_pw_aff_free (value->term[i].coefficient);
  g_free (value);
}

isl_pw_aff *
prove_number (const Model *model, gint64 number)
{
  isl_set *all = isl_set_universe (isl_space_copy (model->space));

  return isl_pw_aff_val_on_domain (all, isl_val_int_from_si (model->ctx, number));
}

Value *
prove_value_number (const Model *model, gint64 number)
{
  return prove_value_new (prove_number (model, number));
}

Value *
prove_value_dim (const Model *model, guint dim)
{
  isl_local_space *local = isl_local_space_from_space (isl_space_copy (model->space));

  return prove_value_new (isl_pw_aff_from_aff (isl_aff_var_on_domain (local, isl_dim_set, dim)));
}

Value *
prove_value_param (const Model *model, guint param)
{
  isl_local_space *local = isl_local_space_from_space (isl_space_copy (model->space));

  return prove_value_new (isl_pw_aff_from_aff (isl_aff_var_on_domain (local, isl_dim_param, param)));
}

static gboolean
is_zero (isl_pw_aff *affine)
{
  isl_set *other = isl_pw_aff_non_zero_set (isl_pw_aff_copy (affine));
  gboolean none = isl_set_is_empty (other) == isl_bool_true;

  isl_set_free (other);
  return none;
}

/* Adds to the term of the parameter; takes coefficient. FALSE: no room. */
static gboolean
add_term (Value *value, int param, isl_pw_aff *coefficient)
{
  for (guint i = 0; i < value->n_terms; i++)
    if (value->term[i].param == param)
      {
        isl_pw_aff *sum = isl_pw_aff_add (value->term[i].coefficient, coefficient);
        value->term[i].coefficient = sum;
        if (is_zero (sum))
          {
            isl_pw_aff_free (sum);
            value->term[i] = value->term[--value->n_terms];
          }
        return TRUE;
      }
  if (value->n_terms == G_N_ELEMENTS (value->term))
    {
      isl_pw_aff_free (coefficient);
      return FALSE;
    }
  value->term[value->n_terms].param = param;
  value->term[value->n_terms++].coefficient = coefficient;
  return TRUE;
}

Value *
prove_value_add (Value *a, Value *b, int sign)
{
  gboolean fits = a && b;

  if (fits)
    {
      isl_pw_aff *other = isl_pw_aff_copy (b->affine);
      a->affine = sign > 0 ? isl_pw_aff_add (a->affine, other) : isl_pw_aff_sub (a->affine, other);
      for (guint i = 0; i < b->n_terms && fits; i++)
        {
          isl_pw_aff *coefficient = isl_pw_aff_copy (b->term[i].coefficient);
          fits = add_term (a, b->term[i].param, sign > 0 ? coefficient : isl_pw_aff_neg (coefficient));
        }
    }
  prove_value_free (b);
  if (!fits)
    {
      prove_value_free (a);
      return NULL;
    }
  return a;
}

static isl_stat
take_aff (isl_set *set, isl_aff *aff, void *data)
{
  isl_set_free (set);
  *(isl_aff **) data = aff;
  return isl_stat_ok;
}

isl_aff *
prove_only_piece (isl_pw_aff *affine)
{
  isl_aff *aff = NULL;

  if (affine && isl_pw_aff_n_piece (affine) == 1)
    isl_pw_aff_foreach_piece (affine, take_aff, &aff);
  return aff;
}

/* A constant, if the expression is one. */
static gboolean
is_constant (isl_pw_aff *affine, gint64 *constant)
{
  isl_aff *aff = affine && isl_pw_aff_is_cst (affine) == isl_bool_true ? prove_only_piece (affine) : NULL;

  if (aff == NULL)
    return FALSE;
  isl_val *value = isl_aff_get_constant_val (aff);
  isl_aff_free (aff);
  gboolean fits = value && isl_val_is_int (value) == isl_bool_true && isl_val_cmp_si (value, G_MAXINT64 / 2) < 0
                  && isl_val_cmp_si (value, -(G_MAXINT64 / 2)) > 0;

  if (fits)
    *constant = isl_val_get_num_si (value);
  isl_val_free (value);
  return fits;
}

gboolean
prove_value_constant (const Value *value, gint64 *constant)
{
  return value && value->n_terms == 0 && is_constant (value->affine, constant);
}

gboolean
prove_value_same (const Value *a, const Value *b)
{
  if (a == NULL || b == NULL || a->n_terms != b->n_terms || isl_pw_aff_is_equal (a->affine, b->affine) != isl_bool_true)
    return FALSE;
  for (guint i = 0; i < a->n_terms; i++)
    {
      guint k = 0;
      while (k < b->n_terms && b->term[k].param != a->term[i].param)
        k++;
      if (k == b->n_terms || isl_pw_aff_is_equal (a->term[i].coefficient, b->term[k].coefficient) != isl_bool_true)
        return FALSE;
    }
  return TRUE;
}

static Value *
scaled (const Model *model, Value *value, gint64 factor)
{
  isl_val *by = isl_val_int_from_si (model->ctx, factor);

  value->affine = isl_pw_aff_scale_val (value->affine, isl_val_copy (by));
  for (guint i = 0; i < value->n_terms; i++)
    value->term[i].coefficient = isl_pw_aff_scale_val (value->term[i].coefficient, isl_val_copy (by));
  isl_val_free (by);
  if (factor == 0)
    while (value->n_terms)
      isl_pw_aff_free (value->term[--value->n_terms].coefficient);
  return value;
}

/* The parameters and dimensions that a single affine piece is made of, as one of them times a number plus a number. */
typedef struct
{
  gboolean is_simple;       /* at most one name */
  int param, dim;           /* -1: not it */
  gint64 factor, constant;
} Simple;

static gint64
small (isl_val *value, gboolean *fits)
{
  gint64 number = 0;

  if (value && isl_val_is_int (value) == isl_bool_true && isl_val_cmp_si (value, G_MAXINT32) < 0
      && isl_val_cmp_si (value, -G_MAXINT32) > 0)
    number = isl_val_get_num_si (value);
  else
    *fits = FALSE;
  isl_val_free (value);
  return number;
}

static Simple
simple_of (isl_pw_aff *affine)
{
  Simple simple = { .param = -1, .dim = -1 };
  isl_aff *aff = prove_only_piece (affine);
  guint names = 0;

  simple.is_simple = aff && isl_aff_dim (aff, isl_dim_div) == 0;
  for (int i = 0; simple.is_simple && i < isl_aff_dim (aff, isl_dim_param); i++)
    {
      gint64 factor = small (isl_aff_get_coefficient_val (aff, isl_dim_param, i), &simple.is_simple);
      if (factor)
        simple.param = i, simple.factor = factor, names++;
    }
  for (int i = 0; simple.is_simple && i < isl_aff_dim (aff, isl_dim_in); i++)
    {
      gint64 factor = small (isl_aff_get_coefficient_val (aff, isl_dim_in, i), &simple.is_simple);
      if (factor)
        simple.dim = i, simple.factor = factor, names++;
    }
  if (simple.is_simple)
    simple.constant = small (isl_aff_get_constant_val (aff), &simple.is_simple);
  simple.is_simple = simple.is_simple && names <= 1;
  isl_aff_free (aff);
  return simple;
}

/* blockIdx.x * blockDim.x is a number of its own, and so is gridDim.x * blockDim.x. NULL: it is not such. */
static Value *
times_block (const Model *model, const Simple *with, int axis)
{
  if (!with->is_simple)
    return NULL;
  Value *known = with->dim == DIM_BLOCK + axis ? prove_value_dim (model, DIM_BASE + (guint) axis)
                 : with->param == PARAM_GRID + axis ? prove_value_param (model, PARAM_TOTAL + (guint) axis)
                                                    : NULL;
  if (known == NULL)
    return NULL;
  return prove_value_add (scaled (model, known, with->factor),
                          scaled (model, prove_value_param (model, PARAM_BLOCK + (guint) axis), with->constant), 1);
}

/* value * (factor * parameter + constant) */
static Value *
times_param (const Model *model, Value *value, const Simple *by)
{
  if (value->n_terms)
    return NULL;
  Value *product = prove_value_number (model, 0);
  isl_val *factor = isl_val_int_from_si (model->ctx, by->factor);
  add_term (product, by->param, isl_pw_aff_scale_val (isl_pw_aff_copy (value->affine), factor));
  return prove_value_add (product, scaled (model, prove_value_copy (value), by->constant), 1);
}

static Value *
product (const Model *model, Value *a, Value *b)
{
  if (b->n_terms)
    return NULL;
  Simple by = simple_of (b->affine);
  if (!by.is_simple || by.param < 0)
    return NULL;
  if (by.param < PARAM_BLOCK + 3 && by.factor == 1 && by.constant == 0 && a->n_terms == 0)
    {
      Simple with = simple_of (a->affine);
      Value *known = times_block (model, &with, by.param - PARAM_BLOCK);
      if (known)
        return known;
    }
  return times_param (model, a, &by);
}

Value *
prove_value_multiply (const Model *model, Value *a, Value *b)
{
  Value *result = NULL;
  gint64 number;

  if (a && b)
    {
      if (prove_value_constant (b, &number))
        result = scaled (model, prove_value_copy (a), number);
      else if (prove_value_constant (a, &number))
        result = scaled (model, prove_value_copy (b), number);
      else
        result = product (model, a, b);
      if (result == NULL)
        result = product (model, b, a);
    }
  prove_value_free (a);
  prove_value_free (b);
  return result;
}

isl_pw_aff *
prove_value_affine (Value *value)
{
  isl_pw_aff *affine = value && value->n_terms == 0 ? isl_pw_aff_copy (value->affine) : NULL;

  prove_value_free (value);
  return affine;
}
