/* How large a device variable is. */
#include "analysis/memory/definitions.h"
#include "analysis/memory/pointer_swap.h"
#include "analysis/program/size_assertion.h"
#include "analysis/verdict/loops.h"
#include "ir/condition.h"
#include "ir/expression.h"
#include "gpugen/kernel/kernel.h"
#include "gpugen/memory/extents.h"
#include "analysis/memory/certain_evaluation.h"
#include "gpugen/memory/allocated_blocks.h"
#include "gpugen/memory/allocated_size.h"
#include "gpugen/memory/caller_extents.h"
#include "gpugen/memory/caller_sizes.h"
#include "gpugen/memory/early_names.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/lifetime.h"
#include "gpugen/memory/member_sizes.h"
#include "gpugen/memory/passed_extent.h"
#include "gpugen/memory/pointer_start.h"
#include "gpugen/memory/resolved_size.h"
#include "gpugen/memory/swapped_members.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/names.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

typedef struct
{
  IhopWork *work;
  const IhopNode *statement; /* of a kernel */
  const IhopNode *product;   /* of bounds; NULL: none yet */
} Guess;

/* From p = malloc (…) or calloc (…); from several, as of buffers that change places, if all say the
 * same. What is counted from a place in the middle, "malloc (…) + 2", is another number. */
static const IhopNode *
count_of_allocation (IhopWork *work, const IhopDeviceVariable *variable)
{
  g_autoptr (GPtrArray) calls
    = ihop_alias_allocations (work->planner->facts, work->function, variable->symbol);
  const IhopNode *count = NULL;

  if (calls == NULL || !ihop_pointer_is_start_or_null (work->planner->facts, work->function, variable->symbol))
    return NULL;
  for (guint i = 0; i < calls->len; i++)
    {
      const IhopNode *other = ihop_allocated_count (work->planner->facts, work->function, calls->pdata[i], variable->element);
      count = other ? ihop_size_common (work->planner->facts, work->function, count, other) : NULL;
      if (count == NULL)
        return NULL;
    }
  return count;
}

static const IhopFootprint *
widest_footprint (const IhopWork *work, const IhopSymbol *symbol)
{
  const IhopFootprint *best = NULL;

  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopFootprint *f = ihop_kernel_footprint (work->kernels->pdata[i], symbol);
      if (f && (best == NULL || f->rank > best->rank))
        best = f;
    }
  return best;
}

/* A variable of the function, which must be the only one of its name. */
static IhopSymbol *
only_name (const char *name, gpointer data)
{
  gboolean is_unique;
  IhopSymbol *symbol = ihop_name_symbol (data, name, &is_unique);

  return is_unique ? symbol : NULL;
}

static gboolean
is_known_at_entry (const IhopNode *condition, gpointer data)
{
  return ihop_early_can_say (data, condition);
}

/* That nothing before the place that is pointed to is meant is tested at entry, or where a nest starts. FALSE: nowhere. */
static gboolean
ask_inside (IhopWork *work, IhopKernel *kernel, IhopDeviceVariable *v, const IhopNode *inside)
{
  const IhopNode *early = ihop_size_say (work->planner->facts, work->function, inside, is_known_at_entry, work);

  if (inside == NULL)
    return FALSE;
  if (early)
    v->begins_inside = ihop_expression_and (ihop_work_pool (work), v->begins_inside, early);
  else if (kernel->kind == IHOP_KERNEL_MAPPED)
    ihop_kernel_ask (work, kernel, inside, ihop_message ("sizes are known only if this holds"));
  else
    return FALSE;
  return TRUE;
}

/* What lies before the element that is pointed to is not among those that are counted from there. It is not there at all if
 * that is the first one of its object. */
static gboolean
begins_before (IhopWork *work, IhopDeviceVariable *v)
{
  v->begins_inside = NULL;
  v->begins_before = FALSE;
  for (guint i = 0; i < work->kernels->len && !v->begins_before; i++)
    {
      const IhopFootprint *f = ihop_kernel_footprint (work->kernels->pdata[i], v->symbol);
      if (f == NULL || !f->begins_before)
        continue;
      if (ihop_pointer_is_start_or_null (work->planner->facts, work->function, v->symbol))
        break;
      v->begins_before = !ask_inside (work, work->kernels->pdata[i], v, f->begins_inside);
    }
  return v->begins_before;
}

/* As many as the owner says. */
static const IhopNode *
told_extent (IhopWork *work, IhopDeviceVariable *v)
{
  return begins_before (work, v)
           ? NULL : ihop_size_said (work->planner->facts, ihop_work_pool (work), work->function, v->symbol, only_name, work);
}

/* As all callers show: all of it. */
static const IhopNode *
size_at_callers (IhopWork *work, IhopDeviceVariable *v)
{
  const IhopNode *count = ihop_caller_extents_find (work, v);

  if (count)
    return count;
  count = ihop_caller_sizes_find (work, v);
  return count == NULL || v->rank <= 1 ? count : ihop_allocated_rows (ihop_work_pool (work), count, v->extents, v->rank);
}

/* What kernels touch of buffers that change places, where nobody knows how often they do, is not the size of a buffer:
 * copies would have to stand around each kernel. Better is a size that all of them have. */
static const IhopNode *
size_of_swapped (IhopWork *work, IhopDeviceVariable *v)
{
  const IhopNode *count = NULL;

  if (v->is_shared || !ihop_swapped_pointers_of (work->planner->facts, work->function, v->symbol))
    return NULL;
  count = size_at_callers (work, v);
  if (count)
    ihop_extent_guard_forget (v);
  return count ? count : ihop_swapped_members_size (work, v);
}

/* Memory that a member of a struct points to: it begins there. */
static const IhopNode *
size_of_member (IhopWork *work, IhopDeviceVariable *v)
{
  const IhopNode *count = ihop_member_sizes_find (work, v);

  if (count)
    {
      v->begins_before = FALSE;
      v->begins_inside = NULL;
    }
  return count;
}

/* How far kernels reach, if as much memory is known to be there. Whoever hands the copy in may know it where nobody does here. */
static const IhopNode *
measured_extent (IhopWork *work, IhopDeviceVariable *v)
{
  const IhopNode *measured = !begins_before (work, v) && ihop_extent_guard_measure (work, v, NULL) ? v->extents[0] : NULL;

  if (measured == NULL || !v->is_guessed || ihop_extent_is_passed (work, v))
    return measured;
  v->guesses = v->ends ? g_ptr_array_ref (v->ends) : g_ptr_array_new ();
  if (v->ends == NULL)
    g_ptr_array_add (v->guesses, (gpointer) measured);
  ihop_extent_guard_forget (v);
  return v->extents[0] = NULL;
}

static const IhopNode *
first_extent (IhopWork *work, IhopDeviceVariable *v, gboolean *is_fixed)
{
  const IhopNode *count = count_of_allocation (work, v), *measured;

  *is_fixed = count != NULL;
  if (count)
    return v->rank <= 1 ? count : ihop_allocated_rows (ihop_work_pool (work), count, v->extents, v->rank);
  measured = measured_extent (work, v);
  if (measured)
    {
      count = size_of_swapped (work, v);
      *is_fixed = count != NULL;
      return count ? count : measured;
    }
  *is_fixed = TRUE;
  v->begins_inside = NULL;
  count = size_at_callers (work, v);
  if (count == NULL)
    count = told_extent (work, v);
  if (count == NULL)
    count = ihop_swapped_members_size (work, v);
  if (count)
    return count;
  *is_fixed = FALSE;
  return size_of_member (work, v);
}

/* Whether a kernel goes beyond what the declaration of a parameter says. */
static gboolean
is_left (const IhopWork *work, const IhopDeviceVariable *v)
{
  const IhopType *declared = v->symbol->declared_type ? ihop_type_strip (v->symbol->declared_type) : NULL;

  for (guint i = 0; declared && declared->kind == IHOP_TYPE_ARRAY && i < work->kernels->len; i++)
    {
      const IhopFootprint *f = ihop_kernel_footprint (work->kernels->pdata[i], v->symbol);
      if (f && f->rank == v->rank && v->rank > 0 && f->extents[0] == NULL)
        return TRUE;
    }
  return FALSE;
}

/* Names alone, multiplied. */
static gboolean
is_product_of_names (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL)
    return is_product_of_names (node->child[0]) && is_product_of_names (node->child[1]);
  return node->kind == IHOP_REF && node->symbol->kind != IHOP_SYMBOL_ENUMERATOR && ihop_type_is_integer (node->type);
}

/* What loops around and in a kernel that touches it count up to, "n * m": a guess at the owner's words. */
static gboolean
add_bound (const IhopNode *node, gpointer data)
{
  Guess *guess = data;
  IhopPool *pool = ihop_work_pool (guess->work);
  IhopFacts *facts = guess->work->planner->facts;
  const IhopLoop *loop = ihop_kind_is_loop (node->kind) ? ihop_loops_find (facts, guess->work->planner->tree, node) : NULL;
  g_autoptr (GPtrArray) symbols = loop && loop->counting.bound ? ihop_expression_symbols (loop->counting.bound) : NULL;
  gboolean is_plain = symbols && is_product_of_names (loop->counting.bound);

  for (guint i = 0; symbols && i < (is_plain ? symbols->len : MIN (symbols->len, 1)); i++)
    {
      IhopSymbol *symbol = symbols->pdata[i];
      if (!ihop_type_is_integer (symbol->type) || ihop_defs_may_change (facts, guess->work->function, guess->statement, symbol))
        continue;
      const IhopNode *name = ihop_expression_name (pool, symbol);
      guess->product = guess->product ? ihop_expression_binary (pool, IHOP_OP_MUL, guess->product, name) : name;
    }
  return TRUE;
}

/* With words that say it, if the owner knows. */
static IhopMessage *
unknown_memory (IhopWork *work, IhopDeviceVariable *v)
{
  Guess guess = { work, NULL, NULL };

  for (guint i = 0; i < work->kernels->len && guess.product == NULL; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      guess.statement = kernel->statements->pdata[0];
      g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, guess.statement);
      if (path == NULL || ihop_kernel_footprint (kernel, v->symbol) == NULL)
        continue;
      for (guint k = 0; k + 1 < path->len; k++)
        add_bound (path->pdata[k], &guess);
      ihop_node_walk (guess.statement, add_bound, &guess);
    }
  if (guess.product == NULL || begins_before (work, v))
    return ihop_message (IHOP_MEMORY_UNKNOWN, v->symbol->name);
  g_autofree char *size = ihop_expression_text (guess.product);
  return ihop_message (IHOP_MEMORY_UNTOLD, v->symbol->name, size, work->function->symbol->name, v->symbol->name, size);
}

IhopMessage *
ihop_extents_find (IhopWork *work, IhopDeviceVariable *v)
{
  const IhopFootprint *f = widest_footprint (work, v->symbol);
  IhopPool *pool = ihop_work_pool (work);

  if (!ihop_variable_is_array (v->symbol))
    {
      v->element = v->symbol->type;
      v->extents = ihop_pool_alloc (pool, sizeof *v->extents);
      v->count = ihop_expression_number (pool, 1);
      return NULL;
    }
  v->rank = f->rank;
  v->element = f->element;
  v->extents = ihop_pool_alloc (pool, (v->rank + 1) * sizeof *v->extents);
  for (guint i = 0; i < v->rank; i++)
    {
      v->extents[i] = f->extents[i];
      if (v->extents[i] == NULL && i > 0)
        return ihop_message (IHOP_SIZE_ALONG_UNKNOWN, v->symbol->name, i + 1);
      if (i > 0 && ihop_follows_any_address (v->extents[i]))
        {
          g_autofree char *length = ihop_expression_text (v->extents[i]);
          return ihop_message ("rows of %s are as long as %s says, which is in the host's memory", v->symbol->name, length);
        }
    }
  gboolean leaves_declared = is_left (work, v);
  if (leaves_declared)
    v->extents[0] = NULL;
  if (v->rank == 0)
    {
      /* "*p" and "p->x": one element. */
      v->count = ihop_variable_is_pointer (v->symbol) ? count_of_allocation (work, v) : NULL;
      if (v->count == NULL && ihop_variable_is_pointer (v->symbol))
        ihop_extent_guard_measure (work, v, NULL);
      if (v->count == NULL)
        v->count = ihop_expression_number (pool, 1);
      return NULL;
    }
  gboolean is_fixed = TRUE;
  if (v->extents[0] == NULL)
    v->extents[0] = first_extent (work, v, &is_fixed);
  if (v->extents[0] == NULL)
    return leaves_declared
             ? ihop_message ("elements of %s are touched that its declaration does not count", v->symbol->name)
             : unknown_memory (work, v);
  g_clear_pointer (&v->guesses, g_ptr_array_unref);
  v->count = ihop_extents_product (pool, v->extents, v->rank);
  return ihop_lifetime_refuse (work, v, is_fixed);
}

gboolean
ihop_extents_ask_allocations (IhopWork *work, IhopDeviceVariable *v)
{
  for (guint i = 1; i < v->rank; i++)
    if (v->extents[i] == NULL || ihop_follows_any_address (v->extents[i]))
      return FALSE;
  if (v->rank == 0 || !ihop_allocated_blocks_measure (work, v))
    return FALSE;
  g_autoptr (IhopMessage) changes = ihop_lifetime_refuse (work, v, FALSE);
  v->count = ihop_extents_product (ihop_work_pool (work), v->extents, v->rank);
  return changes == NULL;
}
