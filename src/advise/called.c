/* How often a function is called: what is quicker on the device by itself may be asked for so often that nobody's data is as large. */
#include "advise/worth.h"
#include "analysis/program/callgraph.h"
#include "analysis/verdict/loops.h"

#define MOST_LEVELS 4
#define USUAL_TRIPS 100.0    /* of a loop that does not count */

static double
trips_around (IhopFacts *facts, const IhopCallSite *site, GHashTable *means, double size)
{
  const IhopTree *tree = ihop_facts_tree_of (facts, site->caller);
  g_autoptr (GPtrArray) path = ihop_node_path (site->caller->body, site->call);
  IhopUsual usual = { size, FALSE };
  double times = 1;

  for (guint i = 0; tree && path && i < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      if (!ihop_kind_is_loop (node->kind))
        continue;
      const IhopCounting *counting = ihop_loops_counting (facts, tree, node);
      times *= MAX (1, counting ? ihop_trips_mean (node, counting, means, &usual) : USUAL_TRIPS);
    }
  return times;
}

static double
times_called (IhopFacts *facts, const IhopFunction *function, double size, guint level)
{
  const IhopCallNode *node = ihop_callgraph_node (facts, function);
  double least = 0;

  for (guint i = 0; node && level < MOST_LEVELS && i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      g_autoptr (GHashTable) means = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      ihop_trips_read_callers (facts, site->caller, means);
      double times = trips_around (facts, site, means, size) * times_called (facts, site->caller, size, level + 1);
      least = least > 0 ? MIN (least, times) : times;
    }
  return MAX (least, 1);
}

double
ihop_trips_called (IhopFacts *facts, const IhopFunction *function, double size)
{
  return times_called (facts, function, size, 0);
}
