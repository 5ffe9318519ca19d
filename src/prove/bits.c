/* Bits of numbers by a constant: x | c = x + c - (x & c), x ^ c = x + c - 2 * (x & c), and x & c is a sum of remainders. */
#include "prove/model.h"

enum { MOST_RUNS = 4 };

/* What of a number stands in the bits of a mask: for each run of bits a remainder of a quotient, both rounded down, as bits of negative
 * numbers ask; NULL: too many runs. */
static isl_pw_aff *
bits_of_mask (const Model *model, isl_pw_aff *affine, gint64 mask)
{
  isl_pw_aff *sum = prove_number (model, 0);

  for (guint low = 0, n = 0, runs = 0; mask >> low; low += n + 1)
    {
      while (!(mask >> low & 1))
        low++;
      for (n = 0; mask >> (low + n) & 1;)
        n++;
      if (++runs > MOST_RUNS)
        return isl_pw_aff_free (sum);
      isl_val *unit = isl_val_2exp (isl_val_int_from_ui (model->ctx, low)), *length = isl_val_2exp (isl_val_int_from_ui (model->ctx, n));
      isl_pw_aff *run = isl_pw_aff_floor (isl_pw_aff_scale_down_val (isl_pw_aff_copy (affine), isl_val_copy (unit)));
      sum = isl_pw_aff_add (sum, isl_pw_aff_scale_val (isl_pw_aff_mod_val (run, length), unit));
    }
  return sum;
}

isl_pw_aff *
prove_with_mask (Walk *walk, IhopOperator op, isl_pw_aff *affine, gint64 mask)
{
  isl_pw_aff *both = bits_of_mask (walk->model, affine, mask);

  if (both == NULL || op == IHOP_OP_AND)
    return both;
  isl_pw_aff *sum = isl_pw_aff_add (isl_pw_aff_copy (affine), prove_number (walk->model, mask));
  if (op == IHOP_OP_XOR)
    both = isl_pw_aff_scale_val (both, isl_val_int_from_si (walk->model->ctx, 2));
  return isl_pw_aff_sub (sum, both);
}
