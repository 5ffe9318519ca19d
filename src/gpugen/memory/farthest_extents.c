/* The farthest ones of several extents, and the size that follows from them. */
#include "gpugen/memory/farthest_extents.h"
#include "gpugen/memory/certain_extent.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/condition.h"
#include "ir/expression.h"
#include "ir/expression_order.h"
#include <string.h>

typedef IhopGuardedExtent Item;
typedef IhopExtentGuard Reach;

static void
join_conditions (IhopPool *pool, Item *item, const Item *other)
{
  item->is_guarded &= other->is_guarded;
  item->when = ihop_expression_either (pool, item->when, other->when);
}

void
ihop_farthest_extents_add (Reach *reach, Item *item)
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
          ihop_farthest_extents_add (reach, item);
        }
      return;
    }
  g_ptr_array_add (reach->items, item);
}

gboolean
ihop_extent_is_count_or_none (const IhopNode *node)
{
  gint64 none;

  return node->kind == IHOP_CONDITIONAL && node->child[1] && ihop_expression_is_number (node->child[2], &none) && none == 0;
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
          || (choice && ihop_extent_is_count_or_none (choice) && ihop_expression_stays_within (choice->child[0], choice->child[1], meanwhile)))
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

const IhopNode *
ihop_farthest_extents_size (Reach *reach)
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

gboolean
ihop_farthest_extents_are_readable (const Reach *reach)
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
