/* How many threads: the bounds of the axes, and which axis is which. */
#include "ir/expression.h"
#include "gpugen/kernel/axes.h"
#include "gpugen/plan/clauses.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include <string.h>

static gboolean
is_unsigned (const IhopNode *node)
{
  const IhopType *type = node && node->type ? ihop_type_strip (node->type) : NULL;

  return type && type->kind == IHOP_TYPE_INTEGER && !type->is_signed;
}

static const IhopNode *
first_of (IhopPool *pool, const IhopLoop *loop)
{
  const IhopCounting *c = &loop->counting;

  return c->lower ? c->lower : ihop_expression_name (pool, c->iterator);
}

/* The number of iterations. Unsigned differences that would wrap are asked for first. */
static const IhopNode *
trips_of (IhopPool *pool, const IhopLoop *loop)
{
  const IhopCounting *c = &loop->counting;
  gboolean up = c->step > 0, equal = c->relation == IHOP_OP_LE || c->relation == IHOP_OP_GE;
  const IhopNode *lower = first_of (pool, loop), *small = up ? lower : c->bound, *large = up ? c->bound : lower;
  gint64 step = ABS (c->step), more = equal ? step : step - 1, number;
  const IhopNode *trips = ihop_expression_add (pool, ihop_expression_subtract (pool, large, small),
                                               ihop_expression_number (pool, more));

  if (step != 1)
    trips = ihop_expression_binary (pool, IHOP_OP_DIV, trips, ihop_expression_number (pool, step));
  gboolean is_from_zero = ihop_expression_is_number (small, &number) && number == 0;
  if ((is_unsigned (c->bound) || is_unsigned (c->lower)) && !ihop_expression_distance (small, large, &number)
      && !(is_from_zero && !equal && step == 1))
    trips = ihop_expression_choice (pool, ihop_expression_binary (pool, equal ? IHOP_OP_LE : IHOP_OP_LT, small, large),
                                    trips, ihop_expression_number (pool, 0));
  return trips;
}

/* With "i = lower; i < bound; i += step" the iterator stops at the first value past the bound. */
const IhopNode *
ihop_axes_last_value (IhopPool *pool, const IhopLoop *loop)
{
  const IhopCounting *c = &loop->counting;
  gboolean up = c->step > 0, equal = c->relation == IHOP_OP_LE || c->relation == IHOP_OP_GE;
  const IhopNode *lower = first_of (pool, loop), *end = c->bound;
  gint64 distance;

  if (equal)
    end = ihop_expression_add (pool, end, ihop_expression_number (pool, up ? 1 : -1));
  if (ABS (c->step) == 1 && ihop_expression_distance (lower, end, &distance))
    return (up ? distance : -distance) > 0 ? end : lower;
  const IhopNode *runs = ihop_expression_binary (pool, c->relation, lower, c->bound);
  if (ABS (c->step) != 1)
    end = ihop_expression_binary (pool, IHOP_OP_ADD, lower,
                                  ihop_expression_binary (pool, IHOP_OP_MUL, trips_of (pool, loop),
                                                          ihop_expression_number (pool, c->step)));
  return ihop_expression_choice (pool, runs, end, lower);
}

/* Whether an axis' bounds can be told before the launch: they use nothing that the nest sets. */
static gboolean
known_before (const IhopWork *work, const IhopMappedNest *nest, guint axis)
{
  const IhopCounting *c = &nest->loops[axis]->counting;

  for (guint i = 0; i < axis; i++)
    {
      const IhopSymbol *outer = nest->loops[i]->counting.iterator;
      if ((c->lower && ihop_expression_mentions (c->lower, outer)) || ihop_expression_mentions (c->bound, outer))
        return FALSE;
    }
  return TRUE;
}

static const IhopNode *
most_trips (IhopWork *work, const IhopMappedNest *nest, guint axis, const IhopNode *trips)
{
  if (axis == 0 || known_before (work, nest, axis))
    return trips;
  return ihop_footprint_trip_count (work->planner->facts, work->function,
                                    nest->loops[0]->name->loop, nest->loops[axis]->name->loop);
}

/* The size of an array of variable length: the array itself would be asked, which a kernel does not have. */
static gboolean
asks_array (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_SIZEOF && !(node->flags & IHOP_NODE_CONSTANT);
  return !*found;
}

/* Something whose value can change between the launch and a thread's reading it. */
static gboolean
reads_memory (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_INDEX || node->kind == IHOP_CALL || node->kind == IHOP_ASSIGN
            || (node->kind == IHOP_MEMBER && (node->flags & IHOP_NODE_ARROW))
            || (node->kind == IHOP_UNARY && (node->op == IHOP_OP_DEREF
                                             || node->op >= IHOP_OP_PRE_INC));
  return !*found;
}

IhopMessage *
ihop_axes_fill (IhopWork *work, IhopKernel *kernel, const IhopMappedNest *nest)
{
  IhopPool *pool = ihop_work_pool (work);

  for (guint i = 0; i < nest->n; i++)
    {
      const IhopLoop *loop = nest->loops[i];
      IhopAxis *axis = &kernel->axes[i];
      gboolean memory = FALSE, array = FALSE;
      axis->loop = loop->name->loop;
      axis->facts = loop;
      axis->iterator = loop->counting.iterator;
      axis->step = loop->counting.step;
      axis->first = first_of (pool, loop);
      axis->trips = trips_of (pool, loop);
      axis->max_trips = most_trips (work, nest, i, axis->trips);
      if (loop->counting.lower)
        ihop_node_walk (loop->counting.lower, reads_memory, &memory);
      ihop_node_walk (loop->counting.bound, reads_memory, &memory);
      ihop_node_walk (loop->counting.lower, asks_array, &array);
      ihop_node_walk (loop->counting.bound, asks_array, &array);
      if (axis->max_trips && !array && !(i > 0 && memory))
        {
          kernel->n_axes = i + 1;
          kernel->body = ihop_loop_body (axis->loop);
          continue;
        }
      axis->first = axis->trips = axis->max_trips = NULL;
      break; /* this one and those inside stay in the thread */
    }
  if (kernel->n_axes == 0 || (nest->tree && kernel->n_axes < nest->n))
    return ihop_message ("the number of iterations cannot be told before it runs");
  kernel->tree = nest->tree;
  return NULL;
}

/* ---- which loop is x ---- */

static void
collect_pins (const IhopWork *work, const IhopKernel *kernel, int axis[3], guint block[3])
{
  const IhopPlanOptions *options = work->planner->options;
  const IhopClauses *clauses = g_hash_table_lookup (work->planner->pins, kernel);
  g_autoptr (GArray) given = g_array_new (FALSE, FALSE, sizeof (IhopPin));

  memcpy (block, options->block, 3 * sizeof *block);
  if (clauses && clauses->block[0])
    memcpy (block, clauses->block, 3 * sizeof *block);
  if (options->map)
    ihop_clauses_parse_map (options->map, given);
  const GArray *pins = clauses && clauses->map->len ? clauses->map : given;
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      axis[i] = -1;
      for (guint k = 0; k < pins->len; k++)
        {
          const IhopPin *pin = &g_array_index (pins, IhopPin, k);
          if (strcmp (pin->iterator, kernel->axes[i].iterator->name) == 0
              && pin->axis < kernel->n_axes)
            axis[i] = (int) pin->axis;
        }
    }
  for (guint k = 0; k < given->len; k++)
    g_free (g_array_index (given, IhopPin, k).iterator);
}

static void
refuse_block (IhopWork *work, IhopKernel *kernel, guint block[3], guint64 most)
{
  IhopDiag *diag = ihop_planner_refuse (work->planner, "IHOP-G009", kernel->statements->pdata[0],
                                "A block of %u x %u x %u threads is more than the device runs; the "
                                "usual size is taken.", MAX (block[0], 1), MAX (block[1], 1),
                                MAX (block[2], 1));

  ihop_diag_remedy (diag, "ask for at most %lu threads altogether", (unsigned long) most);
  memset (block, 0, 3 * sizeof *block);
}

static void
check_block (IhopWork *work, IhopKernel *kernel, guint block[3])
{
  const IhopGpu *gpu = work->planner->plan->gpu;
  guint64 most = gpu && gpu->max_threads_block ? gpu->max_threads_block : 1024, all = 1;
  gboolean fits = TRUE;

  for (guint i = 0; i < 3; i++)
    {
      all *= MAX (block[i], 1);
      fits &= all <= most && !(gpu && gpu->max_block[i] && block[i] > gpu->max_block[i]);
      if (i >= kernel->n_axes)
        block[i] = 0; /* an axis that the nest does not have */
    }
  if (!fits)
    refuse_block (work, kernel, block, most);
}

/* Without advice: the innermost loop along x, as it most often walks along memory. */
static void
decide_plainly (IhopKernel *kernel, const int pinned[3])
{
  gboolean taken[3] = { FALSE };

  for (guint i = 0; i < kernel->n_axes; i++)
    if (pinned[i] >= 0)
      taken[kernel->axes[i].axis = (guint) pinned[i]] = TRUE;
  for (guint i = kernel->n_axes; i-- > 0;)
    {
      if (pinned[i] >= 0)
        continue;
      guint axis = 0;
      while (taken[axis])
        axis++;
      taken[kernel->axes[i].axis = axis] = TRUE;
    }
}

/* The marks have decided. */
static void
decide_by_tree (IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      kernel->axes[i].axis = kernel->tree->block[i].axis;
      kernel->axes[i].is_block = TRUE;
    }
  memcpy (kernel->block, kernel->tree->threads, sizeof kernel->block);
}

static IhopToldTrips *
told_trips (IhopPlanner *planner, const IhopFunction *function)
{
  IhopToldTrips *told = g_hash_table_lookup (planner->told, function);

  if (told == NULL)
    g_hash_table_insert (planner->told, (gpointer) function, told = ihop_told_trips_new (planner->facts, function));
  return told;
}

void
ihop_axes_decide (IhopWork *work, IhopKernel *kernel)
{
  static const guint usual[4][3] = { { 1, 1, 1 }, { 256, 1, 1 }, { 32, 8, 1 }, { 32, 4, 2 } };
  IhopPlanner *planner = work->planner;
  const IhopNode *loops[3] = { NULL };
  int pinned[3] = { -1, -1, -1 };
  guint block[3];

  if (kernel->kind == IHOP_KERNEL_SERIAL)
    {
      kernel->block[0] = kernel->block[1] = kernel->block[2] = 1;
      return;
    }
  if (kernel->tree)
    {
      decide_by_tree (kernel);
      return;
    }
  collect_pins (work, kernel, pinned, block);
  check_block (work, kernel, block);
  decide_plainly (kernel, pinned);
  memcpy (kernel->block, usual[kernel->n_axes], sizeof kernel->block);
  for (guint i = 0; i < kernel->n_axes; i++)
    loops[i] = kernel->axes[i].loop;
  kernel->profile = ihop_profile_nest (planner->facts, told_trips (planner, work->function), work->function, loops, kernel->n_axes,
                                       planner->plan->gpu, planner->options->model, pinned, block);
  if (kernel->profile && kernel->profile->candidates->len)
    {
      const IhopCandidate *best = &g_array_index (kernel->profile->candidates, IhopCandidate, 0);
      for (guint i = 0; i < kernel->n_axes; i++)
        kernel->axes[i].axis = best->axis_of[i];
      memcpy (kernel->block, best->block, sizeof kernel->block);
    }
  for (guint i = 0; i < 3; i++)
    kernel->block[i] = MAX (block[0] && block[i] ? block[i] : kernel->block[i], 1);
}
