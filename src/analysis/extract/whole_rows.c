/* Whole rows that stand with another factor than their own. Where columns are i * q and nothing counts in q * q, the last row,
 * q * (q - 1) elements in, is row q - 1 of them, and q * q is no row of its own; "n + j" with rows of n is j, one row further. */
#include "analysis/extract/whole_rows.h"
#include "analysis/extract/row_bounds.h"
#include "analysis/scop/parameters.h"

/* ---- rows of which only one is meant --------------------------------------------------------------------------- */

static gboolean
holds_factors (const IhopTerm *term, guint n, const int *factor)
{
  for (guint i = 0; i < n; i++)
    {
      guint wanted = 0;
      for (guint k = 0; k < n; k++)
        wanted += factor[k] == factor[i];
      if (ihop_term_power (term, factor[i]) < wanted)
        return FALSE;
    }
  return TRUE;
}

/* Whether something counts with these factors, or with more of them. */
static gboolean
is_counted_product (IhopScop *scop, const GPtrArray *values, guint n, const int *factor)
{
  gboolean found = FALSE;

  for (guint i = 0; i < values->len && !found; i++)
    {
      const IhopValue *value = values->pdata[i];
      for (guint k = 0; value && k < value->n_terms && !found; k++)
        found = holds_factors (&value->term[k], n, factor) && ihop_row_is_counted (scop, &value->term[k]);
    }
  return found;
}

/* The factor without which something counts with the others; -1: none, or something counts with all of them. */
static int
surplus_factor (IhopScop *scop, const GPtrArray *values, const IhopTerm *term)
{
  if (term->n_factors < 2 || is_counted_product (scop, values, term->n_factors, term->factor))
    return -1;
  for (guint i = 0; i < term->n_factors; i++)
    {
      int others[IHOP_TERM_FACTORS];
      guint n = 0;
      for (guint k = 0; k < term->n_factors; k++)
        if (k != i)
          others[n++] = term->factor[k];
      if (is_counted_product (scop, values, n, others))
        return (int) i;
    }
  return -1;
}

/* "c * q * q", where rows are q long and nothing counts in q * q: row c * q. */
static IhopValue *
add_lowered (IhopScop *scop, IhopValue *sum, const IhopTerm *term, const GPtrArray *values, const IhopRowSize *sizes,
             guint n_sizes)
{
  int surplus = surplus_factor (scop, values, term), factor[IHOP_TERM_FACTORS];
  gint64 constant;
  guint n = 0;

  if (surplus < 0 || !ihop_pw_aff_constant (term->coefficient, &constant))
    return ihop_value_add_term (sum, isl_pw_aff_copy (term->coefficient), term->n_factors, term->factor);
  for (guint k = 0; k < term->n_factors; k++)
    if ((int) k != surplus)
      factor[n++] = term->factor[k];
  const IhopRowSize *size = ihop_row_size_of (sizes, n_sizes, term->factor[surplus]);
  isl_pw_aff *length = ihop_row_length (scop, size, term->factor[surplus], sum->depth);
  return ihop_value_add_term (sum, isl_pw_aff_scale_val (length, isl_val_int_from_si (scop->ctx, constant)), n, factor);
}

IhopValue *
ihop_row_lowered (IhopScop *scop, const IhopValue *value, const GPtrArray *values, const IhopRowSize *sizes, guint n_sizes)
{
  isl_space *space = isl_space_add_dims (isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set,
                                         value->depth);
  IhopValue *sum = ihop_value_new (isl_pw_aff_from_aff (isl_aff_zero_on_domain (isl_local_space_from_space (space))));

  for (guint i = 0; sum && i < value->n_terms; i++)
    {
      sum->depth = value->depth;
      sum = add_lowered (scop, sum, &value->term[i], values, sizes, n_sizes);
    }
  return sum;
}

/* ---- rows in an index ------------------------------------------------------------------------------------------ */

/* Moves whole rows out of the inner index: n + j with rows of n is j, one row further. */
static void
carry_rows (IhopScop *scop, isl_pw_aff **inner, isl_pw_aff **outer, const IhopRowSize *size, int param, guint depth)
{
  isl_pw_aff *aligned
    = isl_pw_aff_align_params (isl_pw_aff_copy (*inner), isl_space_copy (scop->space));
  IhopLinear *linear = ihop_linear_new (aligned);
  gint64 rows = linear ? linear->coefficient[param] : 0, times = size ? size->times : 1;

  isl_pw_aff_free (aligned);
  ihop_linear_free (linear);
  rows /= times;
  if (rows == 0)
    return;

  isl_pw_aff *whole = isl_pw_aff_scale_val (ihop_row_length (scop, size, param, depth),
                                            isl_val_int_from_si (scop->ctx, rows));

  *inner = isl_pw_aff_sub (*inner, whole);
  *outer = isl_pw_aff_add (
    *outer, isl_pw_aff_add_constant_val (
              isl_pw_aff_sub (isl_pw_aff_copy (*outer), isl_pw_aff_copy (*outer)),
              isl_val_int_from_si (scop->ctx, rows)));
}

/* One row further in: row -2 of the one before last is the last but one. */
static void
borrow_row (IhopScop *scop, isl_pw_aff **inner, isl_pw_aff **outer, const IhopRowSize *size, int param, guint depth)
{
  *inner = isl_pw_aff_add (*inner, ihop_row_length (scop, size, param, depth));
  *outer = isl_pw_aff_add_constant_val (*outer, isl_val_int_from_si (scop->ctx, -1));
}

/* Whether an index stays in its row once whole rows have been moved; if not, both indices are what they were. */
gboolean
ihop_rows_move (IhopScop *scop, const IhopAccess *access, isl_pw_aff **index, isl_pw_aff *size, const IhopRowSize *row, int param,
                guint depth)
{
  void (*const ways[]) (IhopScop *, isl_pw_aff **, isl_pw_aff **, const IhopRowSize *, int, guint) = { carry_rows, borrow_row };

  for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
    {
      isl_pw_aff *plain[2] = { isl_pw_aff_copy (index[0]), isl_pw_aff_copy (index[1]) };
      ways[way](scop, &index[0], &index[1], row, param, depth);
      gboolean fine = ihop_rows_hold (scop, access, index[0], size, TRUE);
      for (guint k = 0; k < 2; k++)
        if (fine)
          isl_pw_aff_free (plain[k]);
        else
          {
            isl_pw_aff_free (index[k]);
            index[k] = plain[k];
          }
      if (fine)
        return TRUE;
    }
  return FALSE;
}
