/* A carried dependence as people read it: two iterations that collide, distances, directions. */
#include "analysis/dependence/witness.h"
#include "analysis/context/provenance.h"
#include "analysis/dependence/refutation.h"
#include "analysis/dependence/witness_point.h"
#include "analysis/extract/row_length.h"
#include "analysis/scop/execution_order.h"
#include <string.h>

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
