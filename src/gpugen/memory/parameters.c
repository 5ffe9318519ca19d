/* What a kernel is given: its outer variables in the three classes of the published system. */
#include "gpugen/memory/parameters.h"
#include "gpugen/emit/device_globals.h"
#include "gpugen/kernel/axes.h"
#include "gpugen/kernel/mapped_nest.h"
#include "gpugen/memory/entry_tests.h"
#include "gpugen/memory/extents.h"
#include "gpugen/memory/lifetime.h"
#include "gpugen/memory/variable.h"
#include "gpugen/plan/box.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/condition.h"
#include <string.h>

#define SIZE_BEHIND_UNKNOWN N_ ("the size of what %s points to is not known")

static IhopFootprint *
footprint_copy (IhopPool *pool, const IhopFootprint *f)
{
  IhopFootprint *copy = g_new0 (IhopFootprint, 1);

  *copy = *f;
  copy->extents = ihop_pool_alloc (pool, (f->rank + 1) * sizeof *copy->extents);
  for (guint i = 0; i < f->rank; i++)
    copy->extents[i] = f->extents[i];
  copy->nodes = g_ptr_array_new ();
  for (guint i = 0; f->nodes && i < f->nodes->len; i++)
    g_ptr_array_add (copy->nodes, f->nodes->pdata[i]);
  return copy;
}

static void
merge_box (IhopPool *pool, const IhopBox **into, gboolean had, const IhopBox *box, gboolean has)
{
  if (has)
    *into = had ? ihop_box_hull (pool, *into, box) : box;
}

/* "next" runs after "f". */
static void
footprint_merge (IhopPool *pool, IhopFootprint *f, const IhopFootprint *next)
{
  gboolean wrote_all = f->is_written && f->writes_all_of_box
                       && (f->is_scalar || ihop_box_equal (f->written, next->read));

  if (next->is_written && f->is_written)
    f->writes_all_of_box = f->is_scalar ? f->writes_all_of_box || next->writes_all_of_box
                                        : f->writes_all_of_box && next->writes_all_of_box
                                            && ihop_box_equal (f->written, next->written);
  else if (next->is_written)
    f->writes_all_of_box = next->writes_all_of_box;
  f->is_exposed |= next->is_exposed && !wrote_all;
  merge_box (pool, &f->read, f->is_read, next->read, next->is_read);
  merge_box (pool, &f->written, f->is_written, next->written, next->is_written);
  f->is_read |= next->is_read;
  f->is_written |= next->is_written;
  if (f->begins_before && next->begins_before && f->begins_inside && next->begins_inside)
    f->begins_inside = ihop_expression_and (pool, f->begins_inside, next->begins_inside);
  else if (next->begins_before)
    f->begins_inside = f->begins_before ? NULL : next->begins_inside;
  f->begins_before |= next->begins_before;
  if (f->rank > 0 && f->rank == next->rank && next->extents[0] == NULL)
    f->extents[0] = NULL;
  for (guint i = 0; next->nodes && i < next->nodes->len; i++)
    g_ptr_array_add (f->nodes, next->nodes->pdata[i]);
  if (f->rank != next->rank)
    {
      f->is_plain = FALSE;
      f->writes_all_of_box = FALSE;
    }
  f->is_plain &= next->is_plain;
}

/* A nest's conditions are tested before its launch; nobody tests those of single statements. */
static IhopFootprint *
footprint_for (IhopPool *pool, const IhopKernel *kernel, const IhopFootprint *f)
{
  IhopFootprint *copy = footprint_copy (pool, f);

  if (kernel->kind == IHOP_KERNEL_MAPPED || !f->is_conditional)
    return copy;
  copy->read = copy->written = NULL;
  copy->writes_all_of_box = FALSE;
  copy->is_exposed = TRUE;
  return copy;
}

typedef struct
{
  const IhopSymbol *symbol;
  GPtrArray *nodes;
} References;

static gboolean
collect_reference (const IhopNode *node, gpointer data)
{
  References *references = data;

  if (node->kind == IHOP_REF && node->symbol == references->symbol)
    g_ptr_array_add (references->nodes, (gpointer) node);
  return TRUE;
}

/* What one thread does with the iterator of a loop that it runs: the loop's own footprints are those of
 * its iterations. NULL: the loop declares it. */
static IhopFootprint *
iterator_footprint (IhopWork *work, const IhopNode *loop)
{
  const IhopCounting *counting = ihop_loops_counting (work->planner->facts, work->planner->tree, loop);
  IhopFootprint *f;

  if (counting == NULL || counting->iterator == NULL || counting->declared_here)
    return NULL;
  f = g_new0 (IhopFootprint, 1);
  f->symbol = counting->iterator;
  f->is_scalar = f->is_read = f->is_written = f->is_plain = TRUE;
  f->is_exposed = counting->lower == NULL;
  f->writes_all_of_box = !f->is_exposed;
  f->extents = ihop_pool_alloc (ihop_work_pool (work), sizeof *f->extents);
  f->element = f->symbol->type;
  f->nodes = g_ptr_array_new ();
  References references = { f->symbol, f->nodes };
  ihop_node_walk (loop, collect_reference, &references);
  return f;
}

/* Takes f. */
static void
add_footprint (IhopPool *pool, GPtrArray *all, IhopFootprint *f)
{
  for (guint i = 0; i < all->len; i++)
    if (((IhopFootprint *) all->pdata[i])->symbol == f->symbol)
      {
        footprint_merge (pool, all->pdata[i], f);
        ihop_params_footprint_free (f);
        return;
      }
  g_ptr_array_add (all, f);
}

GPtrArray *
ihop_params_footprints (IhopWork *work, const IhopKernel *kernel)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_params_footprint_free);
  IhopPool *pool = ihop_work_pool (work);

  for (guint i = 0; i < kernel->statements->len; i++)
    {
      const IhopNode *statement = kernel->statements->pdata[i];
      const GPtrArray *here = ihop_footprints_at (work, statement);
      IhopFootprint *iterator = kernel->kind == IHOP_KERNEL_SERIAL && ihop_kind_is_loop (statement->kind)
                                  ? iterator_footprint (work, statement) : NULL;
      for (guint k = 0; here && k < here->len; k++)
        add_footprint (pool, all, footprint_for (pool, kernel, here->pdata[k]));
      if (iterator)
        add_footprint (pool, all, iterator);
    }
  return all;
}

/* ---- is a scalar's value wanted after a launch? ---- */

static gboolean
sets_scalar (const IhopNode *code, const IhopSymbol *symbol)
{
  if (code->kind == IHOP_EXPRESSION)
    code = code->child[0];
  if (code->kind == IHOP_DECLARATION)
    {
      for (guint i = 0; i < code->n_children; i++)
        if (code->child[i]->symbol == symbol)
          return TRUE;
      return FALSE;
    }
  code = ihop_node_strip (code, TRUE);
  if (code->kind == IHOP_BINARY && code->op == IHOP_OP_COMMA)
    return sets_scalar (code->child[0], symbol) || sets_scalar (code->child[1], symbol);
  if (code->kind != IHOP_ASSIGN || code->op != IHOP_OP_NONE)
    return FALSE;
  const IhopNode *left = ihop_node_strip (code->child[0], TRUE);
  return left->kind == IHOP_REF && left->symbol == symbol;
}

enum { PASSES, ASKS, SETS };

static int
scalar_at (IhopWork *work, const IhopGraphNode *node, const IhopSymbol *symbol)
{
  if (node->kind == IHOP_GRAPH_EXIT)
    return symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO ? ASKS : PASSES;
  if (node->kind == IHOP_GRAPH_LAUNCH)
    {
      const IhopFootprint *f = ihop_kernel_footprint (node->kernel, symbol);
      if (node->kernel->n_axes && node->kernel->axes[0].iterator == symbol)
        return node->kernel->axes[0].facts->counting.lower ? SETS : ASKS;
      return f && f->is_exposed ? ASKS : PASSES;
    }
  if (node->kind != IHOP_GRAPH_HOST)
    return PASSES;
  if (ihop_touch_of (work->planner->facts, work->function, node->code, symbol) & IHOP_TOUCH_READ)
    return ASKS;
  return sets_scalar (node->code, symbol) ? SETS : PASSES;
}

gboolean
ihop_scalar_is_live_after (IhopWork *work, const IhopKernel *kernel, const IhopSymbol *symbol)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint8 *seen = g_new0 (guint8, work->graph->nodes->len);

  for (guint i = 0; i < work->graph->nodes->len; i++)
    if (ihop_graph_at (work->graph, i)->kernel == kernel)
      g_array_append_val (todo, i);
  for (guint done = 0; done < todo->len; done++)
    {
      const GArray *next = ihop_graph_at (work->graph, g_array_index (todo, guint, done))->next;
      for (guint k = 0; k < next->len; k++)
        {
          guint to = g_array_index (next, guint, k);
          if (seen[to])
            continue;
          seen[to] = 1;
          int what = scalar_at (work, ihop_graph_at (work->graph, to), symbol);
          if (what == ASKS)
            return TRUE;
          if (what == PASSES)
            g_array_append_val (todo, to);
        }
    }
  return FALSE;
}

/* ---- the three classes ---- */

static gboolean
has_last_value (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; i < kernel->last_values->len; i++)
    if (((IhopPrivate *) kernel->last_values->pdata[i])->symbol == symbol)
      return TRUE;
  return FALSE;
}

static gboolean
is_inside (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  return ihop_kernel_has_axis (kernel, symbol)
         || (g_ptr_array_find (kernel->privates, symbol, NULL)
             && !has_last_value (kernel, symbol));
}

/* In one thread every scalar that is set before it is read, and not wanted later, is its own. */
static void
find_serial_privates (IhopWork *work, IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->footprints->len; i++)
    {
      const IhopFootprint *f = kernel->footprints->pdata[i];
      if (kernel->kind == IHOP_KERNEL_SERIAL && f->is_written && !f->is_exposed
          && !ihop_variable_is_array (f->symbol) && f->symbol->storage == IHOP_STORAGE_AUTO
          && !f->symbol->is_global && !g_ptr_array_find (kernel->privates, f->symbol, NULL)
          && !ihop_scalar_is_live_after (work, kernel, f->symbol))
        g_ptr_array_add (kernel->privates, f->symbol);
    }
}

/* A private whose last value nobody wants is private and nothing else. */
static void
drop_last_values (IhopWork *work, IhopKernel *kernel)
{
  for (guint i = kernel->last_values->len; i-- > 0;)
    {
      const IhopPrivate *own = kernel->last_values->pdata[i];
      if (!ihop_scalar_is_live_after (work, kernel, own->symbol))
        g_ptr_array_remove_index (kernel->last_values, i);
    }
}

static void
find_iterators_after (IhopWork *work, IhopKernel *kernel)
{
  if (kernel->n_axes == 0 || kernel->axes[0].facts->counting.declared_here
      || !ihop_scalar_is_live_after (work, kernel, kernel->axes[0].iterator))
    return;
  g_ptr_array_add (kernel->iterators_after, kernel->axes[0].iterator);
  g_ptr_array_add (kernel->iterator_values, (gpointer) ihop_axes_last_value (ihop_work_pool (work), kernel->axes[0].facts));
}

static gboolean
changes_scalar (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  const IhopFootprint *f = ihop_kernel_footprint (kernel, symbol);

  return f && f->is_written && !is_inside (kernel, symbol);
}

static gboolean
is_changed_somewhere (const IhopWork *work, const IhopSymbol *symbol)
{
  for (guint i = 0; i < work->kernels->len; i++)
    if (changes_scalar (work->kernels->pdata[i], symbol))
      return TRUE;
  return FALSE;
}

static IhopMessage *
refuse_param (const IhopFootprint *f)
{
  const IhopSymbol *symbol = f->symbol;
  guint rank;

  g_autofree char *declared = ihop_type_declare (symbol->type, NULL);

  if (ihop_type_is_volatile (symbol->type))
    return ihop_message ("%s is volatile", symbol->name);
  if (strchr (declared, '{'))
    return ihop_message ("the type of %s has no name by which a kernel could call it", symbol->name);
  if (symbol->storage == IHOP_STORAGE_THREAD)
    return ihop_message ("%s exists once for each thread of the host", symbol->name);
  if (!f->is_scalar && ihop_variable_is_array (symbol) && f->element
      && ihop_type_strip (ihop_type_element (f->element, &rank))->kind == IHOP_TYPE_POINTER)
    return ihop_message ("%s holds pointers into the host's memory; use one block of memory", symbol->name);
  if (f->is_scalar && ihop_variable_is_pointer (symbol) && f->is_written)
    return ihop_message ("the pointer %s is given another value inside", symbol->name);
  /* What is behind it counts as another variable's memory: passed as it is, it would point into the
   * host's. */
  if (f->is_scalar && ihop_variable_is_pointer (symbol))
    return ihop_message ("%s is a second name for memory that has another one; use that", symbol->name);
  if (!f->is_scalar && ihop_variable_is_array (symbol) && f->element
      && ihop_type_strip (f->element)->size == 0
      && !ihop_type_is_variable_length (f->element))
    return ihop_message (SIZE_BEHIND_UNKNOWN, symbol->name);
  if (!f->is_scalar && ihop_variable_is_array (symbol) && f->element
      && ihop_type_is_open_ended (ihop_type_element (f->element, &rank)))
    return ihop_message ("memory goes on behind the last member of what %s points to, and how far is not known",
                         symbol->name);
  return NULL;
}

typedef struct
{
  const IhopKernel *kernel;
  GHashTable *inside;        /* symbols declared in its text */
  const IhopSymbol *found;
} Unpassed;

static gboolean
find_unpassed (const IhopNode *node, gpointer data)
{
  Unpassed *self = data;

  if (node->kind == IHOP_SIZEOF || node->flags & IHOP_NODE_CONSTANT)
    return FALSE;
  if (node->kind == IHOP_VARIABLE)
    g_hash_table_add (self->inside, node->symbol);
  if (node->kind == IHOP_REF && ihop_type_strip (node->symbol->type)->kind == IHOP_TYPE_ARRAY
      && !g_hash_table_contains (self->inside, node->symbol) && !is_inside (self->kernel, node->symbol)
      && !ihop_kernel_param (self->kernel, node->symbol))
    self->found = node->symbol;
  return self->found == NULL;
}

/* "double *row = table[i];" whose row nobody uses: no element is touched, so nothing is passed, and what
 * is named is the host's. */
static IhopMessage *
refuse_unpassed (const IhopKernel *kernel)
{
  g_autoptr (GHashTable) inside = g_hash_table_new (NULL, NULL);
  Unpassed self = { .kernel = kernel, .inside = inside };

  for (guint i = 0; i < kernel->statements->len && self.found == NULL; i++)
    ihop_node_walk (kernel->statements->pdata[i], find_unpassed, &self);
  return self.found ? ihop_message ("%s is named, but none of its elements is used; leave it out", self.found->name) : NULL;
}

static IhopMessage *
add_params (IhopWork *work, IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->footprints->len; i++)
    {
      const IhopFootprint *f = kernel->footprints->pdata[i];
      if (is_inside (kernel, f->symbol) || f->symbol->kind == IHOP_SYMBOL_FUNCTION
          || f->symbol->kind == IHOP_SYMBOL_ENUMERATOR)
        continue;
      IhopMessage *why = refuse_param (f);
      if (why)
        return why;
      IhopKernelParam *param = g_new0 (IhopKernelParam, 1);
      param->symbol = f->symbol;
      param->footprint = f;
      param->is_const = !f->is_written;
      if (!f->is_scalar && ihop_variable_is_array (f->symbol))
        param->passing = IHOP_PASS_ARRAY;
      else
        param->passing = is_changed_somewhere (work, f->symbol) ? IHOP_PASS_SCALAR
                                                                : IHOP_PASS_VALUE;
      g_ptr_array_add (kernel->params, param);
    }
  if (kernel->kind == IHOP_KERNEL_CALL)
    return NULL;
  IhopMessage *unpassed = refuse_unpassed (kernel);
  return unpassed ? unpassed : ihop_device_globals_refuse (kernel);
}

/* Whether declared extents would help. */
static gboolean
is_about_size (const IhopMessage *why)
{
  return ihop_message_says (why, SIZE_BEHIND_UNKNOWN) || ihop_message_says (why, IHOP_SIZE_ALONG_UNKNOWN)
         || ihop_message_says (why, IHOP_MEMORY_UNKNOWN) || ihop_message_says (why, IHOP_MEMORY_UNTOLD)
         || ihop_message_says (why, IHOP_OVERLAP_UNTESTED);
}

static void
drop_kernel (IhopWork *work, guint index, const IhopMessage *why)
{
  IhopKernel *kernel = work->kernels->pdata[index];
  const IhopNode *first = kernel->statements->pdata[0];

  if (work->planner->options->choose == IHOP_CHOOSE_TARGET && kernel->kind != IHOP_KERNEL_CALL)
    {
      IhopDiag *diag = ihop_planner_refuse (work->planner, "IHOP-G008", first,
                                    "The marked code is not put on the device: %s.", why);
      if (ihop_message_says (why, IHOP_SIZE_CHANGES))
        ihop_diag_remedy (diag, "leave what the size is written with as it is, and count with "
                                "another variable");
      else if (is_about_size (why))
        ihop_diag_remedy (diag, "declare the parameter with its extents, as in "
                                "\"double A[n][m]\", or allocate it in this function");
    }
  for (guint i = 0; i < kernel->statements->len; i++)
    if (ihop_kind_is_loop (((const IhopNode *) kernel->statements->pdata[i])->kind))
      ihop_leave_out_message (work->planner, kernel->statements->pdata[i], ihop_message_ref (why));
  g_hash_table_remove (work->planner->pins, kernel);
  g_ptr_array_remove_index (work->kernels, index);
  ihop_kernel_free (kernel);
}

static void
renew_graph (IhopWork *work)
{
  ihop_graph_free (work->graph);
  work->graph = ihop_graph_new (work->function->body, work->kernels, ihop_nest_runs, work->planner);
}

static void
prepare (IhopWork *work)
{
  renew_graph (work);
  for (guint i = 0; i < work->kernels->len; i++)
    {
      IhopKernel *kernel = work->kernels->pdata[i];
      if (kernel->footprints == NULL)
        kernel->footprints = ihop_params_footprints (work, kernel);
    }
  for (guint i = 0; i < work->kernels->len; i++)
    {
      IhopKernel *kernel = work->kernels->pdata[i];
      g_ptr_array_set_size (kernel->params, 0);
      g_ptr_array_set_size (kernel->iterators_after, 0);
      g_ptr_array_set_size (kernel->iterator_values, 0);
      find_serial_privates (work, kernel);
      drop_last_values (work, kernel);
      find_iterators_after (work, kernel);
    }
}

static void
clear_variables (IhopWork *work)
{
  for (guint i = 0; i < work->variables->len; i++)
    ihop_variable_free (work->variables->pdata[i]);
  g_ptr_array_set_size (work->variables, 0);
}

static gboolean
shares_array (const IhopKernel *one, const IhopKernel *other)
{
  for (guint i = 0; i < one->footprints->len; i++)
    {
      const IhopFootprint *f = one->footprints->pdata[i];
      if (!f->is_scalar && ihop_kernel_footprint (other, f->symbol))
        return TRUE;
    }
  return FALSE;
}

/* Which kernel goes because a variable of this one's cannot be had: a lone thread that has joined to save copies of the
 * same variable goes before the kernel that it joined. */
static guint
first_to_go (const IhopWork *work, guint index)
{
  const IhopKernel *kernel = work->kernels->pdata[index];

  if (kernel->kind == IHOP_KERNEL_SERIAL || work->planner->options->choose == IHOP_CHOOSE_TARGET)
    return index;
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *other = work->kernels->pdata[i];
      if (other->kind == IHOP_KERNEL_SERIAL && shares_array (kernel, other))
        return i;
    }
  return index;
}

/* Of launches: what a size rests on may be one, which is then asked of all else that is planned, too. */
static guint
count_conditions (const IhopWork *work)
{
  guint n = 0;

  for (guint i = 0; i < work->kernels->len; i++)
    n += ((const IhopKernel *) work->kernels->pdata[i])->conditions->len;
  return n;
}

void
ihop_variables_make (IhopWork *work)
{
  gboolean again = TRUE;

  while (again)
    {
      again = FALSE;
      clear_variables (work);
      prepare (work);
      for (guint i = 0; i < work->kernels->len && !again; i++)
        {
          g_autoptr (IhopMessage) why = add_params (work, work->kernels->pdata[i]);
          if (why == NULL)
            continue;
          drop_kernel (work, i, why);
          again = TRUE; /* what is changed on the device is another set now */
        }
      guint bad, n_conditions = count_conditions (work);
      g_autoptr (IhopMessage) why = again ? NULL : ihop_variables_bind (work, &bad);
      again |= count_conditions (work) > n_conditions;
      if (why == NULL)
        continue;
      drop_kernel (work, first_to_go (work, bad), why);
      again = TRUE;
    }
}
