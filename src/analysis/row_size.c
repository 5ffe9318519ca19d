/* Rows whose length is not one variable: E[i + j * (n + 1)] counts as i + j + j * n, which is no row of n with j < n
 * in it, but one of n + 1 that begins at i. Where an iterator stands both with a size and without it, that says how
 * much longer the row is; where all that stands with a size is a multiple of a number, how many sizes it holds. Any
 * such length is right if every subscript proves to stay within it (linear.c), so a guess is all that is wanted. */
#include "analysis/extract.h"
#include <isl/val.h>

/* ---- guesses -------------------------------------------------------------------------------------------------- */

typedef struct
{
  IhopScop *scop;
  int param;
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

static guint
count_of (const IhopTerm *term, int param)
{
  guint n = 0;

  for (guint i = 0; i < term->n_factors; i++)
    n += term->factor[i] == param;
  return n;
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
          fits = (int) count_of (other, factor) == (int) count_of (term, factor) + (factor == param ? by : 0);
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
  gint64 over = a * count_of (term, guess->param);
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
      if (is_iterator (guess->scop, linear, at))
        guess_plus (guess, value, term, at, a);
    }
  if (linear)
    guess->times = common_divisor (guess->times, linear->constant);
  if (count_of (term, guess->param) > 1)
    guess->times = 1;
  ihop_linear_free (linear);
}

static gboolean
guess_size (IhopScop *scop, const GPtrArray *values, int param, IhopRowSize *size)
{
  Guess guess = { .scop = scop, .param = param };
  gint64 plus = 0;

  for (guint i = 0; i < values->len; i++)
    {
      const IhopValue *value = values->pdata[i];
      for (guint k = 0; value && k < value->n_terms && !guess.fails; k++)
        if (count_of (&value->term[k], param))
          guess_from (&guess, value, &value->term[k]);
    }
  if (guess.over && guess.times * guess.less % guess.over == 0)
    plus = guess.times * guess.less / guess.over;
  *size = (IhopRowSize){ param, guess.times, plus };
  return !guess.fails && guess.times > 0 && (guess.times > 1 || plus != 0);
}

guint
ihop_row_sizes (IhopScop *scop, const GPtrArray *values, IhopRowSize *sizes)
{
  guint n = 0, n_params = scop->params->len;

  for (guint param = 0; n < IHOP_ROW_SIZES && param < n_params; param++)
    n += guess_size (scop, values, (int) param, &sizes[n]);
  return n;
}

/* ---- counting in them ------------------------------------------------------------------------------------------ */

/* Of a factor that stands m times: p is (q - plus) / times, so p^m is a sum of powers of q. Adds it to "sum". */
static IhopValue *
add_resized (IhopScop *scop, IhopValue *sum, const IhopTerm *term, const IhopRowSize *size)
{
  static const gint64 binomial[IHOP_TERM_FACTORS + 1][IHOP_TERM_FACTORS + 1]
    = { { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 } };
  guint m = count_of (term, size->param);
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
  return result;
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
