/* Rows whose length is not one variable: E[i + j * (n + 1)] counts as i + j + j * n, which is no row of n with j < n
 * in it, but one of n + 1 that begins at i. Where an iterator stands both with a size and without it, that says how
 * much longer the row is; where all that stands with a size is a multiple of a number, how many sizes it holds. Any
 * such length is right if every subscript proves to stay within it (access_relation.c), so a guess is all that is wanted. */
#include "analysis/extract/row_length.h"
#include "analysis/scop/parameters.h"

/* ---- guesses -------------------------------------------------------------------------------------------------- */

typedef struct
{
  IhopScop *scop;
  int param;
  gboolean is_chosen;        /* no iterator stands with the parameter: what others stand with it tell */
  gint64 times;
  gint64 less, over;         /* the row is longer by less / over than a size; over == 0: nothing says so */
  gboolean fails;
} Guess;

static IhopLinear *
linear_of (IhopScop *scop, isl_pw_aff *affine)
{
  isl_pw_aff *aligned = isl_pw_aff_align_params (isl_pw_aff_copy (affine), isl_space_copy (scop->space));
  IhopLinear *linear = aligned ? ihop_linear_new (aligned) : NULL;

  isl_pw_aff_free (aligned);
  return linear;
}

/* The term with "by" times the parameter more than "term"; NULL: there is none. */
static const IhopTerm *
term_beside (const IhopValue *value, const IhopTerm *term, int param, int by)
{
  for (guint i = 0; i < value->n_terms; i++)
    {
      const IhopTerm *other = &value->term[i];
      gboolean fits = (int) other->n_factors == (int) term->n_factors + by;
      for (guint k = 0; fits && k < MAX (other->n_factors, term->n_factors); k++)
        {
          const IhopTerm *longer = by > 0 ? other : term;
          int factor = longer->factor[k];
          fits = (int) ihop_term_power (other, factor) == (int) ihop_term_power (term, factor) + (factor == param ? by : 0);
        }
      if (fits)
        return other;
    }
  return NULL;
}

/* Iterators of the loops inside and around; other parameters say nothing of rows. */
static gboolean
is_iterator (const IhopScop *scop, const IhopLinear *linear, guint at)
{
  return at >= linear->n_params || ((const IhopParameter *) scop->params->pdata[at])->loop != NULL;
}

static gint64
coefficient_at (IhopScop *scop, const IhopTerm *term, guint at)
{
  IhopLinear *linear = term ? linear_of (scop, term->coefficient) : NULL;
  gint64 number = linear && at < linear->n_params + linear->n_dims ? linear->coefficient[at] : 0;

  ihop_linear_free (linear);
  return number;
}

static gint64
common_divisor (gint64 a, gint64 b)
{
  while (b)
    {
      gint64 rest = a % b;
      a = b;
      b = rest;
    }
  return ABS (a);
}

/* What one iterator says that stands "a" times with the parameter, m times a factor of the term. */
static void
guess_plus (Guess *guess, const IhopValue *value, const IhopTerm *term, guint at, gint64 a)
{
  gint64 over = a * ihop_term_power (term, guess->param);
  gint64 less = coefficient_at (guess->scop, term_beside (value, term, guess->param, -1), at);

  if (coefficient_at (guess->scop, term_beside (value, term, guess->param, 1), at))
    return;                  /* it is told by the highest power */
  guess->fails |= guess->over && guess->less * over != less * guess->over;
  guess->less = less;
  guess->over = over;
}

static void
guess_from (Guess *guess, const IhopValue *value, const IhopTerm *term)
{
  IhopLinear *linear = linear_of (guess->scop, term->coefficient);

  guess->fails |= linear == NULL;
  for (guint at = 0; linear && !guess->fails && at < linear->n_params + linear->n_dims; at++)
    {
      gint64 a = linear->coefficient[at];
      if (a == 0)
        continue;
      guess->times = common_divisor (guess->times, a);
      if (guess->is_chosen || is_iterator (guess->scop, linear, at))
        guess_plus (guess, value, term, at, a);
    }
  if (linear)
    guess->times = common_divisor (guess->times, linear->constant);
  if (ihop_term_power (term, guess->param) > 1)
    guess->times = 1;
  ihop_linear_free (linear);
}

/* "a[i + n + 2]" in row 1, where nothing else says so: a row may be n + 2 long. */
static void
guess_from_constant (Guess *guess, const IhopValue *value, const IhopTerm *term)
{
  IhopLinear *linear = ihop_term_power (term, guess->param) == 1 ? linear_of (guess->scop, term->coefficient) : NULL;
  const IhopTerm *beside = linear ? term_beside (value, term, guess->param, -1) : NULL;
  IhopLinear *rest = beside ? linear_of (guess->scop, beside->coefficient) : NULL;
  gboolean is_number = linear && linear->constant;

  for (guint at = 0; is_number && at < linear->n_params + linear->n_dims; at++)
    is_number = linear->coefficient[at] == 0;
  if (is_number && rest && guess->over == 0)
    {
      guess->over = linear->constant;
      guess->less = rest->constant;
    }
  ihop_linear_free (linear);
  ihop_linear_free (rest);
}

static gboolean
guess_size (IhopScop *scop, const GPtrArray *values, int param, gboolean is_chosen, IhopRowSize *size)
{
  Guess guess = { .scop = scop, .param = param, .is_chosen = is_chosen };
  gint64 plus = 0;

  for (guint i = 0; i < values->len; i++)
    {
      const IhopValue *value = values->pdata[i];
      for (guint k = 0; value && k < value->n_terms && !guess.fails; k++)
        if (ihop_term_power (&value->term[k], param))
          guess_from (&guess, value, &value->term[k]);
    }
  for (guint i = 0; is_chosen && guess.over == 0 && i < values->len; i++)
    {
      const IhopValue *value = values->pdata[i];
      for (guint k = 0; value && k < value->n_terms; k++)
        if (ihop_term_power (&value->term[k], param))
          guess_from_constant (&guess, value, &value->term[k]);
    }
  if (guess.over && guess.times * guess.less % guess.over == 0)
    plus = guess.times * guess.less / guess.over;
  *size = (IhopRowSize){ param, guess.times, plus };
  return !guess.fails && guess.times > 0 && (guess.times > 1 || plus != 0);
}

/* ---- what is no row -------------------------------------------------------------------------------------------- */

static gboolean
counts (IhopScop *scop, const IhopLinear *linear)
{
  for (guint at = 0; at < linear->n_params + linear->n_dims; at++)
    if (linear->coefficient[at] && is_iterator (scop, linear, at))
      return TRUE;
  return FALSE;
}

gboolean
ihop_row_is_counted (IhopScop *scop, const IhopTerm *term)
{
  IhopLinear *linear = linear_of (scop, term->coefficient);
  gboolean counted = linear == NULL || counts (scop, linear);

  ihop_linear_free (linear);
  return counted;
}

/* Whether something that counts stands with the parameter: then rows may be as long. */
static gboolean
is_counted_with (IhopScop *scop, const IhopValue *value, int param)
{
  gboolean found = FALSE;

  for (guint i = 0; value && i < value->n_terms && !found; i++)
    found = ihop_term_power (&value->term[i], param) && ihop_row_is_counted (scop, &value->term[i]);
  return found;
}

typedef struct
{
  IhopScop *scop;
  const GPtrArray *values;
  const IhopRowSize *sizes;  /* what some factors stand for, unlike the parameters in coefficients */
  guint n_sizes;
  int row;                   /* IHOP_ROWS_COUNTED, or the parameter that is a row */
} Fold;

static gboolean
is_row (const Fold *fold, int param)
{
  for (guint i = 0; fold->row == IHOP_ROWS_COUNTED && i < fold->values->len; i++)
    if (is_counted_with (fold->scop, fold->values->pdata[i], param))
      return TRUE;
  return fold->row == param;
}

/* number * the product of these: the rows among them as factors, the rest as a coefficient. */
static IhopValue *
add_sorted (const Fold *fold, IhopValue *sum, gint64 number, guint n, const int *factor)
{
  int row[IHOP_TERM_FACTORS + 1], other[IHOP_TERM_FACTORS + 1];
  guint n_rows = 0, n_others = 0;
  IhopScop *scop = fold->scop;

  for (guint i = 0; i < n; i++)
    if (ihop_row_size_of (fold->sizes, fold->n_sizes, factor[i]) || is_row (fold, factor[i]))
      row[n_rows++] = factor[i];
    else
      other[n_others++] = factor[i];
  if (sum == NULL || n_rows > IHOP_TERM_FACTORS || n_others > IHOP_TERM_FACTORS)
    return ihop_value_add_term (sum, NULL, 0, NULL);
  isl_space *space = isl_space_add_dims (isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set, sum->depth);
  isl_pw_aff *affine = n_others ? ihop_param_affine (scop, ihop_param_product (scop, n_others, other), sum->depth)
                                : ihop_affine_constant (isl_space_copy (space), 1);
  isl_space_free (space);
  return ihop_value_add_term (sum, isl_pw_aff_scale_val (affine, isl_val_int_from_si (scop->ctx, number)), n_rows, row);
}

/* What is to become a factor: any parameter where nothing counts; beside what counts, a row: "4 * k + n" times n. */
static gboolean
is_folded (const Fold *fold, const IhopLinear *linear, guint at, gboolean counted)
{
  return linear->coefficient[at] && at < linear->n_params
         && (!counted || (!is_iterator (fold->scop, linear, at) && is_row (fold, (int) at)));
}

/* Whether a parameter stands in the coefficient that means something else as a factor. */
static gboolean
has_sized (const Fold *fold, const IhopLinear *linear)
{
  for (guint at = 0; at < linear->n_params; at++)
    if (linear->coefficient[at] && ihop_row_size_of (fold->sizes, fold->n_sizes, (int) at))
      return TRUE;
  return FALSE;
}

/* The coefficient without what is folded; takes it. */
static isl_pw_aff *
unfolded (const Fold *fold, const IhopLinear *linear, isl_pw_aff *coefficient, guint depth)
{
  for (guint at = 0; at < linear->n_params; at++)
    if (is_folded (fold, linear, at, TRUE))
      coefficient = isl_pw_aff_sub (coefficient,
                                    isl_pw_aff_scale_val (ihop_param_affine (fold->scop, at, depth),
                                                          isl_val_int_from_si (fold->scop->ctx, linear->coefficient[at])));
  return coefficient;
}

static IhopValue *
add_folded (const Fold *fold, IhopValue *sum, const IhopTerm *term)
{
  IhopScop *scop = fold->scop;
  IhopLinear *linear = term->n_factors ? linear_of (scop, term->coefficient) : NULL;

  if (linear == NULL || has_sized (fold, linear) || (term->n_factors == 1 && term->factor[0] == fold->row))
    {
      ihop_linear_free (linear);
      return ihop_value_add_term (sum, isl_pw_aff_copy (term->coefficient), term->n_factors, term->factor);
    }
  gboolean counted = counts (scop, linear);
  if (counted)
    sum = ihop_value_add_term (sum, unfolded (fold, linear, isl_pw_aff_copy (term->coefficient), sum->depth),
                               term->n_factors, term->factor);
  else if (linear->constant)
    sum = add_sorted (fold, sum, linear->constant, term->n_factors, term->factor);
  for (guint at = 0; at < linear->n_params; at++)
    if (is_folded (fold, linear, at, counted))
      {
        int factor[IHOP_TERM_FACTORS + 1];
        guint n = ihop_term_with_factor (term, (int) at, factor);
        sum = add_sorted (fold, sum, linear->coefficient[at], n, factor);
      }
  ihop_linear_free (linear);
  return sum;
}

IhopValue *
ihop_row_folded (IhopScop *scop, const IhopValue *value, const GPtrArray *values, const IhopRowSize *sizes, guint n_sizes, int row)
{
  const Fold fold = { scop, values, sizes, n_sizes, row };
  isl_space *space = isl_space_add_dims (isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set,
                                         value->depth);
  IhopValue *sum = ihop_value_new (isl_pw_aff_from_aff (isl_aff_zero_on_domain (isl_local_space_from_space (space))));

  if (sum)
    sum->depth = value->depth;
  for (guint i = 0; sum && i < value->n_terms; i++)
    sum = add_folded (&fold, sum, &value->term[i]);
  return sum;
}

/* ---- counting in them ------------------------------------------------------------------------------------------ */

/* Of a factor that stands m times: p is (q - plus) / times, so p^m is a sum of powers of q. Adds it to "sum". */
static IhopValue *
add_resized (IhopScop *scop, IhopValue *sum, const IhopTerm *term, const IhopRowSize *size)
{
  static const gint64 binomial[IHOP_TERM_FACTORS + 1][IHOP_TERM_FACTORS + 1]
    = { { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 } };
  guint m = ihop_term_power (term, size->param);
  gint64 scale = 1;

  for (guint left = 0; sum && left <= m; left++, scale *= -size->plus)
    {
      int factor[IHOP_TERM_FACTORS];
      guint n = 0, skip = left;
      isl_pw_aff *part = isl_pw_aff_copy (term->coefficient);
      for (guint i = 0; i < term->n_factors; i++)
        if (term->factor[i] != size->param || skip == 0)
          factor[n++] = term->factor[i];
        else
          skip--;
      if (m)
        part = isl_pw_aff_scale_down_val (part, isl_val_int_from_si (scop->ctx, size->times));
      part = isl_pw_aff_scale_val (part, isl_val_int_from_si (scop->ctx, scale * binomial[m][left]));
      sum = ihop_value_add_term (sum, part, n, factor);
    }
  return sum;
}

static isl_stat
look_at_denominator (isl_set *domain, isl_aff *aff, void *whole)
{
  isl_val *denominator = isl_aff_get_denominator_val (aff);

  *(gboolean *) whole &= isl_val_is_one (denominator) == isl_bool_true;
  isl_val_free (denominator);
  isl_set_free (domain);
  isl_aff_free (aff);
  return isl_stat_ok;
}

/* Half an element is none: a relation over "k / 2" would know nothing of odd k. */
static gboolean
is_whole (const IhopValue *value)
{
  gboolean whole = TRUE;

  for (guint i = 0; i < value->n_terms && whole; i++)
    whole = isl_pw_aff_foreach_piece (value->term[i].coefficient, look_at_denominator, &whole) == isl_stat_ok && whole;
  return whole;
}

IhopValue *
ihop_row_resized (IhopScop *scop, const IhopValue *value, const IhopRowSize *sizes, guint n_sizes)
{
  IhopValue *result = ihop_value_ref (value);

  for (guint i = 0; result && i < n_sizes; i++)
    {
      isl_space *space = isl_space_add_dims (isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set,
                                             value->depth);
      IhopValue *sum = ihop_value_new (isl_pw_aff_from_aff (isl_aff_zero_on_domain (isl_local_space_from_space (space))));
      sum->depth = value->depth;
      for (guint k = 0; sum && k < result->n_terms; k++)
        sum = add_resized (scop, sum, &result->term[k], &sizes[i]);
      ihop_value_unref (result);
      result = sum;
    }
  if (result && !is_whole (result))
    g_clear_pointer (&result, ihop_value_unref);
  return result;
}

static void
value_free (gpointer value)
{
  ihop_value_unref (value);
}

/* All values in this size; NULL: one of them cannot be counted so. */
static GPtrArray *
all_resized (IhopScop *scop, const GPtrArray *values, const IhopRowSize *size)
{
  g_autoptr (GPtrArray) result = g_ptr_array_new_with_free_func (value_free);

  for (guint i = 0; i < values->len; i++)
    {
      g_ptr_array_add (result, values->pdata[i] ? ihop_row_resized (scop, values->pdata[i], size, 1) : NULL);
      if (values->pdata[i] && result->pdata[i] == NULL)
        return NULL;
    }
  return g_steal_pointer (&result);
}

/* One after the other: 2 * m rows of n are m' rows of n, and not of 2 * n as well. */
guint
ihop_row_sizes (IhopScop *scop, const GPtrArray *values, int row, IhopRowSize *sizes)
{
  g_autoptr (GPtrArray) counted = NULL;
  guint n = 0, n_params = scop->params->len;

  for (guint param = 0; n < IHOP_ROW_SIZES && param < n_params; param++)
    if ((row == IHOP_ROWS_COUNTED || row == (int) param)
        && guess_size (scop, counted ? counted : values, (int) param, row == (int) param, &sizes[n]))
      {
        GPtrArray *next = all_resized (scop, counted ? counted : values, &sizes[n]);
        if (next == NULL)
          continue;
        g_clear_pointer (&counted, g_ptr_array_unref);
        counted = next;
        n++;
      }
  return n;
}

const IhopRowSize *
ihop_row_size_of (const IhopRowSize *sizes, guint n_sizes, int param)
{
  for (guint i = 0; i < n_sizes; i++)
    if (sizes[i].param == param)
      return &sizes[i];
  return NULL;
}

isl_pw_aff *
ihop_row_length (IhopScop *scop, const IhopRowSize *size, int param, guint depth)
{
  isl_pw_aff *length = ihop_param_affine (scop, (guint) param, depth);

  if (size == NULL)
    return length;
  length = isl_pw_aff_scale_val (length, isl_val_int_from_si (scop->ctx, size->times));
  return isl_pw_aff_add_constant_val (length, isl_val_int_from_si (scop->ctx, size->plus));
}
