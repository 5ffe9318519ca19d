/* All accesses to an array at once. In generated code a loop over tiles holds hundreds of them, and each pair would be
 * a question of its own. But what one tile touches mostly lies in a strip that moves with the loop's iterator:
 *
 *   a * i + low <= subscript <= a * i + high
 *
 * Strips of different iterations have no element in common if they are narrower than the way from one to the next. A
 * strip is what one access says of itself (its domain's constraints); that all others stay in it is asked of isl. */
#include "analysis/dependence/disjoint_strips.h"
#include "analysis/dependence/overlap.h"

enum { FEW = 32 }; /* their pairs are quick enough */

typedef struct
{
  guint dim;
  gint64 speed, low, high;
} Strip;

typedef struct
{
  gint64 speed, constant;
} Edge;

typedef struct
{
  GArray *lower, *upper; /* of Edge */
} Edges;

/* So small that sums of two are an int, which constraints take. */
static gboolean
small (isl_val *val, gint64 *number)
{
  gboolean fits = isl_val_is_int (val) == isl_bool_true && isl_val_n_abs_num_chunks (val, sizeof (gint32)) <= 1;

  *number = fits ? isl_val_get_num_si (val) : 0;
  isl_val_free (val);
  return fits && ABS (*number) < 1 << 30;
}

static gboolean
involves_others (isl_constraint *constraint)
{
  return isl_constraint_involves_dims (constraint, isl_dim_param, 0,
                                       (unsigned) isl_constraint_dim (constraint, isl_dim_param)) != isl_bool_false
         || isl_constraint_involves_dims (constraint, isl_dim_div, 0,
                                          (unsigned) isl_constraint_dim (constraint, isl_dim_div)) != isl_bool_false;
}

/* speed * i + side * subscript + constant >= 0 */
static isl_stat
take_constraint (isl_constraint *constraint, void *data)
{
  Edges *edges = data;
  gint64 speed, side, constant;

  if (!involves_others (constraint)
      && small (isl_constraint_get_coefficient_val (constraint, isl_dim_in, 0), &speed)
      && small (isl_constraint_get_coefficient_val (constraint, isl_dim_out, 0), &side)
      && small (isl_constraint_get_constant_val (constraint), &constant) && ABS (side) == 1)
    {
      gboolean is_equality = isl_constraint_is_equality (constraint) == isl_bool_true;
      Edge edge = { -side * speed, -side * constant };
      if (side == 1 || is_equality)
        g_array_append_val (edges->lower, edge);
      if (side == -1 || is_equality)
        g_array_append_val (edges->upper, edge);
    }
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

/* The edges that one access gives the values of its subscript, as functions of the root's iterator. */
static Edges
edges_of (const IhopAccess *access, guint dim)
{
  Edges edges = { g_array_new (FALSE, FALSE, sizeof (Edge)), g_array_new (FALSE, FALSE, sizeof (Edge)) };
  isl_map *map = isl_map_copy (access->map);

  map = isl_map_project_out (map, isl_dim_out, dim + 1, access->n_dims - dim - 1);
  map = isl_map_project_out (map, isl_dim_out, 0, dim);
  map = isl_map_project_out (map, isl_dim_in, 1, access->statement->depth - 1);
  isl_basic_map *hull = isl_map_simple_hull (map);
  isl_basic_map_foreach_constraint (hull, take_constraint, &edges);
  isl_basic_map_free (hull);
  return edges;
}

/* Whether an access never leaves the strip at one side: 1 for above, -1 for below. */
static gboolean
stays (const IhopScop *scop, const IhopAccess *access, const Strip *strip, int side)
{
  isl_map *map = isl_map_intersect_params (isl_map_copy (access->map), isl_set_copy (scop->context));
  isl_constraint *beyond = isl_constraint_alloc_inequality (isl_local_space_from_space (isl_map_get_space (map)));
  gint64 edge = side > 0 ? strip->high : strip->low;
  gboolean inside;

  beyond = isl_constraint_set_coefficient_si (beyond, isl_dim_out, (int) strip->dim, side);
  beyond = isl_constraint_set_coefficient_si (beyond, isl_dim_in, 0, (int) (-side * strip->speed));
  beyond = isl_constraint_set_constant_si (beyond, (int) (-side * edge - 1));
  map = isl_map_add_constraint (map, beyond);
  inside = isl_map_is_empty (map) == isl_bool_true;
  isl_map_free (map);
  return inside;
}

/* Nothing in front of the root's iterations counts (ihop_carried_find); twins have one map. */
static gboolean
counts (const IhopAccess *access)
{
  return access->statement->depth > 0 && access->twin == access->id;
}

static gboolean
all_stay (const IhopScop *scop, const GPtrArray *accesses, const Strip *strip)
{
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!(stays (scop, access, strip, 1) && stays (scop, access, strip, -1)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_strip (const IhopScop *scop, const GPtrArray *accesses, const IhopAccess *first, guint dim, gint64 step)
{
  Edges edges = edges_of (first, dim);
  gboolean found = FALSE;

  for (guint i = 0; i < edges.lower->len && !found; i++)
    for (guint k = 0; k < edges.upper->len && !found; k++)
      {
        Edge low = g_array_index (edges.lower, Edge, i), high = g_array_index (edges.upper, Edge, k);
        Strip strip = { dim, low.speed, low.constant, high.constant };
        found = low.speed == high.speed && high.constant - low.constant < ABS (low.speed) * step
                && all_stay (scop, accesses, &strip);
      }
  g_array_unref (edges.lower);
  g_array_unref (edges.upper);
  return found;
}

/* Subscripts name one element only where all accesses go the same way to it. */
static gboolean
is_like (const IhopAccess *access, const IhopAccess *first)
{
  gboolean like = access->map != NULL && !access->is_loaded && access->n_dims == first->n_dims
                  && access->ref->steps->len == first->ref->steps->len;

  for (guint i = 0; like && i < access->ref->steps->len; i++)
    {
      const IhopStep *step = &g_array_index (access->ref->steps, IhopStep, i);
      like = step->kind == g_array_index (first->ref->steps, IhopStep, i).kind && step->through == NULL
             && (step->kind == IHOP_STEP_SUBSCRIPT || step->kind == IHOP_STEP_DEREF)
             && access->step_dims[i] == first->step_dims[i];
    }
  return like;
}

static gboolean
is_own (const IhopAccess *access)
{
  return access->ref->steps->len == 0;
}

/* Those that count, where they are all alike. The pointer's own value may be read beside them, which is another place. */
static GPtrArray *
alike (IhopScop *scop, const GPtrArray *accesses)
{
  GPtrArray *list = g_ptr_array_new ();
  const IhopAccess *first = NULL, *own = NULL;
  gboolean fine = TRUE;

  for (guint i = 0; i < accesses->len && own == NULL; i++)
    own = is_own (accesses->pdata[i]) ? accesses->pdata[i] : NULL;
  for (guint i = 0; fine && i < accesses->len; i++)
    {
      IhopAccess *access = accesses->pdata[i];
      if (is_own (access))
        {
          fine = !access->is_write;
          continue;
        }
      first = first ? first : access;
      fine = is_like (access, first)
             && (own == NULL || ihop_overlap_of (scop, own, access, NULL).kind == IHOP_OVERLAP_NONE);
      if (counts (access))
        g_ptr_array_add (list, access);
    }
  g_ptr_array_set_size (list, fine ? (gint) list->len : 0);
  return list;
}

gboolean
ihop_deps_in_strips (IhopScop *scop, const GPtrArray *all)
{
  const IhopScopLoop *root = ihop_scop_root_loop (scop);

  if (root == NULL || all->len < FEW)
    return FALSE;
  g_autoptr (GPtrArray) accesses = alike (scop, all);
  const IhopAccess *first = accesses->len ? accesses->pdata[0] : NULL;
  gint64 step = root->counting.iterator ? ABS (root->counting.step) : 1;
  for (guint dim = 0; first && dim < first->n_dims; dim++)
    if (has_strip (scop, accesses, first, dim, step))
      return TRUE;
  return FALSE;
}
