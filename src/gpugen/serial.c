/* Statements between the kernels of a host loop, run by one thread so that data need not travel in
 * each iteration. Tried and counted: kept only where the copies it saves weigh more. */
#include "gpugen/fragment.h"
#include "gpugen/variable.h"

#define COST_COPY 100
#define COST_SERIAL 5      /* of a launch, and of each iteration a thread walks alone */

typedef struct
{
  IhopWork *work;
  GPtrArray *runs;         /* of GPtrArray of const IhopNode *: consecutive statements */
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
touches_device (IhopWork *work, const IhopNode *node)
{
  for (guint i = 0; i < work->variables->len; i++)
    {
      const IhopDeviceVariable *v = work->variables->pdata[i];
      if (ihop_touch_of (work->planner->facts, work->function, node, v->symbol)
          & (IHOP_TOUCH_READ | IHOP_TOUCH_WRITE))
        return TRUE;
    }
  return FALSE;
}

static gboolean
may_join (IhopWork *work, const IhopNode *node)
{
  if (node->kind == IHOP_DECLARATION || ihop_fragment_is_skipped (node)
      || !touches_device (work, node))
    return FALSE;
  g_autofree char *why = ihop_device_refuse (work->planner, node, FALSE, NULL);
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
      else if (loops == 0 || node->kind != IHOP_BLOCK || !may_join (runs->work, child))
        run = NULL;
      else
        {
          if (run == NULL)
            g_ptr_array_add (runs->runs,
                             run = g_ptr_array_new ());
          g_ptr_array_add (run, (gpointer) child);
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

/* What the plan as it stands would cost in copies of arrays and lone threads. */
static guint64
total_cost (IhopWork *work)
{
  guint64 cost = serial_cost (work);

  for (guint i = 0; i < work->variables->len; i++)
    {
      const IhopDeviceVariable *v = work->variables->pdata[i];
      g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (IhopMove));
      g_autofree guint16 *events = ihop_copies_events (work, v);
      if (v->is_local || !ihop_motion_solve (work->graph, events, moves))
        ihop_motion_naive (work->graph, events, moves);
      guint64 each = v->passing == IHOP_PASS_ARRAY ? COST_COPY : COST_COPY / 10;
      cost += ihop_motion_weigh (work->graph, moves) * each;
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

void
ihop_fragment_join_serial (IhopWork *work)
{
  Runs runs = { work, g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref) };

  ihop_variables_make (work);
  collect_runs (&runs, work->function->body, 0);
  if (runs.runs->len && work->kernels->len)
    {
      guint64 before = total_cost (work);
      for (guint i = 0; i < runs.runs->len; i++)
        g_free (ihop_fragment_add (work, IHOP_KERNEL_SERIAL, runs.runs->pdata[i], NULL, NULL));
      g_ptr_array_sort (work->kernels, by_place);
      ihop_variables_make (work);
      if (total_cost (work) >= before)
        undo (work);
    }
  g_ptr_array_unref (runs.runs);
}
