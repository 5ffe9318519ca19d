/* Statements between the kernels of a host loop, run by one thread so that data need not travel in
 * each iteration. Tried and counted: kept only where the copies it saves weigh more. The loop may stand in a caller: then all that
 * the function does with an array has to be on the device, and the caller hands its copy over. */
#include "gpugen/transfer/single_thread.h"
#include "analysis/program/callgraph.h"
#include "gpugen/kernel/device_code.h"
#include "gpugen/memory/parameters.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/select/fragment.h"
#include "gpugen/transfer/device_version.h"
#include "gpugen/transfer/events.h"
#include "gpugen/transfer/motion.h"
#include "gpugen/transfer/pointer_swap.h"

#define COST_COPY 100
#define MOST_ROUNDS 8
#define COST_SERIAL 5      /* of a launch, and of each iteration a thread walks alone */

typedef struct
{
  IhopWork *work;
  GHashTable *device;      /* symbols that live on the device */
  GPtrArray *runs;         /* of GPtrArray of const IhopNode *: consecutive statements */
  guint n_statements;      /* in all runs */
  gboolean is_repeated;    /* a caller's loop is around the function */
} Runs;

static gboolean
starts_kernel (const IhopWork *work, const IhopNode *node)
{
  for (guint i = 0; i < work->kernels->len; i++)
    if (((IhopKernel *) work->kernels->pdata[i])->statements->pdata[0] == node)
      return TRUE;
  return FALSE;
}

static gboolean
holds_kernel (const IhopWork *work, const IhopNode *node)
{
  gboolean found = starts_kernel (work, node);

  for (guint i = 0; i < node->n_children && !found; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      found = holds_kernel (work, node->child[i]);
  return found;
}

/* A statement that touches what kernels work on. */
static gboolean
touches_device (const Runs *runs, const IhopNode *node)
{
  GHashTableIter iter;
  gpointer symbol;

  g_hash_table_iter_init (&iter, runs->device);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    if (ihop_touch_of (runs->work->planner->facts, runs->work->function, node, symbol)
        & (IHOP_TOUCH_READ | IHOP_TOUCH_WRITE))
      return TRUE;
  return FALSE;
}

static gboolean
has_parallel_loop (IhopFacts *facts, const IhopFunction *function)
{
  const GPtrArray *loops = ihop_loops_of_function (facts, ihop_facts_tree_of (facts, function), function);

  for (guint i = 0; i < loops->len; i++)
    if (((const IhopLoop *) loops->pdata[i])->verdict == IHOP_PARALLEL)
      return TRUE;
  return FALSE;
}

/* In whatever file its body stands. */
static gboolean
reaches_parallel_loop (IhopFacts *facts, const IhopFunction *called)
{
  const GPtrArray *nodes = ihop_callgraph_of (facts)->nodes;

  for (guint i = 0; i < nodes->len; i++)
    {
      const IhopFunction *function = ((const IhopCallNode *) nodes->pdata[i])->function;
      if (ihop_callgraph_reaches (facts, called, function) && has_parallel_loop (facts, function))
        return TRUE;
    }
  return FALSE;
}

/* One thread would do alone what a called function, or one that it calls, has threads for. */
static gboolean
calls_parallel_loop (const IhopWork *work, const IhopNode *node)
{
  IhopFacts *facts = work->planner->facts;
  const GPtrArray *calls = ihop_callgraph_node (facts, work->function)->calls;

  for (guint i = 0; i < calls->len; i++)
    {
      const IhopCallSite *site = calls->pdata[i];
      if (site->function && ihop_node_holds (node, site->call) && reaches_parallel_loop (facts, site->function))
        return TRUE;
    }
  return FALSE;
}

static gboolean
may_join (const Runs *runs, const IhopNode *node)
{
  IhopWork *work = runs->work;

  if (node->kind == IHOP_DECLARATION || ihop_fragment_is_skipped (node)
      || !touches_device (runs, node) || calls_parallel_loop (work, node))
    return FALSE;
  g_autoptr (IhopMessage) why = ihop_device_refuse_lone (work, node, NULL);
  return why == NULL;
}

static void
collect_runs (Runs *runs, const IhopNode *node, guint loops)
{
  GPtrArray *run = NULL;

  if (starts_kernel (runs->work, node))
    return;
  loops += ihop_kind_is_loop (node->kind);
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || !ihop_kind_is_statement (child->kind) || (node->kind == IHOP_FOR && i < 3))
        continue;
      if (starts_kernel (runs->work, child))
        run = NULL;
      else if (holds_kernel (runs->work, child))
        {
          run = NULL;
          collect_runs (runs, child, loops);
        }
      else if (loops == 0 || node->kind != IHOP_BLOCK || !may_join (runs, child))
        run = NULL;
      else
        {
          if (run == NULL)
            g_ptr_array_add (runs->runs,
                             run = g_ptr_array_new ());
          g_ptr_array_add (run, (gpointer) child);
          runs->n_statements++;
        }
    }
}

/* Iterations a lone thread walks in these statements: 16 for each level of loops. */
static guint64
lone_iterations (const IhopNode *node)
{
  guint64 most = 1;

  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      most = MAX (most, lone_iterations (node->child[i]));
  return ihop_kind_is_loop (node->kind) ? MIN (most, 1 << 20) * 16 : most;
}

static guint64
serial_cost (const IhopWork *work)
{
  guint64 cost = 0;

  for (guint i = 0; i < work->graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (work->graph, i);
      guint64 lone = 0;
      if (node->kind != IHOP_GRAPH_LAUNCH || node->kernel->kind != IHOP_KERNEL_SERIAL)
        continue;
      for (guint k = 0; k < node->kernel->statements->len; k++)
        lone += lone_iterations (node->kernel->statements->pdata[k]);
      cost += node->weight * COST_SERIAL * lone;
    }
  return cost;
}

static guint64
copy_cost (const IhopDeviceVariable *v)
{
  return v->passing == IHOP_PASS_ARRAY ? COST_COPY : COST_COPY / 10;
}

/* Of a buffer that changes places with others, and of these, which are done with that; FALSE: it does not. */
static gboolean
add_swapped (IhopWork *work, IhopDeviceVariable *v, GPtrArray *done, guint64 *cost)
{
  g_autoptr (IhopSwapGroup) group = ihop_pointer_swap_find (work, v);

  for (guint i = 0; group && i < group->variables->len; i++)
    {
      *cost += ihop_motion_weigh (work->graph, group->moves->pdata[i]) * copy_cost (group->variables->pdata[i]);
      g_ptr_array_add (done, group->variables->pdata[i]);
    }
  return group != NULL;
}

/* What the plan as it stands would cost in copies of arrays and lone threads. What callers hand over in each iteration costs
 * nothing here. */
static guint64
total_cost (IhopWork *work, gboolean is_repeated)
{
  guint64 cost = serial_cost (work);
  g_autoptr (GPtrArray) done = g_ptr_array_new ();

  for (guint i = 0; i < work->variables->len; i++)
    {
      IhopDeviceVariable *v = work->variables->pdata[i];
      if (g_ptr_array_find (done, v, NULL) || (is_repeated && ihop_resident_is_handed (work, v))
          || add_swapped (work, v, done, &cost))
        continue;
      g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (IhopMove));
      g_autofree guint16 *events = ihop_copies_events (work, v);
      if (v->is_local || !ihop_motion_solve (work->graph, events, moves))
        ihop_motion_naive (work->graph, events, moves);
      cost += ihop_motion_weigh (work->graph, moves) * copy_cost (v);
    }
  return cost;
}

static gint
by_place (gconstpointer a, gconstpointer b)
{
  const IhopNode *p = (*(IhopKernel *const *) a)->statements->pdata[0];
  const IhopNode *q = (*(IhopKernel *const *) b)->statements->pdata[0];

  return p->place.begin < q->place.begin ? -1 : p->place.begin > q->place.begin;
}

static void
undo (IhopWork *work)
{
  for (guint i = work->kernels->len; i-- > 0;)
    {
      IhopKernel *kernel = work->kernels->pdata[i];
      if (kernel->kind != IHOP_KERNEL_SERIAL)
        continue;
      g_ptr_array_remove_index (work->kernels, i);
      ihop_kernel_free (kernel);
    }
}

static void
collect_device (Runs *runs)
{
  for (guint i = 0; i < runs->work->variables->len; i++)
    {
      const IhopDeviceVariable *v = runs->work->variables->pdata[i];
      g_hash_table_add (runs->device, v->symbol);
    }
}

/* These runs beside the kernels that were there, each a kernel of its own. */
static void
place (IhopWork *work, const GPtrArray *runs)
{
  for (guint i = 0; i < runs->len; i++)
    ihop_message_unref (ihop_fragment_add (work, IHOP_KERNEL_SERIAL, runs->pdata[i], NULL, NULL));
  g_ptr_array_sort (work->kernels, by_place);
  ihop_variables_make (work);
}

static GPtrArray *
find_runs (Runs *runs)
{
  runs->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  runs->n_statements = 0;
  collect_runs (runs, runs->work->function->body, runs->is_repeated);
  return runs->runs;
}

/* A statement that joins may bring a variable to the device (a scalar that it sets), and with that
 * others that touch it: so again, until no more come. */
void
ihop_fragment_join_serial (IhopWork *work)
{
  Runs runs = { .work = work, .device = g_hash_table_new (NULL, NULL), .is_repeated = ihop_resident_is_repeated (work) };
  GPtrArray *best = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  guint n_last = 0;

  ihop_variables_make (work);
  guint64 least = total_cost (work, runs.is_repeated);
  for (guint round = 0; round < MOST_ROUNDS; round++, n_last = runs.n_statements)
    {
      collect_device (&runs);
      undo (work);
      g_autoptr (GPtrArray) found = find_runs (&runs);
      if (runs.n_statements == n_last)
        break;
      place (work, found);
      guint64 cost = total_cost (work, runs.is_repeated);
      if (cost < least)
        {
          least = cost;
          g_ptr_array_unref (best);
          best = g_ptr_array_ref (found);
        }
    }
  undo (work);
  place (work, best);
  g_ptr_array_unref (best);
  g_hash_table_unref (runs.device);
}
