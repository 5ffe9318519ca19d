/* How far kernels reach behind a pointer, and when.
 *
 * How much memory a pointer points to is known from what kernels touch, if nobody says so. Where they touch
 * nothing ("m = 0", a time loop that does not run, an "if" around the kernel) there need not be any: the
 * pointer may be null, or a dummy. A copy that stands before such a loop would look at it all the same.
 *
 * One condition holds for all copies of a variable, and its value does not change while the variable
 * lives: so what comes back is always what went there, and where it fails no kernel wants anything. */
#include "ir/condition.h"
#include "ir/expression.h"
#include "ir/expression_order.h"
#include "gpugen/memory/certain_extent.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/lifetime.h"
#include "gpugen/memory/resident_call.h"
#include "gpugen/memory/resolved_size.h"
#include "gpugen/memory/swapped_extents.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include <string.h>

typedef IhopGuardedExtent Item;
typedef IhopExtentGuard Reach;

/* ---- one statement ---- */

IhopGuardedExtent *
ihop_guarded_extent_new (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box)
{
  gint64 first;

  if (box == NULL || box->rank != variable->rank)
    return NULL;
  Item *item = g_new0 (Item, 1);
  if (variable->rank == 0)
    item->end = ihop_expression_number (pool, 1);
  else
    item->end = ihop_expression_add (pool, box->lower[0], box->bare ? box->bare : box->count[0]);
  item->when = box->when;
  item->is_flat = box->bare != NULL;
  item->is_guarded = box->is_guarded && variable->rank && ihop_expression_is_number (box->lower[0], &first) && first == 0;
  return item;
}

gboolean
ihop_extent_guard_can_say (const Reach *reach, const IhopNode *node)
{
  return node == NULL || reach->only || ihop_lifetime_can_say (reach->work, reach->variable, node);
}

static gboolean
can_say (const IhopNode *node, gpointer data)
{
  return ihop_extent_guard_can_say (data, node);
}

/* In words that are known before the variable's copy is made; NULL: there are none, or it was NULL. */
static const IhopNode *
say (Reach *reach, const IhopNode *size)
{
  return ihop_size_say (reach->work->planner->facts, reach->work->function, size, can_say, reach);
}

/* FALSE: it cannot be said. */
static gboolean
say_item (Reach *reach, Item *item)
{
  const IhopNode *when = say (reach, item->when), *end = say (reach, item->end);

  if (end == NULL || (item->when && when == NULL))
    return FALSE;
  item->when = when;
  item->end = end;
  return TRUE;
}

/* As the code around tells it, in values that are known before that begins. NULL: it cannot. */
static Item *
item_around (Reach *reach, const IhopNode *around, const IhopNode *statement)
{
  const IhopBox *box = ihop_footprint_reach (reach->work->planner->facts, reach->work->function, around,
                                       statement, reach->variable->symbol, FALSE);
  Item *item = ihop_guarded_extent_new (ihop_work_pool (reach->work), reach->variable, box);

  if (item && !say_item (reach, item))
    g_clear_pointer (&item, g_free);
  if (item && !box->is_certain)
    reach->variable->is_doubtful_around = TRUE;
  if (item)
    item->is_certain = box->is_certain;
  return item;
}

/* As the kernel alone tells it. */
static Item *
item_here (Reach *reach, const IhopNode *statement)
{
  const IhopBox *box = ihop_footprint_reach (reach->work->planner->facts, reach->work->function, statement,
                                       statement, reach->variable->symbol, TRUE);
  Item *item = ihop_guarded_extent_new (ihop_work_pool (reach->work), reach->variable, box);

  if (item)
    {
      reach->variable->is_doubtful |= !box->is_certain;
      item->is_certain = box->is_certain;
      item->is_doubtful = !box->is_certain_there;
    }
  if (item && !say_item (reach, item) && !ihop_extent_guard_can_say (reach, item->when))
    {
      reach->variable->is_doubtful = TRUE;
      if (item->is_flat)
        item->end = box->count[0];
      item->when = NULL;
      item->is_flat = item->is_certain = FALSE;
    }
  return item;
}

/* ---- several ---- */

static void
join_conditions (IhopPool *pool, Item *item, const Item *other)
{
  item->is_guarded &= other->is_guarded;
  item->when = ihop_expression_either (pool, item->when, other->when);
}

void
ihop_extent_guard_add (Reach *reach, Item *item)
{
  for (guint i = 0; i < reach->items->len; i++)
    {
      Item *had = reach->items->pdata[i];
      if (had->is_flat != item->is_flat)
        continue;
      gboolean is_same = ihop_extent_is_as_far (reach, had, item);
      if (is_same)
        join_conditions (ihop_work_pool (reach->work), had, item);
      else if (!ihop_extent_covers (reach, had, item) && !ihop_extent_covers (reach, item, had))
        continue;
      if (is_same || ihop_extent_covers (reach, had, item))
        g_free (item);
      else
        {
          g_ptr_array_remove_index (reach->items, i);
          ihop_extent_guard_add (reach, item);
        }
      return;
    }
  g_ptr_array_add (reach->items, item);
}

/* What the kernel touches only if its own data say so ("b != NULL ? b[i] : 0") it may not touch at all,
 * wherever its copies stand. */
static void
note_doubt_inside (Reach *reach, Item *item, const IhopNode *statement)
{
  const IhopBox *box = ihop_footprint_reach (reach->work->planner->facts, reach->work->function, statement,
                                       statement, reach->variable->symbol, TRUE);

  reach->variable->is_doubtful |= box && !box->is_certain;
  item->is_doubtful = box == NULL || !box->is_certain_there;
}

/* Takes item. */
static void
add_touch (Reach *reach, Item *item, const IhopNode *around)
{
  item->around = around;
  g_ptr_array_add (reach->touches, g_memdup2 (item, sizeof *item));
  ihop_extent_guard_add (reach, item);
}

/* The outer the code that tells it, the more is known of when the statement runs. */
static gboolean
add_statement (Reach *reach, const IhopNode *statement)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (reach->work->planner->facts, reach->work->function, statement);
  guint n = path && !reach->only ? path->len - 1 : 0;
  const IhopNode *around = statement;
  Item *item = NULL;

  for (guint i = 0; i < n && item == NULL; i++)
    if (((const IhopNode *) path->pdata[i])->kind != IHOP_BLOCK)
      {
        around = path->pdata[i];
        item = item_around (reach, around, statement);
        reach->variable->is_doubtful_around |= item == NULL;
      }
  if (item)
    note_doubt_inside (reach, item, statement);
  else
    item = item_here (reach, around = statement);
  if (item)
    add_touch (reach, item, around);
  return item != NULL;
}

/* Nothing is called where a loop around it does not run. */
static void
add_loops (const Reach *reach, Item *item, const IhopNode *statement)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (reach->work->planner->facts, reach->work->function, statement);

  for (guint i = 0; path && i < path->len; i++)
    {
      const IhopNode *around = path->pdata[i], *runs = ihop_swapped_extents_loop_runs (reach, around);
      item->is_certain &= around->kind == IHOP_BLOCK || around->kind == IHOP_DO || around == statement || runs != NULL;
      if (runs == NULL)
        continue;
      item->when = ihop_expression_and (ihop_work_pool (reach->work), runs, item->when);
      item->is_guarded = FALSE;
    }
}

/* What the called function counts in, in words from before the loops around the call, if there are such. */
static const IhopNode *
size_at_call (Reach *reach, const IhopKernel *call, const IhopNode *size)
{
  return say (reach, ihop_resident_size (reach->work, call, size));
}

/* "condition ? count : 0". */
static gboolean
is_count_or_none (const IhopNode *node)
{
  gint64 none;

  return node->kind == IHOP_CONDITIONAL && node->child[1] && ihop_expression_is_number (node->child[2], &none) && none == 0;
}

/* "n > 0 ? n * m : 0" is n * m where n > 0: so it can be compared with other ends. */
static void
take_condition (Reach *reach, Item *item)
{
  const IhopNode *choice = item->end;

  item->when = ihop_expression_and (ihop_work_pool (reach->work), item->when, choice->child[0]);
  item->end = choice->child[1];
  item->is_flat = TRUE;
}

/* One of the ends that the called function's is the greatest of. */
static gboolean
add_called_end (Reach *reach, const IhopKernel *call, const IhopDeviceVariable *theirs, const IhopNode *end)
{
  Item *item = g_new0 (Item, 1);

  item->end = size_at_call (reach, call, end);
  if (item->end == NULL)
    item->end = ihop_resident_size (reach->work, call, end);
  gboolean good = item->end != NULL;
  item->when = size_at_call (reach, call, theirs->touched_when);
  item->is_certain = theirs->is_reached && (theirs->touched_when == NULL || item->when);
  item->is_doubtful = theirs->guesses != NULL;
  if (good && is_count_or_none (item->end))
    take_condition (reach, item);
  add_loops (reach, item, call->statements->pdata[0]);
  if (good)
    add_touch (reach, item, ihop_work_outermost (reach->work, call->statements->pdata[0]));
  else
    g_free (item);
  return good;
}

/* As the called function counts. Of when it is called only loops are looked at: that is a doubt. */
static gboolean
add_call (Reach *reach, const IhopKernel *call)
{
  const IhopDeviceVariable *theirs = ihop_resident_handed (call, reach->variable->symbol)->variable;

  reach->variable->is_doubtful = TRUE;
  const GPtrArray *ends = theirs->guesses ? theirs->guesses : theirs->ends;
  if (theirs->rank != reach->variable->rank || (theirs->is_unmeasured && ends == NULL))
    return FALSE;
  if (ends == NULL)
    return add_called_end (reach, call, theirs, theirs->extents[0]);
  for (guint i = 0; i < ends->len; i++)
    if (!add_called_end (reach, call, theirs, ends->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Conditions that boxes hold under are tested for nests alone. */
gboolean
ihop_extent_guard_is_bounded (IhopWork *work, const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; i < kernel->statements->len; i++)
    {
      const IhopFootprint *f = ihop_footprint_at (work, kernel->statements->pdata[i], symbol);
      if (f && ((f->is_read && !f->read) || (f->is_written && !f->written)
                || (f->is_conditional && kernel->kind != IHOP_KERNEL_MAPPED)))
        return FALSE;
    }
  return TRUE;
}

/* FALSE: it is not known how far it reaches. */
static gboolean
add_kernel (Reach *reach, const IhopKernel *kernel)
{
  const IhopFootprint *f = ihop_kernel_footprint (kernel, reach->variable->symbol);

  if (f == NULL || (reach->only && reach->only != kernel))
    return TRUE;
  if (kernel->kind == IHOP_KERNEL_CALL)
    return add_call (reach, kernel);
  if (f->rank != reach->variable->rank || !ihop_extent_guard_is_bounded (reach->work, kernel, reach->variable->symbol))
    return FALSE;
  for (guint i = 0; i < kernel->statements->len; i++)
    if (ihop_footprint_at (reach->work, kernel->statements->pdata[i], reach->variable->symbol)
        && !add_statement (reach, kernel->statements->pdata[i]))
      return FALSE;
  return TRUE;
}

/* ---- together ---- */

/* Kernels under one loop that all go over the rows of a flat array: the loop as a whole may know which of them
 * goes further. */
static void
ask_around (Reach *reach)
{
  const IhopNode *around = NULL;

  for (guint i = 0; i < reach->items->len; i++)
    if (!((const Item *) reach->items->pdata[i])->is_flat)
      return;

  for (guint i = 0; i < reach->work->kernels->len; i++)
    {
      const IhopKernel *kernel = reach->work->kernels->pdata[i];
      if (ihop_kernel_footprint (kernel, reach->variable->symbol) == NULL)
        continue;
      if (kernel->kind == IHOP_KERNEL_CALL)
        return;
      const IhopNode *here = ihop_work_outermost (reach->work, kernel->statements->pdata[0]);
      if ((around && around != here) || here == kernel->statements->pdata[0])
        return;
      around = here;
    }
  Item *item = around ? item_around (reach, around, around) : NULL;
  if (item == NULL || !item->is_flat)
    {
      g_clear_pointer (&item, g_free);
      return;
    }
  g_ptr_array_set_size (reach->items, 0);
  g_ptr_array_add (reach->items, item);
}

static gboolean
is_one_condition (const Reach *reach)
{
  const Item *first = reach->items->pdata[0];

  for (guint i = 1; i < reach->items->len; i++)
    if (!ihop_expression_equal (first->when, ((const Item *) reach->items->pdata[i])->when))
      return FALSE;
  return TRUE;
}

/* The larger one of two counts, of which each is none where it is negative, where "when" holds: "n > 0 ? n * m : 0" and "n * m" is
 * n * m, "n > 2 ? n : m" and 2 is "n > 2 ? n : larger (m, 2)". 0 is none. */
static const IhopNode *
larger_count (IhopPool *pool, const IhopNode *when, const IhopNode *a, const IhopNode *b)
{
  const IhopNode *pair[] = { a, b };

  for (guint i = 0; i < 2; i++)
    {
      const IhopNode *other = pair[1 - i], *choice = pair[i]->kind == IHOP_CONDITIONAL && pair[i]->child[1] ? pair[i] : NULL;
      const IhopNode *meanwhile = choice ? ihop_expression_where (choice->child[0], other) : NULL;
      gint64 none;
      if ((ihop_expression_is_number (pair[i], &none) && none <= 0) || ihop_expression_stays_within (when, pair[i], other)
          || (choice && is_count_or_none (choice) && ihop_expression_stays_within (choice->child[0], choice->child[1], meanwhile)))
        return other;
      if (choice && ihop_expression_stays_within (choice->child[0], meanwhile, choice->child[1]))
        return ihop_expression_choice (pool, choice->child[0], choice->child[1], larger_count (pool, when, choice->child[2], other));
    }
  return ihop_expression_larger (pool, a, b);
}

/* "n", or "n > m + 1 ? n : m + 1"; with conditions of their own "f != 0 ? 7 : 0" in the place of 7. */
static const IhopNode *
largest_end (const Reach *reach, gboolean with_conditions)
{
  IhopPool *pool = ihop_work_pool (reach->work);
  GPtrArray *ends = g_ptr_array_new ();
  const IhopNode *largest = NULL;

  for (guint i = 0; i < reach->items->len; i++)
    {
      const Item *item = reach->items->pdata[i];
      gboolean alone = !with_conditions || item->when == NULL || item->is_guarded;
      const IhopNode *end
        = alone ? item->end : ihop_expression_choice (pool, item->when, item->end, ihop_expression_number (pool, 0));
      g_ptr_array_add (ends, (gpointer) end);
      largest = largest ? larger_count (pool, with_conditions ? NULL : item->when, largest, end) : end;
    }
  g_clear_pointer (&reach->variable->ends, g_ptr_array_unref);
  reach->variable->ends = ends;
  return largest;
}

/* Sets when, bare, ends; returns the extent. */
static const IhopNode *
set_sizes (Reach *reach)
{
  IhopPool *pool = ihop_work_pool (reach->work);
  IhopDeviceVariable *v = reach->variable;
  const Item *first = reach->items->pdata[0];
  gboolean is_flat = FALSE;

  v->is_mixed = !is_one_condition (reach);
  for (guint i = 0; i < reach->items->len; i++)
    is_flat |= ((const Item *) reach->items->pdata[i])->is_flat;
  if (v->is_mixed || first->when == NULL || (reach->items->len == 1 && first->is_guarded))
    return largest_end (reach, v->is_mixed);
  v->when = first->when;
  const IhopNode *end = largest_end (reach, FALSE);
  if (!is_flat)
    return end;
  v->bare = end;
  g_clear_pointer (&v->ends, g_ptr_array_unref);
  return ihop_expression_choice (pool, v->when, end, ihop_expression_number (pool, 0));
}

/* Whoever reads the product reads each end and its condition once. */
static gboolean
is_readable (const Reach *reach)
{
  enum { MOST_LETTERS = 600 };
  gsize letters = 0;

  for (guint i = 0; i < reach->items->len; i++)
    {
      const Item *item = reach->items->pdata[i];
      g_autofree char *end = ihop_expression_text (item->end), *when = item->when ? ihop_expression_text (item->when) : NULL;
      letters += strlen (end) + (when ? strlen (when) : 0);
    }
  return letters <= MOST_LETTERS;
}

/* Whether a kernel combines values into an element behind the pointer, which it does whether an iteration touches the
 * element or not, and cannot be left out as a whole where none does. */
static gboolean
combines_unasked (const Reach *reach)
{
  const IhopDeviceVariable *v = reach->variable;

  for (guint i = 0; (v->when || v->is_mixed) && i < reach->work->kernels->len; i++)
    {
      const IhopKernel *kernel = reach->work->kernels->pdata[i];
      guint n_written = 0;
      for (guint k = 0; k < kernel->footprints->len; k++)
        n_written += ((const IhopFootprint *) kernel->footprints->pdata[k])->is_written;
      if ((reach->only == NULL || reach->only == kernel) && ihop_kernel_combines_into (kernel, v->symbol)
          && (v->is_mixed || n_written > 1))
        return TRUE;
    }
  return FALSE;
}

/* With what it changes places with, or by itself. */
static gboolean
measure (Reach *reach, gboolean is_shared)
{
  IhopDeviceVariable *v = reach->variable;
  gboolean fine = TRUE;

  g_ptr_array_set_size (reach->items, 0);
  g_ptr_array_set_size (reach->touches, 0);
  v->asked = NULL;
  if (is_shared)
    fine = ihop_swapped_extents_add (reach, &v->asked);
  for (guint i = 0; fine && !is_shared && i < reach->work->kernels->len; i++)
    fine = add_kernel (reach, reach->work->kernels->pdata[i]);
  if (fine && !is_shared && reach->items->len > 1 && reach->only == NULL)
    ask_around (reach);
  const IhopNode *end = fine && reach->items->len ? set_sizes (reach) : NULL;
  v->is_measured = end && is_readable (reach) && !combines_unasked (reach);
  v->is_shared = v->is_measured && is_shared;
  v->is_guessed = v->is_measured && !ihop_extent_is_certain (reach);
  v->is_reached = v->is_measured && !is_shared && ihop_extent_is_reached (reach);
  v->touched_when = v->when;
  if (!v->is_measured)
    g_clear_pointer (&v->ends, g_ptr_array_unref);
  if (v->is_measured && v->rank)
    v->extents[0] = end;
  return v->is_measured;
}

gboolean
ihop_extent_guard_measure (IhopWork *work, IhopDeviceVariable *variable, const IhopKernel *only)
{
  Reach reach = { work, variable, only, g_ptr_array_new_with_free_func (g_free), g_ptr_array_new_with_free_func (g_free) };
  gboolean is_known = only == NULL && measure (&reach, TRUE);

  if (!is_known)
    {
      variable->when = variable->bare = NULL;
      variable->is_mixed = FALSE;
      is_known = measure (&reach, FALSE);
    }
  g_ptr_array_unref (reach.items);
  g_ptr_array_unref (reach.touches);
  return is_known;
}

void
ihop_extent_guard_forget (IhopDeviceVariable *variable)
{
  variable->when = variable->bare = variable->asked = variable->touched_when = NULL;
  variable->is_measured = variable->is_shared = variable->is_mixed = variable->is_guessed = variable->is_reached = FALSE;
  variable->is_doubtful = variable->is_doubtful_around = FALSE;
  g_clear_pointer (&variable->ends, g_ptr_array_unref);
}

/* ---- where copies stand ---- */

/* Whether some copy stands in a block, or before a loop, from where control need not come to the kernel. */
static gboolean
may_be_left_out (const IhopWork *work, const IhopDeviceVariable *variable, const IhopNode *statement)
{
  const GPtrArray *transfers = work->planner->plan->transfers;
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, statement);

  for (guint i = 0; path && i < transfers->len; i++)
    {
      const IhopTransfer *transfer = transfers->pdata[i];
      if (transfer->variable != variable)
        continue;
      g_autoptr (GPtrArray) other = ihop_defs_path (work->planner->facts, work->function, transfer->at.anchor);
      gboolean is_inside = transfer->at.kind == IHOP_POINT_BLOCK_START
                           || transfer->at.kind == IHOP_POINT_BLOCK_END;
      guint depth = other ? other->len - (is_inside ? 0 : 1) : 0, same = 0;
      while (same < depth && same + 1 < path->len && other->pdata[same] == path->pdata[same])
        same++;
      for (; same + 1 < path->len; same++)
        if (((const IhopNode *) path->pdata[same])->kind != IHOP_BLOCK)
          return TRUE;
    }
  return FALSE;
}

static gboolean
needs_test_for_null (const IhopWork *work, const IhopDeviceVariable *variable)
{
  if (variable->is_doubtful || !variable->is_doubtful_around)
    return variable->is_doubtful;
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      const IhopKernelParam *param = ihop_kernel_param (kernel, variable->symbol);
      if (param && param->variable == variable
          && may_be_left_out (work, variable, kernel->statements->pdata[0]))
        return TRUE;
    }
  return FALSE;
}

void
ihop_extent_guard_finish (IhopWork *work, IhopDeviceVariable *variable)
{
  IhopPool *pool = ihop_work_pool (work);

  if (!variable->is_measured || !needs_test_for_null (work, variable))
    return;
  const IhopNode *is_there
    = ihop_expression_binary (pool, IHOP_OP_NE, ihop_expression_name (pool, variable->symbol),
                              ihop_expression_word (pool, "NULL"));
  variable->when = ihop_expression_and (pool, variable->when, is_there);
}
