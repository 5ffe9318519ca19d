/* Points and arrows of an iteration space. */
#include "analysis/nest/iteration_space.h"
#include "analysis/extract/extract.h"
#include "analysis/nest/iteration_space_arrows.h"
#include "analysis/nest/iteration_space_sizes.h"
#include "analysis/verdict/loops.h"

/* ---- which loops ---- */

static guint
height_of (const IhopScop *scop, const IhopScopLoop *loop)
{
  guint height = 0;

  for (guint i = 0; i < scop->loops->len; i++)
    {
      const IhopScopLoop *inner = scop->loops->pdata[i];
      if (inner->parent == loop)
        height = MAX (height, 1 + height_of (scop, inner));
    }
  return height;
}

/* From the root towards the loop asked for, then always into the deepest. */
static void
find_chain (IhopInstanceWork *work, const IhopNode *asked)
{
  const IhopScop *scop = work->scop;
  const IhopScopLoop *target = ihop_scop_loop_of (scop, asked);
  IhopScopLoop *now = (IhopScopLoop *) ihop_scop_root_loop (scop);

  while (now && work->n < IHOP_INSTANCE_DIMS)
    {
      IhopScopLoop *next = NULL;
      work->chain[work->n++] = now;
      for (guint i = 0; i < scop->loops->len; i++)
        {
          IhopScopLoop *inner = scop->loops->pdata[i];
          if (inner->parent != now || inner->counting.iterator == NULL)
            continue;
          if (target && ihop_instances_is_around (inner, target))
            {
              next = inner;
              break;
            }
          if (next == NULL || height_of (scop, inner) > height_of (scop, next))
            next = inner;
        }
      now = next;
    }
}

/* ---- the window ---- */

static isl_set *
domain_of (const IhopInstanceWork *work, guint k)
{
  return ihop_instances_fix (work->scop, isl_set_copy (work->chain[k]->domain), work->values);
}

static gint64
bound_of (isl_set *set, guint k, gboolean high, gint64 otherwise)
{
  isl_val *val = ihop_instances_bound (set, k, high);
  gint64 found = val && isl_val_is_int (val) ? isl_val_get_num_si (val) : otherwise;

  isl_val_free (val);
  return found;
}

static void
widen (IhopInstances *result, const GPtrArray *names, const GArray *values)
{
  for (guint k = 0; k < result->n_dims; k++)
    for (guint i = 0; i < values->len; i++)
      if (g_str_equal (names->pdata[i], result->iterator[k]))
        {
          gint64 value = g_array_index (values, gint64, i);
          if (value < result->low[k] && result->high[k] - value < 32)
            result->low[k] = value;
          if (value > result->high[k] && value - result->low[k] < 32)
            result->high[k] = value;
        }
}

/* The first iterations of each loop, outer loops already within theirs. */
static void
find_window (IhopInstanceWork *work, guint want, const IhopDependence *witness)
{
  IhopInstances *result = work->result;
  isl_set *domain = domain_of (work, work->n - 1);

  for (guint k = 0; k < work->n; k++)
    {
      gint64 step = work->chain[k]->counting.step, width = (gint64) (want - 1) * ABS (step);
      gint64 low = bound_of (isl_set_copy (domain), k, FALSE, G_MININT32);
      gint64 high = bound_of (isl_set_copy (domain), k, TRUE, G_MAXINT32);
      result->step[k] = step;
      result->is_cut[k] = high - low > width;
      result->low[k] = result->is_cut[k] && step < 0 ? high - width : low;
      result->high[k] = result->is_cut[k] && step > 0 ? low + width : high;
      domain = isl_set_lower_bound_val (domain, isl_dim_set, k,
                                        isl_val_int_from_si (work->scop->ctx, result->low[k]));
      domain = isl_set_upper_bound_val (domain, isl_dim_set, k,
                                        isl_val_int_from_si (work->scop->ctx, result->high[k]));
    }
  isl_set_free (domain);
  if (witness == NULL)
    return;
  widen (result, witness->source_names, witness->source_iteration);
  widen (result, witness->sink_names, witness->sink_iteration);
}

/* ---- points ---- */

typedef struct
{
  IhopInstanceWork *work;
  IhopInstanceSlot at;
  const IhopNode *node;
  guint counted;
} Count;

static isl_stat
add_point (isl_point *point, void *data)
{
  Count *count = data;
  IhopInstanceWork *work = count->work;
  IhopInstance instance = { .depth = count->at.depth, .is_after = count->at.is_after,
                            .node = count->node };

  ihop_instances_read_point (point, 0, instance.depth, instance.at);
  isl_point_free (point);
  if (++count->counted > IHOP_INSTANCES_COUNTED || work->result->points->len >= IHOP_INSTANCES_POINTS)
    return isl_stat_error;
  if (ihop_instances_point (work, instance.at, count->at) == 0)
    {
      g_array_append_val (work->result->points, instance);
      g_hash_table_insert (work->by_place, ihop_instances_key (instance.at, count->at),
                           GUINT_TO_POINTER (work->result->points->len));
    }
  return isl_stat_ok;
}

/* The instances of one statement within the window. */
static void
add_points (IhopInstanceWork *work, const IhopAccess *access)
{
  const IhopScopStatement *statement = access->statement;
  Count count = { .work = work, .at = ihop_instances_slot (work, statement->loop, access->position),
                  .node = g_hash_table_lookup (work->statements, access->node) };
  isl_set *set = ihop_instances_fix (work->scop, isl_set_copy (statement->domain), work->values);

  set = ihop_instances_clip (work, set, 0, count.at.depth);
  set = isl_set_project_out (set, isl_dim_set, count.at.depth,
                             statement->depth - count.at.depth);
  if (set == NULL || isl_set_foreach_point (set, add_point, &count) != isl_stat_ok)
    ihop_instances_give_up (work, ihop_message ("there are more points than can be shown"));
  isl_set_free (set);
}

static void
find_points (IhopInstanceWork *work)
{
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < work->scop->accesses->len; i++)
    {
      const IhopAccess *access = work->scop->accesses->pdata[i];
      IhopInstanceSlot slot = ihop_instances_slot (work, access->statement->loop, access->position);
      if (ihop_levels_is_head (access, work->statements) || slot.depth == 0)
        continue;
      if (g_hash_table_add (done, g_strdup_printf ("%u %d", access->statement->id, slot.is_after)))
        add_points (work, access);
    }
}

static int
by_order (gconstpointer a, gconstpointer b, gpointer data)
{
  const IhopInstance *x = a, *y = b;
  const IhopInstances *result = data;
  guint common = MIN (x->depth, y->depth);

  for (guint k = 0; k < common; k++)
    if (x->at[k] != y->at[k])
      return (x->at[k] < y->at[k]) == (result->step[k] > 0) ? -1 : 1;
  if (x->depth == y->depth)
    return (int) x->is_after - (int) y->is_after;
  if (x->depth < y->depth)
    return x->is_after ? 1 : -1;
  return y->is_after ? -1 : 1;
}

static void
sort_points (IhopInstanceWork *work)
{
  GArray *points = work->result->points;

  g_qsort_with_data (points->data, (int) points->len, sizeof (IhopInstance), by_order, work->result);
  g_hash_table_remove_all (work->by_place);
  for (guint i = 0; i < points->len; i++)
    {
      const IhopInstance *point = &g_array_index (points, IhopInstance, i);
      g_hash_table_insert (work->by_place,
                           ihop_instances_key (point->at, (IhopInstanceSlot) { point->depth, point->is_after }),
                           GUINT_TO_POINTER (i + 1));
    }
}

/* ---- what runs at once ---- */

/* The longest chain of dependences before each point. Arrows go forwards, points are in order. */
static void
find_fronts (IhopInstances *result)
{
  gboolean again = TRUE;

  while (again)
    {
      again = FALSE;
      for (guint i = 0; i < result->arrows->len; i++)
        {
          const IhopArrow *arrow = result->arrows->pdata[i];
          IhopInstance *from = &g_array_index (result->points, IhopInstance, arrow->from);
          IhopInstance *to = &g_array_index (result->points, IhopInstance, arrow->to);
          if (arrow->standing != IHOP_LEVEL_STANDS || to->front > from->front)
            continue;
          to->front = from->front + 1;
          again = TRUE;
        }
    }
  for (guint i = 0; i < result->points->len; i++)
    result->n_fronts
      = MAX (result->n_fronts, g_array_index (result->points, IhopInstance, i).front + 1);
}

/* Points that differ only in iterators of parallel loops run together. */
static int
by_round (gconstpointer a, gconstpointer b, gpointer data)
{
  const IhopInstances *result = data;
  IhopInstance x = **(IhopInstance *const *) a, y = **(IhopInstance *const *) b;

  for (guint k = 0; k < result->n_dims; k++)
    if (result->verdict[k] == IHOP_PARALLEL)
      x.at[k] = y.at[k] = 0;
  return by_order (&x, &y, data);
}

static void
find_rounds (IhopInstances *result)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  guint round = 0;

  for (guint i = 0; i < result->points->len; i++)
    g_ptr_array_add (order, &g_array_index (result->points, IhopInstance, i));
  g_ptr_array_sort_with_data (order, by_round, result);
  for (guint i = 0; i < order->len; i++)
    {
      if (i && by_round (&order->pdata[i - 1], &order->pdata[i], result) != 0)
        round++;
      ((IhopInstance *) order->pdata[i])->round = round;
    }
  result->n_rounds = order->len ? round + 1 : 0;
}

/* ---- all together ---- */

static void
arrow_free (gpointer data)
{
  g_free (((IhopArrow *) data)->variable);
  g_free (data);
}

static IhopInstances *
result_new (void)
{
  IhopInstances *result = g_new0 (IhopInstances, 1);

  result->sizes = g_ptr_array_new_with_free_func (g_free);
  result->assumptions = g_ptr_array_new_with_free_func (ihop_message_unref);
  result->points = g_array_new (FALSE, FALSE, sizeof (IhopInstance));
  result->arrows = g_ptr_array_new_with_free_func (arrow_free);
  result->is_complete = TRUE;
  return result;
}

void
ihop_instances_free (IhopInstances *instances)
{
  if (instances == NULL)
    return;
  for (guint k = 0; k < IHOP_INSTANCE_DIMS; k++)
    {
      g_free (instances->iterator[k]);
      g_free (instances->address[k]);
    }
  g_ptr_array_unref (instances->sizes);
  g_ptr_array_unref (instances->assumptions);
  g_array_unref (instances->points);
  g_ptr_array_unref (instances->arrows);
  ihop_message_unref (instances->why);
  g_free (instances);
}

static void
describe (IhopInstanceWork *work)
{
  IhopInstances *result = work->result;

  result->n_dims = work->n;
  for (guint k = 0; k < work->n; k++)
    {
      const IhopLoop *loop = ihop_loops_find (work->facts, work->tree, work->chain[k]->node);
      result->loop[k] = work->chain[k]->node;
      result->verdict[k] = loop ? loop->verdict : IHOP_UNKNOWN;
      result->address[k] = loop ? g_strdup (loop->name->address) : NULL;
      result->iterator[k] = g_strdup (ihop_scop_loop_name (work->chain[k]));
      result->step[k] = work->chain[k]->counting.step;
    }
  for (guint i = 0; work->values && i < work->scop->params->len; i++)
    {
      const IhopParameter *param = work->scop->params->pdata[i];
      if (param->n_factors == 0)
        g_ptr_array_add (result->sizes, g_strdup_printf ("%s = %" G_GINT64_FORMAT, param->text,
                                                         work->values[i]));
    }
}

/* The outermost loop to show: at most two above the one asked for. */
static const IhopLoop *
root_of (IhopFacts *facts, const IhopTree *tree, const IhopLoop *loop)
{
  for (guint k = 1; k < IHOP_INSTANCE_DIMS && loop->name->parent; k++)
    {
      const IhopLoop *outer = ihop_loops_find (facts, tree, loop->name->parent);
      if (outer == NULL || outer->counting.iterator == NULL)
        break;
      loop = outer;
    }
  return loop;
}

static void
count_out (IhopInstanceWork *work, const IhopInstanceOptions *options)
{
  static const guint usual[] = { 0, 12, 7, 4 };
  guint want = work->want = options && options->size ? options->size : usual[work->n];
  const IhopDependence *witness = options ? options->witness : NULL;

  work->values = ihop_instances_sizes (work->scop, work->chain, work->n, want, witness);
  describe (work);
  if (work->values == NULL)
    {
      ihop_instances_give_up (work, ihop_message ("no small sizes were found in which the nest runs"));
      return;
    }
  find_window (work, want, witness);
  find_points (work);
  sort_points (work);
  ihop_instances_find_arrows (work);
  if (witness)
    ihop_instances_mark_witness (work, witness);
  find_fronts (work->result);
  find_rounds (work->result);
}

IhopInstances *
ihop_instances_of (IhopFacts *facts, const IhopTree *tree, const IhopLoop *loop,
                   const IhopInstanceOptions *options)
{
  IhopInstanceWork work = { .facts = facts, .tree = tree, .result = result_new () };

  ihop_loops_of_function (facts, tree, loop->name->function);
  const IhopLoop *root = root_of (facts, tree, loop);
  work.budget = ihop_facts_budget (facts);
  ihop_levels_begin (facts);
  work.scop = ihop_scop_new (facts, loop->name->function, root->name->loop, &work.budget);
  work.statements = ihop_levels_statements (root->name->loop);
  work.by_place = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  work.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  find_chain (&work, loop->name->loop);
  if (work.scop->obstacles->len)
    ihop_instances_give_up (&work, ihop_message_ref (((IhopObstacle *) work.scop->obstacles->pdata[0])->message));
  if (work.n)
    count_out (&work, options);
  ihop_levels_assumptions (work.scop, work.result->assumptions);
  g_free (work.values);
  g_hash_table_unref (work.seen);
  g_hash_table_unref (work.by_place);
  g_hash_table_unref (work.statements);
  ihop_scop_free (work.scop);
  ihop_levels_end (facts);
  return work.result;
}
