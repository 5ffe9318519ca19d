/* Two threads that meet, with numbers: small ones, where there are some. */
#include "prove/model.h"
#include <isl/point.h>

void
prove_finding_free (gpointer data)
{
  IhopFinding *finding = data;

  ihop_message_unref (finding->message);
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&finding->place[i].trips, g_array_unref);
  g_clear_pointer (&finding->element, g_array_unref);
  g_clear_pointer (&finding->names, g_ptr_array_unref);
  g_clear_pointer (&finding->values, g_array_unref);
  g_free (finding);
}

/* ---- A point of a relation ------------------------------------------------------------------------------------------- */

/* With numbers of blocks, iterations and sizes of at most so much; takes set. */
static isl_set *
limited (const Model *model, isl_set *set, gint64 most)
{
  guint n_params = N_PARAMS + model->params->len;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < N_DIMS; i++)
      if (i < DIM_BASE || i >= DIM_TRIP)
        set = isl_set_upper_bound_si (set, isl_dim_set, n_params + side * N_DIMS + i, (int) most);
  for (guint i = PARAM_GRID; i < n_params; i++)
    if (i < PARAM_TOTAL || i >= N_PARAMS)
      {
        set = isl_set_upper_bound_si (set, isl_dim_set, i, (int) most);
        set = isl_set_lower_bound_si (set, isl_dim_set, i, (int) -most);
      }
  return set;
}

/* Parameters, then the two instances, as one point; NULL: isl found none. Takes pairs. */
static isl_point *
sample (const Model *model, isl_map *pairs)
{
  static const gint64 most[] = { 2, 16, 128, 1024 };
  guint n_params = N_PARAMS + model->params->len;
  isl_set *all = isl_set_flatten (isl_map_wrap (pairs));

  all = isl_set_move_dims (all, isl_dim_set, 0, isl_dim_param, 0, n_params);
  for (guint i = 0; i < G_N_ELEMENTS (most); i++)
    {
      isl_set *few = limited (model, isl_set_copy (all), most[i]);
      if (isl_set_is_empty (few) == isl_bool_false)
        {
          isl_set_free (all);
          all = few;
          break;
        }
      isl_set_free (few);
    }
  if (isl_set_is_empty (all) != isl_bool_false)
    {
      isl_set_free (all);
      return NULL;
    }
  return isl_set_sample_point (all);
}

static gint64
coordinate (isl_point *point, guint i)
{
  isl_val *value = isl_point_get_coordinate_val (point, isl_dim_set, (int) i);
  gint64 number = isl_val_get_num_si (value);

  isl_val_free (value);
  return number;
}

/* ---- What it says ----------------------------------------------------------------------------------------------------- */

static void
fill_place (IhopProofPlace *place, isl_point *point, guint first, guint depth)
{
  for (guint i = 0; i < 3; i++)
    {
      place->block[i] = coordinate (point, first + DIM_BLOCK + i);
      place->thread[i] = coordinate (point, first + DIM_THREAD + i);
    }
  place->trips = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < depth; i++)
    {
      gint64 trip = coordinate (point, first + DIM_TRIP + i);
      g_array_append_val (place->trips, trip);
    }
}

static void
fill_values (const Model *model, IhopFinding *finding, isl_point *point)
{
  finding->names = g_ptr_array_new_with_free_func (g_free);
  finding->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < N_PARAMS + model->params->len; i++)
    {
      if (i >= PARAM_TOTAL && i < N_PARAMS)
        continue;
      gint64 value = coordinate (point, i);
      g_ptr_array_add (finding->names, g_strdup (isl_space_get_dim_name (model->space, isl_dim_param, i)));
      g_array_append_val (finding->values, value);
    }
}

/* The element that the access of the first instance touches. */
static void
fill_element (const Model *model, IhopFinding *finding, const Access *access, isl_point *point)
{
  guint n_params = N_PARAMS + model->params->len;
  isl_map *map = isl_map_copy (access->map);

  for (guint i = 0; i < n_params; i++)
    map = isl_map_fix_val (map, isl_dim_param, i, isl_point_get_coordinate_val (point, isl_dim_set, (int) i));
  for (guint i = 0; i < N_DIMS; i++)
    map = isl_map_fix_val (map, isl_dim_in, i, isl_point_get_coordinate_val (point, isl_dim_set, (int) (n_params + i)));
  isl_set *elements = isl_set_project_out (isl_map_range (map), isl_dim_param, 0, n_params);
  isl_point *element = isl_set_sample_point (elements);
  if (element && isl_point_is_void (element) == isl_bool_false)
    {
      finding->element = g_array_new (FALSE, FALSE, sizeof (gint64));
      for (guint i = 0; i < (guint) isl_map_dim (access->map, isl_dim_out); i++)
        {
          gint64 value = coordinate (element, i);
          g_array_append_val (finding->element, value);
        }
    }
  isl_point_free (element);
}

static gboolean
is_known_already (const Model *model, const IhopFinding *finding)
{
  for (guint i = 0; i < model->findings->len; i++)
    {
      const IhopFinding *other = model->findings->pdata[i];
      if (other->kind == finding->kind && other->is_certain == finding->is_certain
          && other->place[0].node == finding->place[0].node && other->place[1].node == finding->place[1].node)
        return TRUE;
    }
  return FALSE;
}

/* A point that isl does not find, or that does not fit, makes it uncertain. */
static void
fill_witness (Model *model, IhopFinding *finding, isl_map *pairs, guint depth_a, guint depth_b, const Access *access)
{
  guint n_params = N_PARAMS + model->params->len;
  isl_point *point = sample (model, pairs);

  finding->has_witness = point && isl_point_is_void (point) == isl_bool_false;
  finding->is_certain = finding->is_certain && finding->has_witness;
  if (finding->has_witness)
    {
      fill_values (model, finding, point);
      fill_place (&finding->place[0], point, n_params, depth_a);
      if (finding->n_places > 1)
        fill_place (&finding->place[1], point, n_params + N_DIMS, depth_b);
      if (access)
        fill_element (model, finding, access, point);
    }
  isl_point_free (point);
}

void
prove_finding_add (Model *model, IhopFindingKind kind, gboolean is_certain, const Access *a, const Access *b, isl_map *pairs,
                   IhopMessage *message)
{
  IhopFinding *finding = g_new0 (IhopFinding, 1);

  *finding = (IhopFinding){ .kind = kind, .is_certain = is_certain, .message = message, .n_places = b ? 2 : 1, .array = a->array };
  finding->place[0].node = a->node;
  finding->place[0].is_write = a->is_write;
  if (b)
    {
      finding->place[1].node = b->node;
      finding->place[1].is_write = b->is_write;
    }
  if (is_known_already (model, finding))
    {
      isl_map_free (pairs);
      prove_finding_free (finding);
      return;
    }
  if (pairs)
    fill_witness (model, finding, pairs, a->where.depth, b ? b->where.depth : 0, a);
  g_ptr_array_add (model->findings, finding);
}

void
prove_finding_of_barrier (Model *model, const Barrier *barrier, const IhopNode *elsewhere, isl_map *pairs)
{
  IhopFinding *finding = g_new0 (IhopFinding, 1);
  gboolean is_certain = TRUE;

  for (guint axis = 0; axis < 3; axis++)
    is_certain = is_certain && model->shape.block[axis] != 0;
  *finding = (IhopFinding){ .kind = barrier->group ? IHOP_FINDING_MASK : IHOP_FINDING_DIVERGENCE, .is_certain = is_certain, .n_places = 2 };
  if (barrier->group)
    finding->message = is_certain ? ihop_message ("one thread of a warp waits here for another one that does not come")
                                  : ihop_message ("it is not known whether all threads of a warp that are waited for come here");
  else
    finding->message = is_certain ? ihop_message ("one thread of a block reaches this barrier, and another one does not")
                                : ihop_message ("it is not known whether all threads of a block reach this barrier");
  finding->place[0].node = barrier->node;
  finding->place[1].node = elsewhere;
  fill_witness (model, finding, pairs, barrier->where.depth, barrier->where.depth, NULL);
  g_ptr_array_add (model->findings, finding);
}
