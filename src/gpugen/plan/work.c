/* What every room asks while a plan is made: names, places, reasons, footprints. */
#include "gpugen/plan/work.h"

IhopPool *
ihop_work_pool (const IhopWork *work)
{
  return ihop_facts_pool (work->planner->facts);
}

guint
ihop_line_of (const IhopNode *node)
{
  return ihop_range_line (node->range.source ? node->range : node->place);
}

char *
ihop_name_make (IhopPlanner *planner, const char *base)
{
  char *name = g_strdup (base);

  for (guint n = 2; g_hash_table_contains (planner->names, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", base, n);
    }
  g_hash_table_add (planner->names, name);
  return name;
}

void
ihop_planner_deny (IhopPlanner *planner, const IhopFunction *function)
{
  g_hash_table_add (planner->denied, (gpointer) function);
}

void
ihop_leave_out_message (IhopPlanner *planner, const IhopNode *loop, IhopMessage *reason)
{
  g_hash_table_insert (planner->reasons, (gpointer) loop, reason);
}

IhopDiag *
ihop_planner_refuse_message (IhopPlanner *planner, const char *id, const IhopNode *at, IhopMessage *message)
{
  return ihop_diags_add_message (planner->diags, IHOP_REFUSED, id, at->range.source ? at->range : at->place, message);
}

const GPtrArray *
ihop_footprints_at (IhopWork *work, const IhopNode *fragment)
{
  GHashTable *known = work->planner->footprints;
  GPtrArray *all = g_hash_table_lookup (known, fragment);

  if (all == NULL)
    {
      all = ihop_footprint_of (work->planner->facts, work->function, fragment);
      if (all == NULL)
        all = g_ptr_array_new ();
      g_hash_table_insert (known, (gpointer) fragment, all);
    }
  return all;
}

const IhopFootprint *
ihop_footprint_at (IhopWork *work, const IhopNode *fragment, const IhopSymbol *symbol)
{
  const GPtrArray *all = ihop_footprints_at (work, fragment);

  for (guint i = 0; i < all->len; i++)
    {
      const IhopFootprint *f = all->pdata[i];
      if (f->symbol == symbol)
        return f;
    }
  return NULL;
}
