/* How far kernels reach behind a pointer, and when.
 *
 * How much memory a pointer points to is known from what kernels touch, if nobody says so. Where they touch
 * nothing ("m = 0", a time loop that does not run, an "if" around the kernel) there need not be any: the
 * pointer may be null, or a dummy. A copy that stands before such a loop would look at it all the same.
 *
 * One condition holds for all copies of a variable, and its value does not change while the variable
 * lives: so what comes back is always what went there, and where it fails no kernel wants anything. */
#include "gpugen/memory/extent_guard.h"
#include "gpugen/memory/residency.h"
#include <string.h>

typedef IhopReachItem Item;
typedef IhopReach Reach;

void
ihop_reach_item_free (gpointer data)
{
  Item *item = data;

  g_free (item->end);
  g_free (item->when);
  g_free (item);
}

/* ---- one statement ---- */

/* The outermost statement around a kernel's, which is as sure to run as the function. */
static const IhopNode *
statement_around (const IhopWork *work, const IhopNode *statement)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, statement);

  for (guint i = 0; path && i < path->len; i++)
    if (((const IhopNode *) path->pdata[i])->kind != IHOP_BLOCK)
      return path->pdata[i];
  return statement;
}

IhopReachItem *
ihop_reach_item (const IhopDeviceVariable *variable, const IhopBox *box)
{
  if (box == NULL || box->rank != variable->rank)
    return NULL;
  Item *item = g_new0 (Item, 1);
  if (variable->rank == 0)
    item->end = g_strdup ("1");
  else
    item->end = ihop_linear_sum (box->lower[0], box->bare ? box->bare : box->count[0], 1);
  item->when = g_strdup (box->when);
  item->is_flat = box->bare != NULL;
  item->is_guarded = box->is_guarded && variable->rank && g_str_equal (box->lower[0], "0");
  return item;
}

gboolean
ihop_reach_can_say (const Reach *reach, const char *text)
{
  return text == NULL || reach->only || ihop_place_can_say (reach->work, reach->variable, text);
}

/* As the code around tells it, in values that are known before that begins. NULL: it cannot. */
static Item *
item_around (Reach *reach, const IhopNode *around, const IhopNode *statement)
{
  IhopBox *box = ihop_footprint_reach (reach->work->planner->facts, reach->work->function, around,
                                       statement, reach->variable->symbol, FALSE);
  Item *item = ihop_reach_item (reach->variable, box);

  if (item && !(ihop_reach_can_say (reach, item->when) && ihop_reach_can_say (reach, item->end)))
    g_clear_pointer (&item, ihop_reach_item_free);
  if (item && !box->is_certain)
    reach->variable->is_doubtful_around = TRUE;
  ihop_box_free (box);
  return item;
}

/* As the kernel alone tells it. */
static Item *
item_here (Reach *reach, const IhopNode *statement)
{
  IhopBox *box = ihop_footprint_reach (reach->work->planner->facts, reach->work->function, statement,
                                       statement, reach->variable->symbol, TRUE);
  Item *item = ihop_reach_item (reach->variable, box);

  if (item && !box->is_certain)
    reach->variable->is_doubtful = TRUE;
  if (item && !ihop_reach_can_say (reach, item->when))
    {
      reach->variable->is_doubtful = TRUE;
      if (item->is_flat)
        {
          g_free (item->end);
          item->end = g_strdup (box->count[0]);
        }
      g_clear_pointer (&item->when, g_free);
      item->is_flat = FALSE;
    }
  ihop_box_free (box);
  return item;
}

/* ---- several ---- */

/* Whether "weak" is one of the conditions that "strong" asks for. */
static gboolean
implies (const char *strong, const char *weak)
{
  g_autofree char *all = g_strdup_printf (" && %s && ", strong);
  g_autofree char *one = g_strdup_printf (" && %s && ", weak);

  return strstr (strong, "||") == NULL && strstr (all, one) != NULL;
}

static void
join_conditions (Item *item, const Item *other)
{
  item->is_guarded &= other->is_guarded;
  if (item->when == NULL || other->when == NULL)
    g_clear_pointer (&item->when, g_free);
  else if (implies (item->when, other->when))
    {
      g_free (item->when);
      item->when = g_strdup (other->when);
    }
  else if (!g_str_equal (item->when, other->when) && !implies (other->when, item->when))
    {
      char *both = g_strdup_printf ("(%s) || (%s)", item->when, other->when);
      g_free (item->when);
      item->when = both;
    }
}

/* Whether nothing is lost if only "large" is kept, which goes further. */
static gboolean
is_enough (const Item *large, const Item *small)
{
  return large->when == NULL || large->is_guarded || g_strcmp0 (large->when, small->when) == 0
         || (small->when && implies (small->when, large->when));
}

void
ihop_reach_add (Reach *reach, Item *item)
{
  for (guint i = 0; i < reach->items->len; i++)
    {
      Item *had = reach->items->pdata[i];
      gint64 more;
      reach->variable->is_uneven |= !g_str_equal (had->end, item->end) || g_strcmp0 (had->when, item->when) != 0;
      if (had->is_flat != item->is_flat)
        continue;
      if (!ihop_linear_distance (had->end, item->end, &more))
        more = g_str_equal (had->end, item->end) ? 0 : G_MININT64;
      if (more == 0)
        join_conditions (had, item);
      else if (more == G_MININT64 || !is_enough (more < 0 ? had : item, more < 0 ? item : had))
        continue;
      if (more <= 0)
        ihop_reach_item_free (item);
      else
        {
          g_ptr_array_remove_index (reach->items, i);
          ihop_reach_add (reach, item);
        }
      return;
    }
  g_ptr_array_add (reach->items, item);
}

/* What the kernel touches only if its own data say so ("b != NULL ? b[i] : 0") it may not touch at all,
 * wherever its copies stand. */
static void
note_doubt_inside (Reach *reach, const IhopNode *statement)
{
  IhopBox *box = ihop_footprint_reach (reach->work->planner->facts, reach->work->function, statement,
                                       statement, reach->variable->symbol, TRUE);

  if (box && !box->is_certain)
    reach->variable->is_doubtful = TRUE;
  ihop_box_free (box);
}

/* The outer the code that tells it, the more is known of when the statement runs. */
static gboolean
add_statement (Reach *reach, const IhopNode *statement)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (reach->work->planner->facts, reach->work->function, statement);
  guint n = path && !reach->only ? path->len - 1 : 0;
  Item *item = NULL;

  for (guint i = 0; i < n && item == NULL; i++)
    if (((const IhopNode *) path->pdata[i])->kind != IHOP_BLOCK)
      {
        item = item_around (reach, path->pdata[i], statement);
        reach->variable->is_doubtful_around |= item == NULL;
      }
  if (item)
    note_doubt_inside (reach, statement);
  else
    item = item_here (reach, statement);
  if (item)
    ihop_reach_add (reach, item);
  return item != NULL;
}

/* Nothing is called where a loop around it does not run. */
static void
add_loops (const Reach *reach, Item *item, const IhopNode *statement)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (reach->work->planner->facts, reach->work->function, statement);

  for (guint i = 0; path && i < path->len; i++)
    {
      g_autofree char *runs = ihop_reach_loop_runs (reach, path->pdata[i]);
      g_autofree char *own = runs ? g_steal_pointer (&item->when) : NULL;
      if (runs == NULL)
        continue;
      item->when = own ? g_strdup_printf (strstr (own, "||") ? "%s && (%s)" : "%s && %s", runs, own) : g_strdup (runs);
      item->is_guarded = FALSE;
    }
}

/* One of the ends that the called function's is the greatest of. */
static gboolean
add_called_end (Reach *reach, const IhopKernel *call, const IhopDeviceVariable *theirs, const char *end)
{
  Item *item = g_new0 (Item, 1);

  item->end = ihop_resident_text (reach->work, call, end);
  item->when = theirs->when ? ihop_resident_text (reach->work, call, theirs->when) : NULL;
  if (item->when && !ihop_reach_can_say (reach, item->when))
    g_clear_pointer (&item->when, g_free);
  item->is_guarded = theirs->bare != NULL; /* then the condition is in the end, too */
  add_loops (reach, item, call->statements->pdata[0]);
  gboolean good = item->end != NULL;
  if (good)
    ihop_reach_add (reach, item);
  else
    ihop_reach_item_free (item);
  return good;
}

/* As the called function counts. Of when it is called only loops are looked at: that is a doubt. */
static gboolean
add_call (Reach *reach, const IhopKernel *call)
{
  const IhopDeviceVariable *theirs = ihop_resident_handed (call, reach->variable->symbol)->variable;

  reach->variable->is_doubtful = TRUE;
  if (theirs->is_unmeasured || theirs->rank != reach->variable->rank)
    return FALSE;
  if (theirs->ends == NULL)
    return add_called_end (reach, call, theirs, theirs->extents[0]);
  for (guint i = 0; i < theirs->ends->len; i++)
    if (!add_called_end (reach, call, theirs, theirs->ends->pdata[i]))
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
  if (f->begins_before || (f->is_read && !f->read) || (f->is_written && !f->written)
      || f->rank != reach->variable->rank)
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
      const IhopNode *here = statement_around (reach->work, kernel->statements->pdata[0]);
      if ((around && around != here) || here == kernel->statements->pdata[0])
        return;
      around = here;
    }
  Item *item = around ? item_around (reach, around, around) : NULL;
  if (item == NULL || !item->is_flat)
    {
      g_clear_pointer (&item, ihop_reach_item_free);
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
    if (g_strcmp0 (first->when, ((const Item *) reach->items->pdata[i])->when) != 0)
      return FALSE;
  return TRUE;
}

/* "n", or "(n > m + 1 ? n : m + 1)"; with conditions of their own "(f != 0 ? 7 : 0)" in the place of 7. */
static char *
largest_end (const Reach *reach, gboolean with_conditions)
{
  GPtrArray *ends = g_ptr_array_new_with_free_func (g_free);
  char *text = NULL;

  for (guint i = 0; i < reach->items->len; i++)
    {
      const Item *item = reach->items->pdata[i];
      gboolean alone = !with_conditions || item->when == NULL || item->is_guarded;
      char *one = alone ? g_strdup (item->end)
                        : g_strdup_printf ("(%s ? %s : 0)", item->when, item->end);
      char *both = text ? g_strdup_printf ("(%s > %s ? %s : %s)", text, one, text, one) : g_strdup (one);
      g_ptr_array_add (ends, one);
      g_free (text);
      text = both;
    }
  g_clear_pointer (&reach->variable->ends, g_ptr_array_unref);
  reach->variable->ends = ends;
  return text;
}

static char *
set_texts (Reach *reach)
{
  IhopDeviceVariable *v = reach->variable;
  const Item *first = reach->items->pdata[0];
  gboolean is_flat = FALSE;

  v->is_mixed = !is_one_condition (reach);
  for (guint i = 0; i < reach->items->len; i++)
    is_flat |= ((const Item *) reach->items->pdata[i])->is_flat;
  if (v->is_mixed || first->when == NULL || (reach->items->len == 1 && first->is_guarded))
    return largest_end (reach, v->is_mixed);
  v->when = g_strdup (first->when);
  char *end = largest_end (reach, FALSE);
  if (!is_flat)
    return end;
  v->bare = end;
  g_clear_pointer (&v->ends, g_ptr_array_unref);
  return g_strdup_printf ("(%s ? %s : 0)", v->when, end);
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
  enum { MOST_LETTERS = 600 };
  IhopDeviceVariable *v = reach->variable;
  gboolean fine = TRUE;

  g_ptr_array_set_size (reach->items, 0);
  g_clear_pointer (&v->asked, g_free);
  v->is_uneven = FALSE;
  if (is_shared)
    fine = ihop_reach_add_rounds (reach, &v->asked);
  for (guint i = 0; fine && !is_shared && i < reach->work->kernels->len; i++)
    fine = add_kernel (reach, reach->work->kernels->pdata[i]);
  if (fine && !is_shared && reach->items->len > 1 && reach->only == NULL)
    ask_around (reach);
  g_autofree char *end = fine && reach->items->len ? set_texts (reach) : NULL;
  v->is_measured = end && strlen (end) <= MOST_LETTERS && !combines_unasked (reach);
  v->is_shared = v->is_measured && is_shared;
  if (!v->is_measured)
    g_clear_pointer (&v->ends, g_ptr_array_unref);
  if (v->is_measured && v->rank)
    {
      g_free (v->extents[0]);
      v->extents[0] = g_steal_pointer (&end);
    }
  return v->is_measured;
}

gboolean
ihop_reach_measure (IhopWork *work, IhopDeviceVariable *variable, const IhopKernel *only)
{
  Reach reach = { work, variable, only, g_ptr_array_new_with_free_func (ihop_reach_item_free) };
  gboolean is_known = only == NULL && measure (&reach, TRUE);

  if (!is_known)
    {
      g_clear_pointer (&variable->when, g_free);
      g_clear_pointer (&variable->bare, g_free);
      variable->is_mixed = FALSE;
      is_known = measure (&reach, FALSE);
    }
  g_ptr_array_unref (reach.items);
  return is_known;
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
ihop_reach_finish (IhopWork *work, IhopDeviceVariable *variable)
{
  const char *name = variable->symbol->name;
  g_autofree char *when = g_steal_pointer (&variable->when);

  if (!variable->is_measured || !needs_test_for_null (work, variable))
    variable->when = g_steal_pointer (&when);
  else if (when == NULL)
    variable->when = g_strdup_printf ("%s != NULL", name);
  else
    variable->when = g_strdup_printf (strstr (when, "||") ? "(%s) && %s != NULL" : "%s && %s != NULL",
                                      when, name);
}
