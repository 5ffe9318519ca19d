/* How often a function is called: what is quicker on the device by itself may be asked for so often that nobody's data is as large. */
#include "advise/worth.h"
#include "analysis/program/callgraph.h"
#include "analysis/verdict/loops.h"

#define USUAL_TRIPS 100.0    /* of a loop that does not count */

static double
trips_around (IhopFacts *facts, const IhopCallSite *site, IhopTripMeans *means, double size)
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
      double trips = ihop_trips_mean (means, tree, node, &usual);
      times *= trips < 0 ? USUAL_TRIPS : MAX (1, trips);
    }
  return times;
}

/* What calls itself, directly or around a corner, is called once by that. */
double
ihop_trips_called (IhopFacts *facts, const IhopFunction *function, double size, GHashTable *known)
{
  const IhopCallNode *node = ihop_callgraph_node (facts, function);
  double *times = g_hash_table_lookup (known, function);
  double least = 0;

  if (times)
    return *times;
  times = g_new (double, 1);
  *times = 1;
  g_hash_table_insert (known, (gpointer) function, times);
  for (guint i = 0; node && i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      g_autoptr (IhopTripMeans) means = ihop_trip_means_new (facts);
      ihop_trips_read_callers (facts, site->caller, means);
      double here = trips_around (facts, site, means, size) * ihop_trips_called (facts, site->caller, size, known);
      least = least > 0 ? MIN (least, here) : here;
    }
  return *times = MAX (least, 1);
}
