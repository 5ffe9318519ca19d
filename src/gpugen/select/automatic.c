/* Fragments found without marks: the outermost parallel loops that have enough to do. */
#include "gpugen/select/automatic.h"
#include "gpugen/kernel/mapped_nest.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "gpugen/select/fragment.h"
#include "ir/roles.h"

#define WORK_LEAST 1024 /* executions of the innermost bodies */

static void visit (IhopWork *work, const IhopNode *node);

static gint64
trips_of (IhopWork *work, const IhopNode *node)
{
  const IhopCounting *counting
    = ihop_kind_is_loop (node->kind) ? ihop_loops_counting (work->planner->facts, work->planner->tree, node) : NULL;

  return counting ? ihop_nest_trips (counting) : -1;
}

/* How often the innermost bodies run in all; -1: not known. */
static gint64
count_work (IhopWork *work, const IhopNode *node)
{
  gint64 trips = trips_of (work, node), sum = 0;

  if (trips == 0)
    return 0;
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || !ihop_kind_is_statement (child->kind))
        continue;
      gint64 below = count_work (work, child);
      if (below < 0)
        return -1;
      sum += below;
    }
  if (!ihop_kind_is_loop (node->kind))
    return sum;
  if (trips < 0 || trips > (gint64) 1 << 20 || sum > (gint64) 1 << 20)
    return -1;
  return trips * MAX (sum, 1);
}

static gboolean
is_too_small (IhopWork *work, const IhopNode *node, gint64 *executions)
{
  *executions = count_work (work, node);
  return *executions >= 0 && *executions < WORK_LEAST;
}

/* ---- What the host does quicker ---- */

/* The parallel loops of this piece of code. */
static void
leave_on_host (IhopWork *work, const IhopNode *node, const IhopStays *stays)
{
  const IhopLoop *loop
    = ihop_kind_is_loop (node->kind) ? ihop_loops_find (work->planner->facts, work->planner->tree, node) : NULL;

  if (loop && loop->verdict == IHOP_PARALLEL)
    ihop_leave_out (work->planner, node, "it is parallel, but %s is predicted to be quicker on the host as a whole: "
                    "%s instead of %s", stays->address, stays->host, stays->device);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      leave_on_host (work, node->child[i], stays);
}

/* NULL: nothing speaks for the host. */
static const IhopStays *
stays_on_host (IhopWork *work, const IhopNode *node)
{
  const GPtrArray *list = work->planner->options->on_host;
  const IhopLoop *loop = list ? ihop_loops_find (work->planner->facts, work->planner->tree, node) : NULL;

  for (guint i = 0; loop && i < list->len; i++)
    if (ihop_stays_covers (list->pdata[i], loop->name->address))
      return list->pdata[i];
  return NULL;
}

static gboolean
look_for_blocks (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= ihop_role_of (node).role == IHOP_ROLE_BLOCK;
  return !*found && ihop_kind_is_statement (node->kind);
}

/* Whether a kernel is laid out in the loop: it is the kernel then, and the loop the host's, parallel or not. */
static gboolean
holds_blocks (const IhopNode *loop)
{
  gboolean found = FALSE;

  ihop_node_walk (ihop_loop_body (loop), look_for_blocks, &found);
  return found;
}

static void
visit_loop (IhopWork *work, const IhopNode *node)
{
  const IhopStays *stays = stays_on_host (work, node);
  gint64 executions;
  IhopMappedNest nest;
  IhopMessage *why;

  if (stays)
    {
      leave_on_host (work, node, stays);
      return;
    }
  if (ihop_role_in (work->function->body, node).role == IHOP_ROLE_HOST)
    {
      ihop_leave_out (work->planner, node, "it does what the device's copy of it does not take (\"#pragma ihop host\")");
      return;
    }
  if (node->kind != IHOP_FOR || (ihop_role_in (work->function->body, node).role != IHOP_ROLE_BLOCK && holds_blocks (node)))
    {
      visit (work, ihop_loop_body (node));
      return;
    }
  if (!ihop_nest_find (work->planner, work->function, node, 3, &nest, &why))
    {
      gboolean is_tree = ihop_role_in (work->function->body, node).role == IHOP_ROLE_BLOCK;
      ihop_leave_out_message (work->planner, node, ihop_message_ref (why));
      if (is_tree)
        ihop_planner_refuse (work->planner, "IHOP-G002", node, "The marked loop is not put on the device: %s.", why);
      else
        visit (work, ihop_loop_body (node));
      ihop_message_unref (why);
      return;
    }
  if (is_too_small (work, node, &executions))
    {
      ihop_leave_out (work->planner, node, "it is parallel, but %ld executions of its body are too little work for a launch",
                      (long) executions);
      return;
    }
  why = ihop_fragment_add_nest (work, node, NULL);
  if (why)
    {
      ihop_leave_out_message (work->planner, node, why);
      visit (work, ihop_loop_body (node));
    }
}

static void
visit (IhopWork *work, const IhopNode *node)
{
  if (ihop_kind_is_loop (node->kind))
    {
      visit_loop (work, node);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      visit (work, node->child[i]);
}

/* Small loops beside others in a loop of the host: leaving them there would make data travel. */
static gboolean
shares_loop (IhopWork *work, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, node);

  for (guint i = 0; path && i + 1 < path->len; i++)
    {
      if (!ihop_kind_is_loop (((const IhopNode *) path->pdata[i])->kind))
        continue;
      for (guint k = 0; k < work->kernels->len; k++)
        {
          const IhopKernel *kernel = work->kernels->pdata[k];
          g_autoptr (GPtrArray) inner = ihop_node_path (path->pdata[i], kernel->statements->pdata[0]);
          if (inner)
            return TRUE;
        }
    }
  return FALSE;
}

static gint
by_place (gconstpointer a, gconstpointer b)
{
  const IhopKernel *x = *(IhopKernel *const *) a, *y = *(IhopKernel *const *) b;
  const IhopNode *p = x->statements->pdata[0], *q = y->statements->pdata[0];

  return p->place.begin < q->place.begin ? -1 : p->place.begin > q->place.begin;
}

static void
add_small (IhopWork *work, const IhopNode *node)
{
  gint64 executions;
  IhopMappedNest nest;
  g_autoptr (IhopMessage) why = NULL;

  if (node->kind == IHOP_FOR && is_too_small (work, node, &executions)
      && ihop_nest_find (work->planner, work->function, node, 3, &nest, &why))
    {
      if (!shares_loop (work, node))
        return;
      g_autoptr (IhopMessage) no = ihop_fragment_add_nest (work, node, NULL);
      if (no == NULL)
        g_hash_table_remove (work->planner->reasons, node);
      return;
    }
  for (guint k = 0; k < work->kernels->len; k++)
    if (((IhopKernel *) work->kernels->pdata[k])->statements->pdata[0] == node)
      return;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      add_small (work, node->child[i]);
}

static gboolean
is_pragma (const IhopNode *node, const char *word)
{
  return node->kind == IHOP_PRAGMA && node->text && g_str_has_prefix (node->text, word);
}

typedef void (*VisitStatement) (IhopWork *work, const IhopNode *node);

/* Each statement inside "#pragma scop … endscop". */
static void
visit_scops (IhopWork *work, const IhopNode *node, VisitStatement visit_one)
{
  gboolean inside = FALSE;

  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || !ihop_kind_is_statement (child->kind))
        continue;
      if (is_pragma (child, "scop"))
        inside = TRUE;
      else if (is_pragma (child, "endscop"))
        inside = FALSE;
      else if (inside)
        visit_one (work, child);
      else
        visit_scops (work, child, visit_one);
    }
}

void
ihop_fragment_choose_found (IhopWork *work)
{
  gboolean scop = work->planner->options->choose == IHOP_CHOOSE_SCOP;

  if (scop)
    visit_scops (work, work->function->body, visit);
  else
    visit (work, work->function->body);
  if (work->kernels->len == 0)
    return;
  if (scop)
    visit_scops (work, work->function->body, add_small);
  else
    add_small (work, work->function->body);
  g_ptr_array_sort (work->kernels, by_place);
}
