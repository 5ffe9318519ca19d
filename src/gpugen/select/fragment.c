/* Which code goes to the device: what the owner marked, or what is found to pay. */
#include "gpugen/select/fragment.h"
#include "analysis/memory/outside_main.h"
#include "gpugen/kernel/device_code.h"
#include "gpugen/kernel/kernel.h"
#include "gpugen/kernel/mapped_nest.h"
#include "gpugen/plan/clauses.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include <string.h>

gboolean
ihop_fragment_is_skipped (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA || node->kind == IHOP_EMPTY;
}

/* Pragmas of other tools right before a loop go away with it. */
static void
take_pragmas_before (IhopKernel *kernel, const IhopNode *block, guint first)
{
  while (first > 0 && block->child[first - 1]->kind == IHOP_PRAGMA)
    {
      const IhopNode *pragma = block->child[--first];
      if (!pragma->text || g_str_has_prefix (pragma->text, "scop")
          || g_str_has_prefix (pragma->text, "endscop")
          || g_ptr_array_find (kernel->marks, pragma, NULL))
        continue;
      if (ihop_clauses_is_target (pragma->text))
        break;
      g_ptr_array_add (kernel->marks, (gpointer) pragma);
    }
}

static void
take_statement_pragmas (IhopWork *work, IhopKernel *kernel)
{
  const IhopNode *first = kernel->statements->pdata[0];
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, first);
  const IhopNode *parent = path && path->len > 1 ? path->pdata[path->len - 2] : NULL;

  for (guint i = 0; parent && parent->kind == IHOP_BLOCK && i < parent->n_children; i++)
    if (parent->child[i] == first)
      take_pragmas_before (kernel, parent, i);
}

/* NULL: the device can be used wherever the function may run. */
static IhopMessage *
refuse_function (IhopWork *work)
{
  IhopAbnormalExits how = ihop_runs_outside_main (work->planner->facts, work->function);
  const char *name = work->function->symbol->name;

  if (ihop_function_is_left (work->planner, work->function))
    return ihop_message ("lengths of %s's parameters do more than give a value", name);
  if (how & IHOP_LEAVES_SIGNAL)
    return ihop_message ("%s may run when a signal comes, in the middle of any work on the device", name);
  if (how & IHOP_LEAVES_THREAD)
    return ihop_message ("%s may run in a thread that the program starts, beside others", name);
  if (how)
    return ihop_message ("%s may run before main or when the program ends (atexit, attribute constructor or destructor), "
                         "when CUDA cannot be used", name);
  return NULL;
}

/* What is copied back is a box: where not all of it is written, it brings back what other elements held when they were copied in. */
static IhopMessage *
refuse_gaps (IhopWork *work, const GPtrArray *statements)
{
  if (!ihop_starts_threads (work->planner->facts))
    return NULL;
  for (guint i = 0; i < statements->len; i++)
    {
      const GPtrArray *footprints = ihop_footprints_at (work, statements->pdata[i]);
      for (guint k = 0; footprints && k < footprints->len; k++)
        {
          const IhopFootprint *footprint = footprints->pdata[k];
          if (footprint->is_written && !footprint->is_scalar && !footprint->writes_all_of_box)
            return ihop_message ("a thread of the program may work on other elements of %s meanwhile", footprint->symbol->name);
        }
    }
  return NULL;
}

IhopMessage *
ihop_fragment_add (IhopWork *work, IhopKernelKind kind, const GPtrArray *statements, const IhopMappedNest *nest,
                   const IhopMark *mark)
{
  IhopMessage *why = refuse_function (work);
  if (why == NULL)
    why = refuse_gaps (work, statements);
  if (why)
    return why;
  IhopKernel *kernel = ihop_kernel_new (work, kind);

  for (guint i = 0; i < statements->len; i++)
    g_ptr_array_add (kernel->statements, statements->pdata[i]);
  for (guint i = 0; mark && i < mark->pragmas->len; i++)
    g_ptr_array_add (kernel->marks, mark->pragmas->pdata[i]);
  if (mark)
    g_hash_table_insert (work->planner->pins, kernel, mark->clauses);
  why = ihop_kernel_fill (work, kernel, nest);
  if (why)
    {
      g_hash_table_remove (work->planner->pins, kernel);
      ihop_kernel_free (kernel);
      return why;
    }
  take_statement_pragmas (work, kernel);
  if (mark)
    g_ptr_array_set_size (mark->pragmas, 0); /* go away once */
  g_ptr_array_add (work->kernels, kernel);
  return NULL;
}

IhopMessage *
ihop_fragment_add_nest (IhopWork *work, const IhopNode *loop, const IhopMark *mark)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  IhopMappedNest nest;
  IhopMessage *why;

  if (!ihop_nest_find (work->planner, work->function, loop, 3, &nest, &why))
    return why;
  g_ptr_array_add (one, (gpointer) loop);
  return ihop_fragment_add (work, IHOP_KERNEL_MAPPED, one, &nest, mark);
}

/* ---- runs of statements ---- */

typedef struct
{
  IhopWork *work;
  gboolean found;
} FindNest;

static gboolean
look_for_nest (const IhopNode *node, gpointer data)
{
  FindNest *find = data;
  IhopMappedNest nest;
  g_autoptr (IhopMessage) why = NULL;

  if (node->kind == IHOP_FOR && !find->found)
    find->found = ihop_nest_find (find->work->planner, find->work->function, node, 3, &nest, &why);
  return !find->found && ihop_kind_is_statement (node->kind);
}

static gboolean
holds_nest (IhopWork *work, const IhopNode *node)
{
  FindNest find = { work, FALSE };

  ihop_node_walk (node, look_for_nest, &find);
  return find.found;
}

static void
refuse_statement (IhopWork *work, const IhopNode *node, const IhopMessage *why)
{
  IhopDiag *diag = ihop_planner_refuse (work->planner, "IHOP-G003", node,
                                "This part of the marked run stays on the host: %s.", why);

  ihop_diag_remedy (diag, "move it out of the run, or change it as the sentence says");
  if (ihop_kind_is_loop (node->kind))
    ihop_leave_out_message (work->planner, node, ihop_message_ref (why));
}

/* What has gathered between the spread loops runs in one thread. */
static void
flush_serial (IhopWork *work, GPtrArray *gathered, const IhopMark *mark)
{
  while (gathered->len)
    {
      g_autoptr (IhopMessage) why = ihop_fragment_add (work, IHOP_KERNEL_SERIAL, gathered, NULL, mark);
      if (why == NULL)
        break;
      if (gathered->len == 1)
        {
          refuse_statement (work, gathered->pdata[0], why);
          break;
        }
      /* One of them cannot: all the others still can, before and behind it. */
      g_autoptr (GPtrArray) good = g_ptr_array_new ();
      for (guint i = 0; i < gathered->len; i++)
        {
          g_autoptr (IhopMessage) no = ihop_device_refuse_lone (work, gathered->pdata[i], NULL);
          if (no == NULL)
            {
              g_ptr_array_add (good, gathered->pdata[i]);
              continue;
            }
          flush_serial (work, good, mark);
          refuse_statement (work, gathered->pdata[i], no);
        }
      if (good->len < gathered->len)
        flush_serial (work, good, mark);
      break;
    }
  g_ptr_array_set_size (gathered, 0);
}

static void plan_run (IhopWork *work, const IhopNode *const *nodes, guint n, const IhopMark *mark);

/* The loops inside are spread one by one; the statement around them stays on the host. */
static void
descend_run (IhopWork *work, const IhopNode *node, const IhopMark *mark)
{
  if (node->kind == IHOP_BLOCK)
    {
      plan_run (work, node->child, node->n_children, mark);
      return;
    }
  if (ihop_kind_is_loop (node->kind))
    ihop_leave_out (work->planner, node, "its body has parallel loops, which are on the device");
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind)
        && (node->kind != IHOP_FOR || i == 3))
      plan_run (work, &node->child[i], 1, mark);
}

static void
plan_run (IhopWork *work, const IhopNode *const *nodes, guint n, const IhopMark *mark)
{
  g_autoptr (GPtrArray) gathered = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    {
      const IhopNode *node = nodes[i];
      if (ihop_fragment_is_skipped (node))
        continue;
      g_autoptr (IhopMessage) why = NULL;
      gboolean is_for = node->kind == IHOP_FOR;
      if (node->kind == IHOP_DECLARATION)
        {
          flush_serial (work, gathered, mark); /* what it declares must be seen behind it */
          continue;
        }
      if (!holds_nest (work, node))
        {
          g_ptr_array_add (gathered, (gpointer) node);
          continue;
        }
      flush_serial (work, gathered, mark);
      if (is_for && (why = ihop_fragment_add_nest (work, node, mark)) == NULL)
        continue;
      descend_run (work, node, mark);
    }
  flush_serial (work, gathered, mark);
}

void
ihop_fragment_add_run (IhopWork *work, const IhopNode *const *nodes, guint n, const IhopMark *mark)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  gboolean spread = FALSE, declares = FALSE;

  for (guint i = 0; i < n; i++)
    {
      if (ihop_fragment_is_skipped (nodes[i]))
        continue;
      g_ptr_array_add (all, (gpointer) nodes[i]);
      spread |= holds_nest (work, nodes[i]);
      declares |= nodes[i]->kind == IHOP_DECLARATION;
    }
  if (all->len == 0)
    return;
  if (mark->clauses->is_serial && declares)
    ihop_planner_refuse (work->planner, "IHOP-G004", all->pdata[0],
                 "A serial run cannot declare variables that are seen behind it; "
                 "put the run into a block of its own.");
  else if ((mark->clauses->is_serial || !spread) && !declares)
    flush_serial (work, all, mark);
  else
    plan_run (work, nodes, n, mark);
}
