/* From a nest or a run of statements to a kernel, without its variables. */
#include "gpugen/kernel/kernel.h"
#include "gpugen/kernel/mapped_nest.h"
#include "analysis/memory/definitions.h"
#include "ir/expression.h"
#include "gpugen/kernel/axes.h"
#include "gpugen/kernel/device_code.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include <string.h>

IhopKernel *
ihop_kernel_new (IhopWork *work, IhopKernelKind kind)
{
  IhopKernel *kernel = g_new0 (IhopKernel, 1);

  kernel->function = work->function;
  kernel->kind = kind;
  kernel->statements = g_ptr_array_new ();
  kernel->marks = g_ptr_array_new ();
  kernel->params = g_ptr_array_new_with_free_func (g_free);
  kernel->privates = g_ptr_array_new ();
  kernel->last_values = g_ptr_array_new ();
  kernel->reductions = g_ptr_array_new ();
  kernel->atomics = g_ptr_array_new ();
  kernel->iterators_after = g_ptr_array_new ();
  kernel->iterator_values = g_ptr_array_new ();
  kernel->callees = g_ptr_array_new ();
  kernel->conditions = g_ptr_array_new ();
  return kernel;
}

static void
add_once (GPtrArray *list, gpointer item)
{
  if (!g_ptr_array_find (list, item, NULL))
    g_ptr_array_add (list, item);
}

static void
fill_privates (IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->n_axes; i++)
    for (guint k = 0; k < kernel->axes[i].facts->privates->len; k++)
      {
        IhopPrivate *own = kernel->axes[i].facts->privates->pdata[k];
        if (ihop_kernel_has_axis (kernel, own->symbol))
          continue;
        add_once (kernel->privates, own->symbol);
        if (own->needs_last && i == 0)
          g_ptr_array_add (kernel->last_values, own);
      }
}

typedef struct
{
  IhopWork *work;
  const IhopNode *nest;
  GHashTable *written;     /* symbols that the nest writes by name */
  gboolean changes;
} Fixed;

static gboolean
look_at_subscript (const IhopNode *node, gpointer data)
{
  Fixed *fixed = data;

  if (node->kind == IHOP_REF && node->symbol
      && (ihop_touch_of (fixed->work->planner->facts, fixed->work->function, fixed->nest,
                         node->symbol) & IHOP_TOUCH_WRITE))
    fixed->changes = TRUE;
  return !fixed->changes;
}

static gboolean
look_at_pointer (const IhopNode *node, gpointer data)
{
  Fixed *fixed = data;

  fixed->changes |= node->kind == IHOP_REF && ihop_variable_is_pointer (node->symbol)
                    && g_hash_table_contains (fixed->written, node->symbol);
  return !fixed->changes;
}

/* Whether all threads reduce into one element: nothing in its name is set by the nest. */
static gboolean
is_one_element (IhopWork *work, const IhopKernel *kernel, const IhopReduction *r)
{
  const IhopNode *nest = kernel->axes[0].loop;
  g_autoptr (GHashTable) written = ihop_defs_written (nest);
  Fixed fixed = { work, nest, written, FALSE };

  /* A pointer that is set in the nest means nothing behind it, where the threads' sums are put together. */
  if (r->is_element)
    ihop_node_walk (r->element, look_at_pointer, &fixed);

  for (const IhopNode *node = r->element; r->is_element && node;)
    {
      node = ihop_node_strip (node, TRUE);
      if (node->kind == IHOP_INDEX)
        ihop_node_walk (node->child[1], look_at_subscript, &fixed);
      else if (node->kind != IHOP_MEMBER)
        break;
      node = node->child[0];
    }
  return r->is_invariant && !fixed.changes;
}

static IhopMessage *
fill_reductions (IhopWork *work, IhopKernel *kernel)
{
  const GPtrArray *all = kernel->axes[0].facts->reductions;

  for (guint i = 0; i < all->len; i++)
    {
      IhopReduction *r = all->pdata[i];
      if (is_one_element (work, kernel, r))
        g_ptr_array_add (kernel->reductions, r);
      else if (ihop_device_has_atomic (r))
        g_ptr_array_add (kernel->atomics, r);
      else
        return ihop_message ("the reduction into %s (%s, line %u) has no atomic operation on the "
                             "device",
                             r->symbol->name, ihop_reduce_text (r->operator), r->line);
    }
  return NULL;
}

static gboolean
has_condition (const IhopKernel *kernel, const IhopNode *holds)
{
  for (guint i = 0; i < kernel->conditions->len; i++)
    if (ihop_expression_equal (((IhopAssumption *) kernel->conditions->pdata[i])->holds, holds))
      return TRUE;
  return FALSE;
}

static void
fill_assumptions (IhopWork *work, IhopKernel *kernel)
{
  const IhopLoop *loops[G_N_ELEMENTS (kernel->axes)];

  for (guint i = 0; i < kernel->n_axes; i++)
    loops[i] = kernel->axes[i].facts;
  for (guint i = 0; i < kernel->n_axes; i++)
    for (guint k = 0; k < kernel->axes[i].facts->assumptions->len; k++)
      {
        IhopAssumption *a = kernel->axes[i].facts->assumptions->pdata[k];
        if (a->by_owner)
          add_once (work->planner->plan->assumptions, a);
        if (a->kind == IHOP_ASSUME_NO_OVERLAP && a->a && a->b && a->by_owner)
          ihop_overlap_note (work->planner->plan->assumption_tests, work->function, a->a, a->b, a->message);
        else if (a->kind == IHOP_ASSUME_NO_OVERLAP && a->a && a->b)
          ihop_overlap_note_tests (work, a->a, a->b, a->message);
        else if (a->by_owner)
          continue;
        else if (!has_condition (kernel, a->holds) && !ihop_nest_is_implied (loops, i, a))
          g_ptr_array_add (kernel->conditions, a);
      }
}

void
ihop_kernel_ask (IhopWork *work, IhopKernel *kernel, const IhopNode *condition, IhopMessage *message)
{
  IhopAssumption *assumption = ihop_assumption_new (IHOP_ASSUME_CONDITION, NULL, NULL, message);

  assumption->condition = ihop_expression_text (condition);
  assumption->holds = condition;
  g_ptr_array_add (work->planner->plan->made, assumption);
  if (!has_condition (kernel, condition))
    g_ptr_array_add (kernel->conditions, assumption);
}

static IhopMessage *
fill_reason (const IhopKernel *kernel)
{
  const char *i = kernel->axes[0].iterator->name;
  const char *j = kernel->n_axes > 1 ? kernel->axes[1].iterator->name : NULL;
  IhopMessage *reason = kernel->n_axes > 2 ? ihop_message ("line %u: the loops %s, %s and %s are proved parallel",
                                                           kernel->line, i, j, kernel->axes[2].iterator->name)
                        : kernel->n_axes > 1
                          ? ihop_message ("line %u: the loops %s and %s are proved parallel", kernel->line, i, j)
                          : ihop_message ("line %u: the loop %s is proved parallel", kernel->line, i);

  for (guint k = 0; k < kernel->reductions->len + kernel->atomics->len; k++)
    {
      g_autoptr (IhopMessage) before = reason;
      gboolean atomic = k >= kernel->reductions->len;
      const IhopReduction *r = atomic ? kernel->atomics->pdata[k - kernel->reductions->len] : kernel->reductions->pdata[k];
      reason = ihop_message (atomic ? N_ ("%s, with %s (%s) reduced atomically")
                                    : N_ ("%s, with %s (%s) reduced over the threads"),
                             before, r->symbol->name, ihop_reduce_text (r->operator));
    }
  return reason;
}

IhopMessage *
ihop_kernel_fill (IhopWork *work, IhopKernel *kernel, const IhopMappedNest *nest)
{
  IhopMessage *why = NULL;

  kernel->line = ihop_line_of (kernel->statements->pdata[0]);
  for (guint i = 0; i < kernel->statements->len && why == NULL; i++)
    why = nest ? ihop_device_refuse (work->planner, nest->body, TRUE, kernel->callees)
               : ihop_device_refuse_lone (work, kernel->statements->pdata[i], kernel->callees);
  if (why || nest == NULL)
    {
      if (kernel->reason == NULL)
        kernel->reason = ihop_message ("line %u: run by one thread, so that data need not travel", kernel->line);
      return why;
    }
  why = ihop_axes_fill (work, kernel, nest);
  if (why)
    return why;
  fill_privates (kernel);
  why = fill_reductions (work, kernel);
  if (why)
    return why;
  fill_assumptions (work, kernel);
  kernel->reason = fill_reason (kernel);
  return NULL;
}
