/* A carried dependence as people read it: two iterations that collide, distances, directions. */
#include "analysis/context/provenance.h"
#include "analysis/dependence/dependences.h"
#include "analysis/dependence/refutation.h"
#include "analysis/extract/row_length.h"
#include "analysis/scop/execution_order.h"
#include <string.h>

char *
ihop_dependence_element (const IhopDependence *dependence)
{
  GString *text = g_string_new (dependence->variable);

  for (guint i = 0; dependence->element && i < dependence->element->len; i++)
    g_string_append_printf (text, "[%" G_GINT64_FORMAT "]",
                            g_array_index (dependence->element, gint64, i));
  return g_string_free (text, FALSE);
}

void
ihop_dependence_free (gpointer data)
{
  IhopDependence *dependence = data;

  if (dependence == NULL)
    return;
  g_free (dependence->variable);
  g_free (dependence->depends_on);
  g_ptr_array_unref (dependence->source_names);
  g_ptr_array_unref (dependence->sink_names);
  g_array_unref (dependence->source_iteration);
  g_array_unref (dependence->sink_iteration);
  g_array_unref (dependence->element);
  g_ptr_array_unref (dependence->parameters);
  g_ptr_array_unref (dependence->distance);
  g_ptr_array_unref (dependence->direction);
  g_free (dependence);
}

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

static gboolean
is_mentioned (const IhopScop *scop, const IhopCarried *carried, guint param)
{
  IhopParameter *p = scop->params->pdata[param];
  int at = isl_map_find_dim_by_id (carried->relation, isl_dim_param, p->id);

  return at >= 0
         && isl_map_involves_dims (carried->relation, isl_dim_param, (unsigned) at, 1)
              == isl_bool_true;
}

/* Whether the element that is touched depends on it. */
static gboolean
decides_element (const IhopScop *scop, const IhopCarried *carried, guint param)
{
  IhopParameter *p = scop->params->pdata[param];
  int at = isl_map_find_dim_by_id (carried->source->map, isl_dim_param, p->id);

  return at >= 0
         && isl_map_involves_dims (carried->source->map, isl_dim_param, (unsigned) at, 1)
              == isl_bool_true;
}

/* Mentioned, or a factor of a product that is. */
static gboolean
is_needed (const IhopScop *scop, const IhopCarried *carried, guint param)
{
  for (guint i = 0; i < scop->params->len; i++)
    {
      const IhopParameter *product = scop->params->pdata[i];
      for (guint k = 0; k < product->n_factors; k++)
        if (product->factor[k] == (int) param
            && (is_mentioned (scop, carried, i) || decides_element (scop, carried, i)))
          return TRUE;
    }
  return is_mentioned (scop, carried, param) || decides_element (scop, carried, param);
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

static void
add_names (const IhopScop *scop, const IhopScopLoop *loop, GPtrArray *names)
{
  g_autoptr (GPtrArray) inner = g_ptr_array_new ();

  for (guint i = 0; i < scop->outer_loops->len; i++)
    {
      IhopOuterLoop *outer = scop->outer_loops->pdata[i];
      g_ptr_array_add (names, g_strdup (outer->counting.iterator->name));
    }
  for (; loop; loop = loop->parent)
    g_ptr_array_insert (inner, 0, (gpointer) ihop_scop_loop_name (loop));
  for (guint i = 0; i < inner->len; i++)
    g_ptr_array_add (names, g_strdup (inner->pdata[i]));
}

static int
param_number (const IhopScop *scop, const IhopSymbol *symbol)
{
  for (guint i = 0; i < scop->params->len; i++)
    if (((IhopParameter *) scop->params->pdata[i])->symbol == symbol)
      return (int) i;
  return -1;
}

static void
add_outer (const IhopScop *scop, isl_point *point, GArray *values)
{
  for (guint i = 0; i < scop->outer_loops->len; i++)
    {
      IhopOuterLoop *outer = scop->outer_loops->pdata[i];
      int at = param_number (scop, outer->counting.iterator);
      /* An outer iterator that no subscript mentions: any iteration of it will do. */
      gint64 value = at >= 0 ? ihop_point_coordinate (point, (guint) at)
                             : outer->counting.lower && outer->counting.lower->flags & IHOP_NODE_CONSTANT
                                 ? outer->counting.lower->integer
                                     + (outer->counting.steps_first ? outer->counting.step : 0) : 0;
      g_array_append_val (values, value);
    }
}

static gint64
row_length_at (const IhopAccess *access, int param, isl_point *point)
{
  const IhopRowSize *size = ihop_row_size_of (access->size, access->n_sizes, param);
  gint64 length = ihop_point_coordinate (point, (guint) param);

  return size ? size->times * length + size->plus : length;
}

/* Rows that we cut put together again: the subscript as it stands in the text. */
static gint64
flat_element (const IhopAccess *access, isl_point *subscripts, isl_point *point)
{
  guint first = access->step_dims[access->cut_step];
  gint64 flat = 0;

  for (guint i = 0; i < access->n_cut; i++)
    {
      gint64 stride = 1;
      for (guint k = 0; k < access->n_strides[i]; k++)
        stride *= row_length_at (access, access->stride[i][k], point);
      flat += stride * ihop_point_coordinate (subscripts, first + i);
    }
  return flat;
}

static void
add_subscripts (const IhopAccess *access, isl_point *subscripts, isl_point *point, GArray *element)
{
  for (guint i = 0; i < access->ref->steps->len; i++)
    if (access->step_dims[i] < access->step_dims[i + 1])
      {
        gint64 value = access->is_cut && i == access->cut_step
                         ? flat_element (access, subscripts, point)
                         : ihop_point_coordinate (subscripts, access->step_dims[i]);
        g_array_append_val (element, value);
      }
}

/* The element that the source touches in the witness. */
static void
add_element (const IhopScop *scop, const IhopAccess *access, isl_point *point, GArray *element)
{
  isl_map *map = isl_map_align_params (isl_map_copy (access->map), isl_space_copy (scop->space));
  isl_point *found;

  for (guint i = 0; i < scop->params->len; i++)
    map = isl_map_fix_val (map, isl_dim_param, i,
                           isl_val_int_from_si (scop->ctx, ihop_point_coordinate (point, i)));
  for (guint i = 0; i < access->statement->depth; i++)
    map = isl_map_fix_val (
      map, isl_dim_in, i,
      isl_val_int_from_si (scop->ctx, ihop_point_coordinate (point, scop->params->len + i)));
  found = isl_set_sample_point (isl_map_range (map));
  if (found && isl_point_is_void (found) == isl_bool_false)
    add_subscripts (access, found, point, element);
  isl_point_free (found);
}

/* A conversion of a variable that is shown itself. */
static gboolean
is_shown (const IhopDependence *dependence, const char *text)
{
  for (guint i = 0; i < dependence->parameters->len; i++)
    if (strcmp (dependence->parameters->pdata[i], text) == 0)
      return TRUE;
  return FALSE;
}

/* Whether a run has just this value of the parameter, or any: what nobody has worked out is not named. */
static gboolean
is_known (IhopScop *scop, isl_map *pairs, guint param)
{
  const IhopParameter *p = scop->params->pdata[param];
  int at = isl_map_find_dim_by_id (pairs, isl_dim_param, p->id);
  isl_val *value = at >= 0 ? isl_map_plain_get_val_if_fixed (pairs, isl_dim_param, (unsigned) at) : NULL;
  gboolean fixed = value && isl_val_is_int (value) == isl_bool_true;

  isl_val_free (value);
  return fixed || ihop_param_is_free (scop, param);
}

static void
add_witness (IhopScop *scop, const IhopCarried *carried, isl_map *pairs, isl_point *point,
             IhopDependence *dependence)
{
  gboolean names_element = TRUE;
  guint n_params = scop->params->len, from = carried->source->statement->depth;

  add_outer (scop, point, dependence->source_iteration);
  add_outer (scop, point, dependence->sink_iteration);
  for (guint i = 0; i < from + carried->sink->statement->depth; i++)
    {
      gint64 value = ihop_point_coordinate (point, n_params + i);
      GArray *into = i < from ? dependence->source_iteration : dependence->sink_iteration;
      g_array_append_val (into, value);
    }
  for (guint i = 0; i < n_params; i++)
    {
      IhopParameter *param = scop->params->pdata[i];
      if (param->loop || param->n_factors || !is_needed (scop, carried, i))
        continue;
      if (!is_known (scop, pairs, i))
        {
          names_element &= !decides_element (scop, carried, i);
          continue;
        }
      g_autofree char *text = g_strdup_printf ("%s = %" G_GINT64_FORMAT, param->text,
                                               ihop_point_coordinate (point, i));
      if (!is_shown (dependence, text))
        g_ptr_array_add (dependence->parameters, g_steal_pointer (&text));
    }
  if (names_element)
    add_element (scop, carried->source, point, dependence->element);
}

static gboolean
has_sign (isl_set *deltas, guint i, int sign)
{
  isl_set *part = isl_set_copy (deltas);
  gboolean has;

  if (sign == 0)
    part = isl_set_fix_si (part, isl_dim_set, i, 0);
  else if (sign < 0)
    part = isl_set_upper_bound_si (part, isl_dim_set, i, -1);
  else
    part = isl_set_lower_bound_si (part, isl_dim_set, i, 1);
  has = isl_set_is_empty (part) != isl_bool_true;
  isl_set_free (part);
  return has;
}

/* In the order of execution: "<" is from an earlier to a later iteration. */
static const char *
direction_text (isl_set *deltas, guint i, gboolean backwards)
{
  static const char *const names[] = { "*", "=", "<", "<=", ">", ">=", "*", "*" };
  gboolean later = has_sign (deltas, i, backwards ? -1 : 1);
  gboolean earlier = has_sign (deltas, i, backwards ? 1 : -1);
  gboolean same = has_sign (deltas, i, 0);

  return names[(same ? 1 : 0) + (later ? 2 : 0) + (earlier ? 4 : 0)];
}

static void
add_vectors (const IhopScop *scop, const IhopCarried *carried, IhopDependence *dependence)
{
  const IhopScopLoop *common = ihop_scop_common_loop (carried->source->statement->loop,
                                                      carried->sink->statement->loop);
  guint n = common ? common->depth + 1 : 0;
  isl_map *map = isl_map_copy (carried->relation);
  isl_set *deltas;

  for (guint i = 0; i < scop->outer_loops->len; i++)
    {
      g_ptr_array_add (dependence->distance, g_strdup ("0"));
      g_ptr_array_add (dependence->direction, g_strdup ("="));
    }
  map = isl_map_project_out (map, isl_dim_in, n, carried->source->statement->depth - n);
  map = isl_map_project_out (map, isl_dim_out, n, carried->sink->statement->depth - n);
  deltas = isl_set_coalesce (isl_map_deltas (map));
  for (guint i = 0; i < n; i++)
    {
      const IhopScopLoop *loop = common;
      isl_val *fixed = isl_set_plain_get_val_if_fixed (deltas, isl_dim_set, i);
      while (loop->depth > i)
        loop = loop->parent;
      if (fixed && isl_val_is_int (fixed) == isl_bool_true)
        g_ptr_array_add (dependence->distance, isl_val_to_str (fixed));
      else
        g_ptr_array_add (dependence->distance, g_strdup ("*"));
      isl_val_free (fixed);
      g_ptr_array_add (dependence->direction,
                       g_strdup (direction_text (deltas, i, loop->backwards)));
    }
  isl_set_free (deltas);
}

static IhopDependenceKind
kind_of (const IhopCarried *carried)
{
  if (carried->source->is_write)
    return carried->sink->is_write ? IHOP_DEPENDENCE_OUTPUT : IHOP_DEPENDENCE_FLOW;
  return IHOP_DEPENDENCE_ANTI;
}

IhopDependence *
ihop_dependence_new (IhopScop *scop, const IhopCarried *carried)
{
  IhopDependence *dependence = g_new0 (IhopDependence, 1);

  dependence->kind = kind_of (carried);
  dependence->variable = ihop_access_name (carried->source);
  dependence->source = carried->source->node;
  dependence->sink = carried->sink->node;
  dependence->source_names = g_ptr_array_new_with_free_func (g_free);
  dependence->sink_names = g_ptr_array_new_with_free_func (g_free);
  dependence->source_iteration = g_array_new (FALSE, FALSE, sizeof (gint64));
  dependence->sink_iteration = g_array_new (FALSE, FALSE, sizeof (gint64));
  dependence->element = g_array_new (FALSE, FALSE, sizeof (gint64));
  dependence->parameters = g_ptr_array_new_with_free_func (g_free);
  dependence->distance = g_ptr_array_new_with_free_func (g_free);
  dependence->direction = g_ptr_array_new_with_free_func (g_free);
  add_names (scop, carried->source->statement->loop, dependence->source_names);
  add_names (scop, carried->sink->statement->loop, dependence->sink_names);
  if (carried->relation == NULL)
    return dependence;

  isl_map *possible = carried->is_exact ? ihop_refute (scop, carried, &dependence->depends_on) : NULL;
  isl_point *point = possible ? ihop_witness_point (scop, isl_map_copy (possible)) : NULL;

  if (point)
    add_witness (scop, carried, possible, point, dependence);
  isl_map_free (possible);
  dependence->is_exact = point != NULL;
  isl_point_free (point);
  add_vectors (scop, carried, dependence);
  return dependence;
}
