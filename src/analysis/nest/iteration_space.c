/* Points and arrows of an iteration space. */
#include "analysis/nest/iteration_space.h"
#include "analysis/dependence/dependences.h"
#include "analysis/extract/extract.h"
#include "analysis/nest/iteration_space_sizes.h"
#include "analysis/nest/iteration_space_trace.h"
#include "analysis/verdict/loops.h"
#include <string.h>

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
  IhopInstanceSlot from, to;
  const IhopNode *node;
  guint counted;
  GArray *pairs;           /* of guint: two a pair */
} Count;

static void
read_point (isl_point *point, guint first, guint n, gint64 *at)
{
  for (guint i = 0; i < n; i++)
    {
      isl_val *val = isl_point_get_coordinate_val (point, isl_dim_set, (int) (first + i));
      at[i] = val ? isl_val_get_num_si (val) : 0;
      isl_val_free (val);
    }
}

static isl_stat
add_point (isl_point *point, void *data)
{
  Count *count = data;
  IhopInstanceWork *work = count->work;
  IhopInstance instance = { .depth = count->from.depth, .is_after = count->from.is_after,
                            .node = count->node };

  read_point (point, 0, instance.depth, instance.at);
  isl_point_free (point);
  if (++count->counted > IHOP_INSTANCES_COUNTED || work->result->points->len >= IHOP_INSTANCES_POINTS)
    return isl_stat_error;
  if (ihop_instances_point (work, instance.at, count->from) == 0)
    {
      g_array_append_val (work->result->points, instance);
      g_hash_table_insert (work->by_place, ihop_instances_key (instance.at, count->from),
                           GUINT_TO_POINTER (work->result->points->len));
    }
  return isl_stat_ok;
}

/* The instances of one statement within the window. */
static void
add_points (IhopInstanceWork *work, const IhopAccess *access)
{
  const IhopScopStatement *statement = access->statement;
  Count count = { .work = work, .from = ihop_instances_slot (work, statement->loop, access->position),
                  .node = g_hash_table_lookup (work->statements, access->node) };
  isl_set *set = ihop_instances_fix (work->scop, isl_set_copy (statement->domain), work->values);

  set = ihop_instances_clip (work, set, 0, count.from.depth);
  set = isl_set_project_out (set, isl_dim_set, count.from.depth,
                             statement->depth - count.from.depth);
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

/* ---- arrows ---- */

static isl_stat
add_pair (isl_point *point, void *data)
{
  Count *count = data;
  gint64 from[IHOP_INSTANCE_DIMS], to[IHOP_INSTANCE_DIMS];

  read_point (point, 0, count->from.depth, from);
  read_point (point, count->from.depth, count->to.depth, to);
  isl_point_free (point);
  guint source = ihop_instances_point (count->work, from, count->from);
  guint sink = ihop_instances_point (count->work, to, count->to);
  if (++count->counted > IHOP_INSTANCES_COUNTED)
    return isl_stat_error;
  if (source && sink && source < sink)
    {
      guint pair[2] = { source - 1, sink - 1 };
      g_array_append_vals (count->pairs, pair, 2);
    }
  return isl_stat_ok;
}

static gboolean
meets (const guint64 *a, const guint64 *b, guint words)
{
  for (guint i = 0; i < words; i++)
    if (a[i] & b[i])
      return TRUE;
  return FALSE;
}

/* Of x → y, y → z and x → z the last says nothing new: an arrow is kept if no point lies between. */
static void
add_short_links (IhopInstanceWork *work, const GArray *pairs, const IhopAccess *a, const IhopAccess *b,
                 gboolean is_exact)
{
  guint n = work->result->points->len, words = (n + 63) / 64;
  g_autofree guint64 *out = g_new0 (guint64, (gsize) n * words);
  g_autofree guint64 *in = g_new0 (guint64, (gsize) n * words);

  for (guint i = 0; i + 1 < pairs->len; i += 2)
    {
      guint x = g_array_index (pairs, guint, i), y = g_array_index (pairs, guint, i + 1);
      out[(gsize) x * words + y / 64] |= (guint64) 1 << (y % 64);
      in[(gsize) y * words + x / 64] |= (guint64) 1 << (x % 64);
    }
  for (guint i = 0; i + 1 < pairs->len; i += 2)
    {
      guint x = g_array_index (pairs, guint, i), y = g_array_index (pairs, guint, i + 1);
      if (work->result->arrows->len < IHOP_INSTANCES_ARROWS
          && !meets (out + (gsize) x * words, in + (gsize) y * words, words))
        ihop_instances_arrow (work, x, y, a, b, is_exact);
    }
}

/* Instances of both in what is shown; the loops in which the variable is another one are in the
 * same iteration. Takes pairs. */
static isl_set *
shown_pairs (const IhopInstanceWork *work, isl_map *pairs, const IhopAccess *a, const IhopAccess *b, IhopInstanceSlot from,
             IhopInstanceSlot to)
{
  guint declared = ihop_levels_declared (work->scop, a->ref->root);
  guint a_depth = a->statement->depth, b_depth = b->statement->depth;
  isl_set *set;

  for (guint k = 0; k < MIN (declared, MIN (a_depth, b_depth)); k++)
    pairs = isl_map_equate (pairs, isl_dim_in, (int) k, isl_dim_out, (int) k);
  pairs = ihop_instances_fix_map (work->scop, pairs, work->values);
  set = isl_set_flatten (isl_map_wrap (pairs));
  set = ihop_instances_clip (work, set, 0, from.depth);
  set = ihop_instances_clip (work, set, a_depth, to.depth);
  set = isl_set_project_out (set, isl_dim_set, a_depth + to.depth, b_depth - to.depth);
  return isl_set_project_out (set, isl_dim_set, from.depth, a_depth - from.depth);
}

static void
look_at_pair (IhopInstanceWork *work, const IhopAccess *a, const IhopAccess *b)
{
  IhopOverlap overlap = ihop_overlap_of (work->scop, a, b, work->scop->assumptions);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint));
  Count count = { .work = work, .from = ihop_instances_slot (work, a->statement->loop, a->position),
                  .to = ihop_instances_slot (work, b->statement->loop, b->position), .pairs = pairs };
  gboolean is_exact = a->may == IHOP_MAY_NOT && b->may == IHOP_MAY_NOT
                      && overlap.kind == IHOP_OVERLAP_SURE, is_apart;

  if (overlap.kind == IHOP_OVERLAP_NONE || count.from.depth == 0 || count.to.depth == 0
      || ihop_instances_traced (work, a, b, &overlap))
    return;
  isl_map *map = ihop_deps_between (work->scop, a, b, &overlap, &is_apart);
  if (is_apart)
    return;
  isl_set *set = shown_pairs (work, map, a, b, count.from, count.to);
  if (set == NULL || isl_set_foreach_point (set, add_pair, &count) != isl_stat_ok)
    ihop_instances_give_up (work, ihop_message ("there are more dependences than can be shown"));
  isl_set_free (set);
  add_short_links (work, pairs, a, b, is_exact);
}

static void
find_arrows (IhopInstanceWork *work)
{
  const GPtrArray *accesses = work->scop->accesses;

  ihop_instances_trace (work);
  for (guint i = 0; i < accesses->len; i++)
    for (guint k = 0; k < accesses->len; k++)
      {
        const IhopAccess *a = accesses->pdata[i], *b = accesses->pdata[k];
        if ((!a->is_write && !b->is_write) || ihop_levels_is_head (a, work->statements)
            || ihop_levels_is_head (b, work->statements))
          continue;
        if (!ihop_budget_spend (&work->budget, 1))
          {
            ihop_instances_give_up (work, ihop_message ("the analysis ran out of time"));
            return;
          }
        look_at_pair (work, a, b);
      }
  if (work->result->arrows->len >= IHOP_INSTANCES_ARROWS)
    ihop_instances_give_up (work, ihop_message ("there are more dependences than can be shown"));
}

/* ---- the witness ---- */

static guint
point_of_iteration (const IhopInstanceWork *work, const GPtrArray *names, const GArray *values)
{
  gint64 at[IHOP_INSTANCE_DIMS] = { 0 };
  guint depth = 0;

  for (guint k = 0; k < work->n; k++)
    for (guint i = 0; i < values->len && depth == k; i++)
      if (g_str_equal (names->pdata[i], work->result->iterator[k]))
        at[depth++] = g_array_index (values, gint64, i);
  for (guint after = 0; depth && after < 2; after++)
    {
      guint found = ihop_instances_point (work, at, (IhopInstanceSlot) { depth, after });
      if (found)
        return found;
    }
  return 0;
}

static void
mark_witness (IhopInstanceWork *work, const IhopDependence *witness)
{
  guint from = point_of_iteration (work, witness->source_names, witness->source_iteration);
  guint to = point_of_iteration (work, witness->sink_names, witness->sink_iteration);

  if (from == 0 || to == 0)
    return;
  for (guint i = 0; i < work->result->arrows->len; i++)
    {
      IhopArrow *arrow = work->result->arrows->pdata[i];
      if (arrow->from == from - 1 && arrow->to == to - 1
          && g_str_equal (arrow->variable, witness->variable) && arrow->kind == witness->kind)
        {
          arrow->is_witness = TRUE;
          return;
        }
    }
  IhopArrow *arrow = g_new0 (IhopArrow, 1);
  *arrow = (IhopArrow) { .from = from - 1, .to = to - 1, .kind = witness->kind, .is_exact = TRUE,
                         .variable = g_strdup (witness->variable), .source = witness->source,
                         .sink = witness->sink, .is_witness = TRUE };
  g_ptr_array_add (work->result->arrows, arrow);
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
  find_arrows (work);
  if (witness)
    mark_witness (work, witness);
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
