#include "analysis/scop/value.h"
#include <string.h>

enum { MOST_DIVS = 2 };

static IhopValue *
value_alloc (guint depth)
{
  IhopValue *value = g_new0 (IhopValue, 1);

  g_atomic_ref_count_init (&value->references);
  value->depth = depth;
  return value;
}

guint
ihop_term_power (const IhopTerm *term, int param)
{
  guint n = 0;

  for (guint i = 0; i < term->n_factors; i++)
    n += term->factor[i] == param;
  return n;
}

guint
ihop_term_with_factor (const IhopTerm *term, int param, int *factor)
{
  guint n = 0, i = 0;

  for (; i < term->n_factors && term->factor[i] <= param; i++)
    factor[n++] = term->factor[i];
  factor[n++] = param;
  for (; i < term->n_factors; i++)
    factor[n++] = term->factor[i];
  return n;
}

IhopValue *
ihop_value_new (isl_pw_aff *affine)
{
  if (affine == NULL)
    return NULL;

  IhopValue *value = value_alloc ((guint) isl_pw_aff_dim (affine, isl_dim_in));

  value->n_terms = 1;
  value->term[0].coefficient = affine;
  return value;
}

IhopValue *
ihop_value_ref (const IhopValue *value)
{
  if (value)
    g_atomic_ref_count_inc (&((IhopValue *) value)->references);
  return (IhopValue *) value;
}

void
ihop_value_unref (IhopValue *value)
{
  if (value == NULL || !g_atomic_ref_count_dec (&value->references))
    return;
  for (guint i = 0; i < value->n_terms; i++)
    isl_pw_aff_free (value->term[i].coefficient);
  g_free (value);
}

static gboolean
same_factors (const IhopTerm *term, guint n_factors, const int *factor)
{
  return term->n_factors == n_factors
         && (n_factors == 0 || memcmp (term->factor, factor, n_factors * sizeof *factor) == 0);
}

/* A copy that only the caller holds. */
static IhopValue *
value_own (IhopValue *value)
{
  IhopValue *own = value_alloc (value->depth);

  own->n_terms = value->n_terms;
  for (guint i = 0; i < value->n_terms; i++)
    {
      own->term[i] = value->term[i];
      own->term[i].coefficient = isl_pw_aff_copy (value->term[i].coefficient);
    }
  ihop_value_unref (value);
  return own;
}

static gboolean
is_zero (isl_pw_aff *affine)
{
  gint64 constant;

  return ihop_pw_aff_constant (affine, &constant) && constant == 0;
}

/* A product whose coefficient came out as zero is no product. */
static void
drop_term (IhopValue *value, guint i)
{
  isl_pw_aff_free (value->term[i].coefficient);
  value->term[i] = value->term[--value->n_terms];
}

IhopValue *
ihop_value_add_term (IhopValue *value, isl_pw_aff *coefficient, guint n_factors, const int *factor)
{
  if (value == NULL || coefficient == NULL)
    {
      isl_pw_aff_free (coefficient);
      ihop_value_unref (value);
      return NULL;
    }
  if (n_factors > 0 && is_zero (coefficient))
    {
      isl_pw_aff_free (coefficient);
      return value;
    }
  value = value_own (value);
  for (guint i = 0; i < value->n_terms; i++)
    if (same_factors (&value->term[i], n_factors, factor))
      {
        IhopTerm *term = &value->term[i];
        term->coefficient = isl_pw_aff_add (term->coefficient, coefficient);
        if (n_factors > 0 && is_zero (term->coefficient))
          drop_term (value, i);
        return value;
      }
  if (value->n_terms == IHOP_VALUE_TERMS || n_factors > IHOP_TERM_FACTORS)
    {
      isl_pw_aff_free (coefficient);
      ihop_value_unref (value);
      return NULL;
    }

  IhopTerm *term = &value->term[value->n_terms++];

  term->coefficient = coefficient;
  term->n_factors = n_factors;
  if (n_factors)
    memcpy (term->factor, factor, n_factors * sizeof *factor);
  return value;
}

IhopValue *
ihop_value_deepen (IhopValue *value, guint depth)
{
  if (value == NULL || value->depth >= depth)
    return value;
  value = value_own (value);
  for (guint i = 0; i < value->n_terms; i++)
    value->term[i].coefficient
      = isl_pw_aff_add_dims (value->term[i].coefficient, isl_dim_in, depth - value->depth);
  value->depth = depth;
  return value;
}

IhopValue *
ihop_value_add (IhopValue *a, IhopValue *b, int sign)
{
  if (a == NULL || b == NULL)
    {
      ihop_value_unref (a);
      ihop_value_unref (b);
      return NULL;
    }
  a = ihop_value_deepen (a, b->depth);
  b = ihop_value_deepen (b, a->depth);
  for (guint i = 0; a && i < b->n_terms; i++)
    {
      isl_pw_aff *coefficient = isl_pw_aff_copy (b->term[i].coefficient);
      if (sign < 0)
        coefficient = isl_pw_aff_neg (coefficient);
      a = ihop_value_add_term (a, coefficient, b->term[i].n_factors, b->term[i].factor);
    }
  ihop_value_unref (b);
  return a;
}

IhopValue *
ihop_value_scale (IhopValue *value, gint64 factor)
{
  if (value == NULL)
    return NULL;
  value = value_own (value);
  for (guint i = 0; i < value->n_terms; i++)
    {
      isl_val *by
        = isl_val_int_from_si (isl_pw_aff_get_ctx (value->term[i].coefficient), factor);
      value->term[i].coefficient = isl_pw_aff_scale_val (value->term[i].coefficient, by);
    }
  return value;
}

gboolean
ihop_value_is_affine (const IhopValue *value)
{
  return value && value->n_terms == 1 && value->term[0].n_factors == 0;
}

isl_pw_aff *
ihop_value_affine (const IhopValue *value)
{
  return ihop_value_is_affine (value) ? isl_pw_aff_copy (value->term[0].coefficient) : NULL;
}

gboolean
ihop_pw_aff_involves_dims (isl_pw_aff *affine)
{
  int n = (int) isl_pw_aff_dim (affine, isl_dim_in);

  return n > 0 && isl_pw_aff_involves_dims (affine, isl_dim_in, 0, (unsigned) n) != isl_bool_false;
}

gboolean
ihop_value_is_invariant (const IhopValue *value)
{
  for (guint i = 0; value && i < value->n_terms; i++)
    if (ihop_pw_aff_involves_dims (value->term[i].coefficient))
      return FALSE;
  return value != NULL;
}

static gboolean
val_to_int (isl_val *val, gint64 *number)
{
  gboolean fits = val && isl_val_is_int (val) == isl_bool_true
                  && isl_val_n_abs_num_chunks (val, sizeof (guint64)) <= 1;

  if (fits)
    {
      guint64 magnitude = 0;
      isl_val_get_abs_num_chunks (val, sizeof magnitude, &magnitude);
      fits = magnitude <= G_MAXINT64;
      *number = isl_val_is_neg (val) == isl_bool_true ? -(gint64) magnitude : (gint64) magnitude;
    }
  isl_val_free (val);
  return fits;
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

/* The one aff of it; NULL if there are pieces. The domain of the piece is not looked at. */
static isl_aff *
single_aff (isl_pw_aff *affine)
{
  isl_aff *aff = NULL;

  if (affine == NULL || isl_pw_aff_n_piece (affine) != 1)
    return NULL;
  isl_pw_aff_foreach_piece (affine, keep_aff, &aff);
  return aff;
}

gboolean
ihop_pw_aff_constant (isl_pw_aff *affine, gint64 *constant)
{
  if (isl_pw_aff_is_cst (affine) != isl_bool_true)
    return FALSE;

  isl_aff *aff = single_aff (affine);
  gboolean found = aff && val_to_int (isl_aff_get_constant_val (aff), constant);

  isl_aff_free (aff);
  return found;
}

gboolean
ihop_value_constant (const IhopValue *value, gint64 *constant)
{
  return ihop_value_is_affine (value)
         && ihop_pw_aff_constant (value->term[0].coefficient, constant);
}

static gboolean
read_coefficients (isl_aff *aff, IhopLinear *linear)
{
  gboolean fits = val_to_int (isl_aff_get_constant_val (aff), &linear->constant);

  for (guint i = 0; fits && i < linear->n_params; i++)
    fits = val_to_int (isl_aff_get_coefficient_val (aff, isl_dim_param, (int) i),
                       &linear->coefficient[i]);
  for (guint i = 0; fits && i < linear->n_dims; i++)
    fits = val_to_int (isl_aff_get_coefficient_val (aff, isl_dim_in, (int) i),
                       &linear->coefficient[linear->n_params + i]);
  return fits;
}

IhopLinear *
ihop_linear_new (isl_pw_aff *affine)
{
  isl_aff *aff = single_aff (affine);

  if (aff == NULL)
    return NULL;

  IhopLinear *linear = g_new0 (IhopLinear, 1);

  linear->n_params = (guint) isl_aff_dim (aff, isl_dim_param);
  linear->n_dims = (guint) isl_aff_dim (aff, isl_dim_in);
  linear->coefficient = g_new0 (gint64, linear->n_params + linear->n_dims + 1);

  gboolean fits = isl_aff_dim (aff, isl_dim_div) == 0 && read_coefficients (aff, linear);

  isl_aff_free (aff);
  if (!fits)
    {
      ihop_linear_free (linear);
      return NULL;
    }
  return linear;
}

void
ihop_linear_free (IhopLinear *linear)
{
  if (linear == NULL)
    return;
  g_free (linear->coefficient);
  g_free (linear);
}

static isl_stat
count_divs (isl_basic_map *part, void *data)
{
  gboolean *simple = data;

  *simple &= isl_basic_map_dim (part, isl_dim_div) <= MOST_DIVS;
  isl_basic_map_free (part);
  return isl_stat_ok;
}

gboolean
ihop_map_is_simple (isl_map *map)
{
  gboolean simple = TRUE;

  return isl_map_foreach_basic_map (map, count_divs, &simple) == isl_stat_ok && simple;
}

gboolean
ihop_set_is_simple (isl_set *set)
{
  isl_map *map = isl_map_from_range (isl_set_copy (set));
  gboolean simple = ihop_map_is_simple (map);

  isl_map_free (map);
  return simple;
}

gint64
ihop_point_coordinate (isl_point *point, guint i)
{
  isl_val *val = isl_point_get_coordinate_val (point, isl_dim_set, (int) i);
  gint64 number = val ? isl_val_get_num_si (val) : 0;

  isl_val_free (val);
  return number;
}

isl_pw_aff *
ihop_affine_constant (isl_space *space, gint64 number)
{
  isl_ctx *ctx = isl_space_get_ctx (space);
  isl_aff *aff = isl_aff_val_on_domain (isl_local_space_from_space (space),
                                        isl_val_int_from_si (ctx, number));

  return isl_pw_aff_from_aff (aff);
}
