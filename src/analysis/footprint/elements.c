#include "analysis/footprint/elements.h"

isl_set *
ihop_footprint_elements (const IhopFootprintWork *work, const IhopAccess *access)
{
  guint rank = work->footprint->rank;
  isl_set *set;

  if (access->n_dims < rank || access->is_loaded
      || (access->is_cut && access->step_dims[access->cut_step] < rank)) /* rows cut out of a flat array */
    return NULL;
  set = isl_map_range (isl_map_copy (access->map));
  return isl_set_project_out (set, isl_dim_set, rank, access->n_dims - rank);
}

static int
sign_of (isl_aff *aff, int param)
{
  isl_val *factor = isl_aff_get_coefficient_val (aff, isl_dim_param, param);
  int sign = isl_val_sgn (factor);

  isl_val_free (factor);
  return sign;
}

static const IhopParameter *
parameter_of (isl_aff *aff, int param)
{
  isl_space *space = isl_aff_get_domain_space (aff);
  isl_id *id = isl_space_get_dim_id (space, isl_dim_param, (unsigned) param);
  const IhopParameter *parameter = isl_id_get_user (id);

  isl_id_free (id);
  isl_space_free (space);
  return parameter;
}

/* "n * m" of "n * m - n": what is taken away is one of its rows. */
static gboolean
has_rows_of (isl_aff *aff, int length)
{
  gboolean found = FALSE;

  for (int i = 0; i < isl_aff_dim (aff, isl_dim_param) && !found; i++)
    {
      const IhopParameter *product = sign_of (aff, i) > 0 ? parameter_of (aff, i) : NULL;
      for (guint k = 0; product && k < product->n_factors; k++)
        found |= product->factor[k] == length;
    }
  return found;
}

/* Something is taken away from a number: "1 - n", "m - n", "-3". */
static isl_stat
look_below_zero (isl_set *domain, isl_aff *aff, void *data)
{
  gboolean *below = data;
  isl_val *constant = isl_aff_get_constant_val (aff);

  *below |= isl_aff_is_cst (aff) == isl_bool_true && isl_val_is_neg (constant) == isl_bool_true;
  for (int i = 0; i < isl_aff_dim (aff, isl_dim_param); i++)
    *below |= sign_of (aff, i) < 0 && !has_rows_of (aff, i);
  isl_val_free (constant);
  isl_set_free (domain);
  isl_aff_free (aff);
  return isl_stat_ok;
}

gboolean
ihop_footprint_starts_below (isl_pw_aff *least)
{
  gboolean below = FALSE;

  isl_pw_aff_foreach_piece (least, look_below_zero, &below);
  return below;
}
