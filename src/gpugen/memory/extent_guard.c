/* How far kernels reach behind a pointer, and when.
 *
 * How much memory a pointer points to is known from what kernels touch, if nobody says so. Where they touch
 * nothing ("m = 0", a time loop that does not run, an "if" around the kernel) there need not be any: the
 * pointer may be null, or a dummy. A copy that stands before such a loop would look at it all the same.
 *
 * One condition holds for all copies of a variable, and its value does not change while the variable
 * lives: so what comes back is always what went there, and where it fails no kernel wants anything. */
#include "ir/condition.h"
#include "gpugen/memory/call_substitution.h"
#include "gpugen/memory/farthest_extents.h"
#include "gpugen/memory/guarded_extent.h"
#include "gpugen/memory/certain_extent.h"
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/resolved_size.h"
#include "gpugen/memory/swapped_extents.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

typedef IhopGuardedExtent Item;
typedef IhopExtentGuard Reach;

/* ---- one statement ---- */

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
      if (reach->only && !ihop_extent_guard_can_say (reach, item->end))
        g_clear_pointer (&item, g_free);
    }
  return item;
}

/* ---- several ---- */

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
  ihop_farthest_extents_add (reach, item);
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
      const IhopNode *around = path->pdata[i], *runs;
      if (!ihop_swapped_extents_loop_runs (reach, around, &runs))
        runs = NULL;
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
  return say (reach, ihop_call_substitute (reach->work, call, size));
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
    item->end = ihop_call_substitute (reach->work, call, end);
  gboolean good = item->end != NULL;
  item->when = size_at_call (reach, call, theirs->touched_when);
  item->is_certain = theirs->is_reached && (theirs->touched_when == NULL || item->when);
  item->is_doubtful = theirs->guesses != NULL;
  if (good && ihop_extent_is_count_or_none (item->end))
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
  const IhopNode *end = fine && reach->items->len ? ihop_farthest_extents_size (reach) : NULL;
  v->is_measured = end && ihop_farthest_extents_are_readable (reach) && !combines_unasked (reach);
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
