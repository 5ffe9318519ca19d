#include "analysis/dependence/witness_point.h"

static isl_set *
box (isl_set *set, guint n, gint64 low, gint64 high)
{
  for (guint i = 0; i < n; i++)
    {
      isl_ctx *ctx = isl_set_get_ctx (set);
      set = isl_set_lower_bound_val (set, isl_dim_set, i, isl_val_int_from_si (ctx, low));
      set = isl_set_upper_bound_val (set, isl_dim_set, i, isl_val_int_from_si (ctx, high));
    }
  return set;
}

/* Small numbers read better: parameters from a growing box, all else as small as it goes. */
static isl_point *
small_point (isl_set *set, guint n_params)
{
  static const gint64 limits[][2] = { { 0, 8 }, { 0, 100 }, { -8, 8 }, { 0, 10000 },
                                      { -G_MAXINT32, G_MAXINT32 } };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      isl_set *inside = box (isl_set_copy (set), n_params, limits[i][0], limits[i][1]);
      if (isl_set_is_empty (inside) == isl_bool_false)
        {
          isl_set *least = isl_set_lexmin (isl_set_copy (inside));
          isl_point *point = isl_set_sample_point (least ? least : isl_set_copy (inside));
          isl_set_free (inside);
          return point;
        }
      isl_set_free (inside);
      if (n_params == 0)
        break;
    }
  return NULL;
}

static isl_set *
fix (isl_set *set, guint i, gint64 number)
{
  isl_ctx *ctx = isl_set_get_ctx (set);

  return isl_set_fix_val (set, isl_dim_set, i, isl_val_int_from_si (ctx, number));
}

/* Products of parameters are parameters of their own to isl: only points where they are the
 * products are witnesses. Tries small factors. Takes set. */
static isl_set *
keep_products (const IhopScop *scop, isl_set *set)
{
  static const gint64 tries[][3] = { { 2, 3, 2 }, { 1, 2, 1 }, { 1, 1, 1 }, { 0, 1, 1 },
                                     { 1, 4, 2 }, { 2, 2, 2 }, { 3, 5, 2 }, { 1, 8, 2 } };

  for (guint i = 0; i < scop->params->len; i++)
    {
      const IhopParameter *param = scop->params->pdata[i];
      isl_set *found = NULL;
      if (param->n_factors == 0)
        continue;
      for (guint t = 0; found == NULL && t < G_N_ELEMENTS (tries); t++)
        {
          isl_set *one = isl_set_copy (set);
          gint64 product = 1;
          for (guint k = 0; k < param->n_factors; k++)
            {
              one = fix (one, (guint) param->factor[k], tries[t][k]);
              product *= tries[t][k];
            }
          one = fix (one, i, product);
          if (isl_set_is_empty (one) == isl_bool_false)
            found = one;
          else
            isl_set_free (one);
        }
      isl_set_free (set);
      if (found == NULL)
        return NULL;
      set = found;
    }
  return set;
}

isl_point *
ihop_witness_point (const IhopScop *scop, isl_map *map)
{
  isl_set *set;
  isl_point *point;
  guint n_params;

  map = isl_map_align_params (map, isl_space_copy (scop->space));
  set = isl_set_flatten (isl_map_wrap (map));
  n_params = (guint) isl_set_dim (set, isl_dim_param);
  set = isl_set_move_dims (set, isl_dim_set, 0, isl_dim_param, 0, n_params);
  set = keep_products (scop, set);
  point = set ? small_point (set, n_params) : NULL;
  isl_set_free (set);
  if (point && isl_point_is_void (point) != isl_bool_false)
    point = isl_point_free (point);
  return point;
}
