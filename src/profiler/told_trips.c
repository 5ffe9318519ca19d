/* Sizes that are told: by assertions, by constants that callers pass, by variables that are set once. */
#include "profiler/mean_trips.h"
#include "analysis/program/assertion.h"
#include "analysis/program/callgraph.h"

/* ---- What callers pass --------------------------------------------------------------------------- */

typedef struct
{
  const IhopFunction *function;
  IhopTripMeans *means;
} Callers;

/* "n", "int n = 100;" somewhere: good enough for a weight. */
static gboolean
read_number (const Callers *callers, const IhopNode *node, double *number)
{
  const double *known;

  node = ihop_node_strip (node, TRUE);
  if (node->flags & IHOP_NODE_CONSTANT)
    *number = (double) node->integer;
  else if (node->kind == IHOP_REF && (known = ihop_trip_means_number (callers->means, node->symbol)))
    *number = *known;
  else
    return FALSE;
  return TRUE;
}

static gboolean
look_at_call (const IhopNode *node, gpointer data)
{
  Callers *callers = data;
  const IhopNode *callee = node->kind == IHOP_CALL ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (callee && callee->kind == IHOP_REF && callee->symbol == callers->function->symbol)
    for (guint i = 0; i < callers->function->n_params && i + 1 < node->n_children; i++)
      {
        double number;
        if (!read_number (callers, node->child[i + 1], &number)
            || ihop_trip_means_number (callers->means, callers->function->params[i]))
          continue;
        ihop_trip_means_set (callers->means, callers->function->params[i], number);
      }
  /* Variables of a caller that are set once and for all where they are declared. */
  if (node->kind == IHOP_VARIABLE && node->n_children && node->child[0])
    {
      double number;
      if (read_number (callers, node->child[0], &number) && number > 1)
        ihop_trip_means_set (callers->means, node->symbol, number);
    }
  return TRUE;
}

typedef struct
{
  const GPtrArray *trees;  /* of IhopTree * */
  const Callers *callers;
} Asserted;

static void
keep_number (const Callers *callers, const IhopSymbol *symbol, double number)
{
  ihop_trip_means_set (callers->means, symbol, number);
}

static void
take_asserted (const char *name, double number, gpointer data)
{
  const Asserted *asserted = data;
  const IhopFunction *function = asserted->callers->function;

  for (guint i = 0; i < function->n_params; i++)
    if (g_strcmp0 (function->params[i]->name, name) == 0)
      {
        keep_number (asserted->callers, function->params[i], number);
        return;
      }
  for (guint t = 0; t < asserted->trees->len; t++)
    {
      const GPtrArray *globals = ((const IhopTree *) asserted->trees->pdata[t])->globals;
      for (guint i = 0; i < globals->len; i++)
        if (g_strcmp0 (((const IhopSymbol *) globals->pdata[i])->name, name) == 0)
          keep_number (asserted->callers, globals->pdata[i], number);
    }
}

/* "--assume 'n <= 64'": as many as that, at most. */
static void
read_assertions (IhopFacts *facts, const Callers *callers)
{
  const char *const *words = ihop_facts_options (facts)->assume;
  Asserted asserted = { ihop_facts_trees (facts), callers };

  for (guint i = 0; words && words[i]; i++)
    ihop_assertion_numbers (asserted.trees, callers->function, words[i], take_asserted, &asserted);
}

#define MOST_LEVELS 4

/* The function, its callers, theirs, and so on, each once. Caller unrefs. */
static GPtrArray *
function_and_callers (IhopFacts *facts, const IhopFunction *function)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GPtrArray *all = g_ptr_array_new ();
  guint begin = 0;

  g_hash_table_add (seen, (gpointer) function);
  g_ptr_array_add (all, (gpointer) function);
  for (guint level = 1; level < MOST_LEVELS; level++)
    for (guint end = all->len; begin < end; begin++)
      {
        const IhopCallNode *node = ihop_callgraph_node (facts, all->pdata[begin]);
        for (guint i = 0; node && i < node->callers->len; i++)
          {
            const IhopFunction *caller = ((const IhopCallSite *) node->callers->pdata[i])->caller;
            if (g_hash_table_add (seen, (gpointer) caller))
              g_ptr_array_add (all, (gpointer) caller);
          }
      }
  return all;
}

static void
read_callers (IhopFacts *facts, const IhopFunction *function, IhopTripMeans *means)
{
  const IhopCallNode *node = ihop_callgraph_node (facts, function);
  Callers callers = { function, means };
  const IhopFunction *last = function;

  for (guint i = 0; node && i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      if (site->caller != last)
        ihop_node_walk (site->caller->body, look_at_call, &callers);
      last = site->caller;
    }
}

/* Those who stand highest first: they may hand on what they were given. */
void
ihop_trips_read_callers (IhopFacts *facts, const IhopFunction *function, IhopTripMeans *means)
{
  Callers callers = { function, means };
  g_autoptr (GPtrArray) all = function_and_callers (facts, function);

  read_assertions (facts, &callers);
  ihop_node_walk (function->body, look_at_call, &callers);
  for (guint i = all->len; i-- > 0;)
    read_callers (facts, all->pdata[i], means);
}

/* ---- What is told -------------------------------------------------------------------------------- */

struct _IhopToldTrips
{
  const IhopTree *tree;
  IhopTripMeans *means;
};

IhopToldTrips *
ihop_told_trips_new (IhopFacts *facts, const IhopFunction *function)
{
  IhopToldTrips *told = g_new0 (IhopToldTrips, 1);

  told->tree = ihop_facts_tree_of (facts, function);
  told->means = ihop_trip_means_new (facts);
  ihop_trips_read_callers (facts, function, told->means);
  return told;
}

void
ihop_told_trips_free (IhopToldTrips *told)
{
  ihop_trip_means_free (told->means);
  g_free (told);
}

double
ihop_told_trips_of (const IhopNode *loop, gpointer data)
{
  const IhopToldTrips *told = data;
  IhopUsual usual = { IHOP_USUAL_SIZE, FALSE };
  double trips = told->tree ? ihop_trips_mean (told->means, told->tree, loop, &usual) : -1;

  return usual.is_used ? -1 : trips;
}
