/* What a kernel is given: its outer variables in the three classes of the published system. */
#include "gpugen/memory/parameters.h"
#include "gpugen/emit/device_globals.h"
#include "gpugen/kernel/axes.h"
#include "gpugen/kernel/mapped_nest.h"
#include "gpugen/memory/entry_tests.h"
#include "gpugen/memory/extents.h"
#include "gpugen/memory/kernel_footprints.h"
#include "gpugen/memory/lifetime.h"
#include "gpugen/memory/scalar_liveness.h"
#include "gpugen/memory/variable.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/host_graph_builder.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include <string.h>

#define SIZE_BEHIND_UNKNOWN N_ ("the size of what %s points to is not known")

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
        kernel->footprints = ihop_kernel_footprints (work, kernel);
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
