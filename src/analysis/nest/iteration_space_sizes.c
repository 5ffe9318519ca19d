/* Small values for the parameters of a nest under which all of its loops can be seen. */
#include "analysis/nest/iteration_space_sizes.h"
#include <isl/ilp.h>
#include <string.h>

isl_set *
ihop_instances_fix (const IhopScop *scop, isl_set *set, const gint64 *values)
{
  set = isl_set_align_params (set, isl_space_copy (scop->space));
  for (guint i = 0; i < scop->params->len; i++)
    {
      int at = isl_set_find_dim_by_id (set, isl_dim_param,
                                       ((IhopParameter *) scop->params->pdata[i])->id);
      if (at >= 0)
        set = isl_set_fix_val (set, isl_dim_param, (guint) at,
                               isl_val_int_from_si (scop->ctx, values[i]));
    }
  return isl_set_project_out (set, isl_dim_param, 0, (guint) isl_set_dim (set, isl_dim_param));
}

isl_map *
ihop_instances_fix_map (const IhopScop *scop, isl_map *map, const gint64 *values)
{
  map = isl_map_align_params (map, isl_space_copy (scop->space));
  for (guint i = 0; i < scop->params->len; i++)
    {
      int at = isl_map_find_dim_by_id (map, isl_dim_param,
                                       ((IhopParameter *) scop->params->pdata[i])->id);
      if (at >= 0)
        map = isl_map_fix_val (map, isl_dim_param, (guint) at,
                               isl_val_int_from_si (scop->ctx, values[i]));
    }
  return isl_map_project_out (map, isl_dim_param, 0, (guint) isl_map_dim (map, isl_dim_param));
}

isl_val *
ihop_instances_bound (isl_set *set, guint dim, gboolean high)
{
  isl_local_space *space = isl_local_space_from_space (isl_set_get_space (set));
  isl_aff *aff = isl_aff_var_on_domain (space, isl_dim_set, dim);
  isl_val *val = high ? isl_set_max_val (set, aff) : isl_set_min_val (set, aff);

  isl_aff_free (aff);
  isl_set_free (set);
  return val;
}

static isl_set *
fix_one (const IhopScop *scop, isl_set *params, guint i, gint64 value)
{
  int at = isl_set_find_dim_by_id (params, isl_dim_param,
                                   ((IhopParameter *) scop->params->pdata[i])->id);

  return at < 0 ? params
                : isl_set_fix_val (params, isl_dim_param, (guint) at,
                                   isl_val_int_from_si (scop->ctx, value));
}

/* Narrows params to the value if anything is left then. */
static gboolean
take_value (const IhopScop *scop, isl_set **params, guint i, gint64 value, gint64 *values)
{
  isl_set *fixed = fix_one (scop, isl_set_copy (*params), i, value);

  if (isl_set_is_empty (fixed) != isl_bool_false)
    {
      isl_set_free (fixed);
      return FALSE;
    }
  isl_set_free (*params);
  *params = fixed;
  values[i] = value;
  return TRUE;
}

/* What the witness says of this parameter: "n = 4", or the value of a loop around. */
static gboolean
told (const IhopParameter *param, const IhopDependence *witness, gint64 *value)
{
  g_autofree char *start = g_strdup_printf ("%s = ", param->text);

  for (guint i = 0; witness && i < witness->parameters->len; i++)
    if (g_str_has_prefix (witness->parameters->pdata[i], start))
      {
        *value = g_ascii_strtoll ((char *) witness->parameters->pdata[i] + strlen (start), NULL, 10);
        return TRUE;
      }
  for (guint i = 0; witness && param->loop && i < witness->source_iteration->len; i++)
    if (g_str_equal (witness->source_names->pdata[i], param->text))
      {
        *value = g_array_index (witness->source_iteration, gint64, i);
        return TRUE;
      }
  return FALSE;
}

/* The nearest value to "near" that leaves something. */
static gboolean
take_near (const IhopScop *scop, isl_set **params, guint i, gint64 near, gint64 *values)
{
  for (gint64 away = 0; away <= 64; away = away < 4 ? away + 1 : away * 2)
    if (take_value (scop, params, i, near + away, values)
        || (away && take_value (scop, params, i, near - away, values)))
      return TRUE;
  return FALSE;
}

static gint64
product_of (const IhopParameter *param, const gint64 *values)
{
  gint64 product = 1;

  for (guint k = 0; k < param->n_factors; k++)
    product *= values[param->factor[k]];
  return product;
}

/* params: those for which the nest runs at all. Takes it. */
static gboolean
choose (const IhopScop *scop, isl_set *params, gint64 near, const IhopDependence *witness,
        gint64 *values)
{
  gboolean found = TRUE;

  for (guint i = 0; found && i < scop->params->len; i++)
    {
      const IhopParameter *param = scop->params->pdata[i];
      gint64 value = param->loop ? 0 : near;
      if (param->n_factors)
        continue;
      if (!told (param, witness, &value) || !take_value (scop, &params, i, value, values))
        found = take_near (scop, &params, i, value, values);
    }
  for (guint i = 0; found && i < scop->params->len; i++)
    {
      const IhopParameter *param = scop->params->pdata[i];
      if (param->n_factors)
        found = take_value (scop, &params, i, product_of (param, values), values);
    }
  isl_set_free (params);
  return found;
}

/* How many iterations the loop has of those wanted, over all of those around it. */
static guint
seen_of (const IhopScop *scop, const IhopScopLoop *loop, const gint64 *values, guint want)
{
  isl_set *domain = ihop_instances_fix (scop, isl_set_copy (loop->domain), values);
  guint last = (guint) isl_set_dim (domain, isl_dim_set) - 1;
  isl_val *low = ihop_instances_bound (isl_set_copy (domain), last, FALSE);
  isl_val *high = ihop_instances_bound (domain, last, TRUE);
  guint seen = 0;

  if (low && high && isl_val_is_int (low) && isl_val_is_int (high))
    seen = (guint) MIN ((isl_val_get_num_si (high) - isl_val_get_num_si (low))
                          / ABS (loop->counting.step) + 1, (long) want);
  else if (low && high && !isl_val_is_nan (low) && !isl_val_is_nan (high))
    seen = want; /* no end is known */
  isl_val_free (low);
  isl_val_free (high);
  return seen;
}

gint64 *
ihop_instances_sizes (const IhopScop *scop, IhopScopLoop *const *loops, guint n_loops,
                      guint want, const IhopDependence *witness)
{
  isl_set *runs = isl_set_params (isl_set_copy (loops[n_loops - 1]->domain));
  gint64 *best = NULL;
  guint most = 0;

  runs = isl_set_intersect (runs, isl_set_copy (scop->ranges));
  runs = isl_set_align_params (runs, isl_space_copy (scop->space));
  for (guint k = 0; k < 6 && most < want * n_loops; k++)
    {
      const gint64 nears[] = { want, want + 1, want + 2, 2 * want, 3 * want, 5 * want };
      gint64 *values = g_new0 (gint64, scop->params->len + 1);
      guint seen = 0;
      gboolean found = choose (scop, isl_set_copy (runs), nears[k], witness, values);
      for (guint i = 0; found && i < n_loops; i++)
        seen += seen_of (scop, loops[i], values, want);
      if (seen > most)
        {
          most = seen;
          g_free (best);
          best = g_steal_pointer (&values);
        }
      g_free (values);
      if (witness)
        break;
    }
  isl_set_free (runs);
  return best;
}
