/* Terms beside what is affine: products of parameters, by which a number is multiplied and divided. */
#include "prove/terms.h"

/* ---- Terms ------------------------------------------------------------------------------------------------------------- */

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

static gboolean
is_zero (isl_pw_aff *affine)
{
  isl_set *other = isl_pw_aff_non_zero_set (isl_pw_aff_copy (affine));
  gboolean none = isl_set_is_empty (other) == isl_bool_true;

  isl_set_free (other);
  return none;
}

gboolean
prove_term_has (const Term *term, int param)
{
  gboolean has = FALSE;

  for (guint i = 0; i < term->n_factors; i++)
    has = has || term->factor[i] == param;
  return has;
}

/* One factor more, in its place; FALSE: no room. */
static gboolean
add_factor (Term *term, int param)
{
  guint i = term->n_factors;

  if (term->n_factors == MOST_FACTORS)
    return FALSE;
  for (; i > 0 && term->factor[i - 1] > param; i--)
    term->factor[i] = term->factor[i - 1];
  term->factor[i] = param;
  term->n_factors++;
  return TRUE;
}

static void
drop_factor (Term *term, int param)
{
  guint i = 0;

  while (i < term->n_factors && term->factor[i] != param)
    i++;
  if (i == term->n_factors)
    return;
  term->n_factors--;
  for (; i < term->n_factors; i++)
    term->factor[i] = term->factor[i + 1];
}

/* gridDim.x * blockDim.x is a parameter of its own. */
static void
join_sizes (Term *term)
{
  for (int axis = 0; axis < 3; axis++)
    if (prove_term_has (term, PARAM_BLOCK + axis) && prove_term_has (term, PARAM_GRID + axis))
      {
        drop_factor (term, PARAM_BLOCK + axis);
        drop_factor (term, PARAM_GRID + axis);
        add_factor (term, PARAM_TOTAL + axis);
      }
}

gboolean
prove_have_same_factors (const Term *a, const Term *b)
{
  gboolean same = a->n_factors == b->n_factors;

  for (guint i = 0; i < a->n_factors && same; i++)
    same = a->factor[i] == b->factor[i];
  return same;
}

static isl_pw_aff *
times_number (isl_pw_aff *affine, gint64 number)
{
  return isl_pw_aff_scale_val (affine, isl_val_int_from_si (isl_pw_aff_get_ctx (affine), number));
}

static isl_pw_aff *
param_like (isl_pw_aff *affine, int param)
{
  isl_local_space *local = isl_local_space_from_space (isl_pw_aff_get_domain_space (affine));

  return isl_pw_aff_from_aff (isl_aff_var_on_domain (local, isl_dim_param, (unsigned) param));
}

/* How often an expression of one piece without quotients has the parameter; 0: not at all, or it is none of that kind. */
static gint64
times_in (isl_pw_aff *affine, int param)
{
  isl_aff *aff = prove_only_piece (affine);
  gboolean fits = aff && isl_aff_dim (aff, isl_dim_div) == 0;
  gint64 times = fits ? small (isl_aff_get_coefficient_val (aff, isl_dim_param, param), &fits) : 0;

  isl_aff_free (aff);
  return fits ? times : 0;
}

/* Puts the coefficient's parameters among the factors; takes the term's coefficient, gives what is left of it, or NULL: no room. */
static isl_pw_aff *
split (Value *value, const Term *term)
{
  isl_pw_aff *rest = term->coefficient;
  int n = isl_pw_aff_dim (rest, isl_dim_param);
  gboolean fits = TRUE;

  for (int param = 0; param < n && fits; param++)
    {
      gint64 times = times_in (rest, param);
      Term more = *term;
      if (times == 0)
        continue;
      rest = isl_pw_aff_sub (rest, times_number (param_like (rest, param), times));
      more.coefficient = isl_pw_aff_val_on_domain (isl_pw_aff_domain (isl_pw_aff_copy (rest)), isl_val_int_from_si (isl_pw_aff_get_ctx (rest), times));
      fits = add_factor (&more, param) && prove_add_term (value, more);
    }
  if (fits)
    return rest;
  isl_pw_aff_free (rest);
  return NULL;
}

/* A parameter some number of times is affine: what is left of the term has no factors. */
static void
fold (Term *term, gint64 number)
{
  isl_pw_aff *sum = times_number (param_like (term->coefficient, term->factor[0]), number);

  isl_pw_aff_free (term->coefficient);
  term->coefficient = sum;
  term->n_factors = 0;
}

/* Takes what the value has of these factors into the term. */
static void
take_same (Value *value, Term *term)
{
  for (guint i = 0; i < value->n_terms; i++)
    if (prove_have_same_factors (&value->term[i], term))
      {
        term->coefficient = isl_pw_aff_add (term->coefficient, value->term[i].coefficient);
        value->term[i] = value->term[--value->n_terms];
        return;
      }
}

gboolean
prove_add_term (Value *value, Term term)
{
  gint64 number;

  join_sizes (&term);
  if (term.n_factors)
    term.coefficient = split (value, &term);
  if (term.coefficient == NULL)
    return FALSE;
  if (term.n_factors == 1 && prove_is_constant (term.coefficient, &number))
    fold (&term, number);
  if (term.n_factors == 0)
    {
      value->affine = isl_pw_aff_add (value->affine, term.coefficient);
      return TRUE;
    }
  take_same (value, &term);
  gboolean none = is_zero (term.coefficient), fits = none || value->n_terms < MOST_TERMS;
  if (none || !fits)
    isl_pw_aff_free (term.coefficient);
  else
    value->term[value->n_terms++] = term;
  return fits;
}

/* ---- Products ---------------------------------------------------------------------------------------------------------- */

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

/* Adds a * number * factors, where a is all of a value, and the factors are those of "by"; FALSE: no room. */
static gboolean
add_product (Value *sum, const Value *a, const Term *by, gint64 number)
{
  Term term = *by;
  gboolean fits;

  term.coefficient = times_number (isl_pw_aff_copy (a->affine), number);
  fits = prove_add_term (sum, term);
  for (guint i = 0; i < a->n_terms && fits; i++)
    {
      term = *by;
      for (guint k = 0; k < a->term[i].n_factors && fits; k++)
        fits = add_factor (&term, a->term[i].factor[k]);
      term.coefficient = times_number (isl_pw_aff_copy (a->term[i].coefficient), number);
      fits = fits ? prove_add_term (sum, term) : FALSE;
    }
  return fits;
}

/* Adds a * affine, if that is made of parameters alone; FALSE: it is not, or no room. */
static gboolean
add_products (Value *sum, const Value *a, isl_pw_aff *affine)
{
  isl_aff *aff = prove_only_piece (affine);
  gboolean fits = aff && isl_aff_dim (aff, isl_dim_div) == 0 && isl_aff_involves_dims (aff, isl_dim_in, 0, N_DIMS) == isl_bool_false;
  Term none = { 0 };
  gint64 number = fits ? small (isl_aff_get_constant_val (aff), &fits) : 0;

  fits = fits && (number == 0 || add_product (sum, a, &none, number));
  for (int i = 0; fits && i < isl_aff_dim (aff, isl_dim_param); i++)
    {
      Term factor = { 1, { i }, NULL };
      number = small (isl_aff_get_coefficient_val (aff, isl_dim_param, i), &fits);
      fits = fits && (number == 0 || add_product (sum, a, &factor, number));
    }
  isl_aff_free (aff);
  return fits;
}

/* a * b, where b is made of parameters alone; NULL: it is not, or no room. */
static Value *
by_params (const Model *model, const Value *a, const Value *b)
{
  Value *sum = prove_value_number (model, 0);
  gboolean fits = sum && add_products (sum, a, b->affine);
  gint64 number;

  for (guint i = 0; i < b->n_terms && fits; i++)
    fits = prove_is_constant (b->term[i].coefficient, &number) && add_product (sum, a, &b->term[i], number);
  if (fits)
    return sum;
  prove_value_free (sum);
  return NULL;
}

static void
note_length (const Model *model, const Simple *by)
{
  Length length = { by->param, by->constant };

  for (guint i = 0; i < model->lengths->len; i++)
    {
      const Length *other = &g_array_index (model->lengths, Length, i);
      if (other->param == length.param && other->more == length.more)
        return;
    }
  g_array_append_val (model->lengths, length);
}

static Value *
product (const Model *model, Value *a, Value *b)
{
  Simple by = simple_of (b->affine);

  if (b->n_terms == 0 && by.is_simple && by.param >= 0 && by.param < PARAM_BLOCK + 3 && by.factor == 1 && by.constant == 0 && a->n_terms == 0)
    {
      Simple with = simple_of (a->affine);
      Value *known = times_block (model, &with, by.param - PARAM_BLOCK);
      if (known)
        return known;
    }
  if (b->n_terms == 0 && by.is_simple && by.param >= 0 && by.factor == 1 && by.constant)
    note_length (model, &by);
  return by_params (model, a, b);
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

/* ---- Quotients --------------------------------------------------------------------------------------------------------- */

/* Moves what one term, or what is affine, has of the parameter from the rest to the quotient. FALSE: there is nothing any more; *fits
 * FALSE: no room. */
static gboolean
divide_once (Value *quotient, Value *rest, const Length *by, gboolean *fits)
{
  Term term = { 0 };
  guint i = 0;

  while (i < rest->n_terms && !prove_term_has (&rest->term[i], by->param))
    i++;
  gint64 times = i < rest->n_terms ? 0 : times_in (rest->affine, by->param);
  if (i < rest->n_terms)
    {
      term = rest->term[i];
      rest->term[i] = rest->term[--rest->n_terms];
      drop_factor (&term, by->param);
    }
  else if (times)
    {
      isl_set *domain = isl_pw_aff_domain (isl_pw_aff_copy (rest->affine));
      rest->affine = isl_pw_aff_sub (rest->affine, times_number (param_like (rest->affine, by->param), times));
      term.coefficient = isl_pw_aff_val_on_domain (domain, isl_val_int_from_si (isl_pw_aff_get_ctx (rest->affine), times));
    }
  else
    return FALSE;
  Term less = term;
  less.coefficient = times_number (isl_pw_aff_copy (term.coefficient), -by->more);
  *fits = prove_add_term (quotient, term);
  *fits = prove_add_term (rest, less) && *fits;
  return *fits;
}

gboolean
prove_value_divide (const Model *model, const Value *value, const Length *by, Value **quotient, Value **rest)
{
  gboolean fits = TRUE;

  *quotient = prove_value_number (model, 0);
  *rest = prove_value_copy (value);
  fits = *quotient && *rest;
  for (guint i = 0; fits && i < 4 * MOST_TERMS && divide_once (*quotient, *rest, by, &fits); i++)
    ;
  if (fits && (*rest)->n_terms == 0)
    return TRUE;
  g_clear_pointer (quotient, prove_value_free);
  g_clear_pointer (rest, prove_value_free);
  return FALSE;
}
