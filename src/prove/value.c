/* Integers of C as affine expressions of instances, with products by parameters kept beside. */
#include "prove/terms.h"

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
          Term term = b->term[i];
          term.coefficient = isl_pw_aff_copy (term.coefficient);
          if (sign < 0)
            term.coefficient = isl_pw_aff_neg (term.coefficient);
          fits = prove_add_term (a, term);
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

gboolean
prove_is_constant (isl_pw_aff *affine, gint64 *constant)
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
  return value && value->n_terms == 0 && prove_is_constant (value->affine, constant);
}

gboolean
prove_value_same (const Value *a, const Value *b)
{
  if (a == NULL || b == NULL || a->n_terms != b->n_terms || isl_pw_aff_is_equal (a->affine, b->affine) != isl_bool_true)
    return FALSE;
  for (guint i = 0; i < a->n_terms; i++)
    {
      guint k = 0;
      while (k < b->n_terms && !prove_have_same_factors (&b->term[k], &a->term[i]))
        k++;
      if (k == b->n_terms || isl_pw_aff_is_equal (a->term[i].coefficient, b->term[k].coefficient) != isl_bool_true)
        return FALSE;
    }
  return TRUE;
}

isl_pw_aff *
prove_value_affine (Value *value)
{
  isl_pw_aff *affine = value && value->n_terms == 0 ? isl_pw_aff_copy (value->affine) : NULL;

  prove_value_free (value);
  return affine;
}
