/* How often the statements "… += …" of a function's loops are executed, as the profiler's mean trips have it.
 *
 *     executions FILE.c FUNCTION */
#include "frontend/frontend.h"
#include "profiler/mean_trips.h"
#include <stdio.h>
#include <string.h>

typedef struct
{
  const IhopTree *tree;
  IhopTripMeans *means;
  double times, all;
} Count;

static gboolean
count (const IhopNode *node, gpointer data)
{
  Count *count_of = data;
  IhopUsual usual = { IHOP_USUAL_SIZE, FALSE };

  count_of->all += node->kind == IHOP_ASSIGN && node->op == IHOP_OP_ADD && node->child[0]->kind == IHOP_INDEX ? count_of->times : 0;
  if (node->kind != IHOP_FOR)
    return TRUE;
  Count inside = { count_of->tree, count_of->means, count_of->times, 0 };
  inside.times *= ihop_trips_mean (count_of->means, count_of->tree, node, &usual);
  ihop_node_walk (node->child[3], count, &inside);
  count_of->all += inside.all;
  return FALSE;
}

int
main (int argc, char **argv)
{
  static const char *const flags[] = { "-std=gnu17", NULL };
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();
  IhopDiags *diags = ihop_diags_new ();
  IhopFrontendOptions front = { flags, NULL };
  IhopFactsOptions options = { IHOP_ALIAS_CHECK, NULL, NULL, 0 };
  g_autoptr (IhopTree) tree = argc == 3 ? ihop_frontend_parse (argv[1], &front, diags) : NULL;

  if (tree == NULL)
    return 2;
  g_ptr_array_add (trees, tree);
  g_autoptr (IhopFacts) facts = ihop_facts_new (trees, &options, diags);
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      g_autoptr (IhopTripMeans) means = ihop_trip_means_new (facts);
      Count counted = { tree, means, 1, 0 };
      if (strcmp (function->symbol->name, argv[2]) != 0)
        continue;
      ihop_trips_read_callers (facts, function, means);
      ihop_node_walk (function->body, count, &counted);
      printf ("%.6g\n", counted.all);
    }
  g_ptr_array_unref (diags);
  return 0;
}
