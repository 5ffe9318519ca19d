/* How often a loop of the host runs: from numbers, mean values of iterators, and a usual size. */
#include "profiler/mean_trips.h"
#include "analysis/program/assertion.h"
#include "analysis/program/callgraph.h"
#include "base/trips.h"
#include <math.h>

#define USUAL_WHILE 100.0

static double value_of (const IhopNode *node, GHashTable *means, IhopUsual *usual);

static double
unknown (IhopUsual *usual)
{
  usual->is_used = TRUE;
  return usual->size;
}

static double
binary_value (const IhopNode *node, GHashTable *means, IhopUsual *usual)
{
  double a = value_of (node->child[0], means, usual);
  double b = value_of (node->child[1], means, usual);

  switch (node->op)
    {
    case IHOP_OP_ADD: return a + b;
    case IHOP_OP_SUB: return a - b;
    case IHOP_OP_MUL: return a * b;
    case IHOP_OP_DIV: return b != 0 ? a / b : a;
    case IHOP_OP_MOD: return fabs (a) < fabs (b) ? a : MAX (fabs (b) - 1, 0) / 2;
    case IHOP_OP_AND: return b < 0 ? a : a < 0 ? b : MIN (a, b) / 2;
    case IHOP_OP_SHL: return ldexp (a, (int) CLAMP (b, 0, 62));
    case IHOP_OP_SHR: return ldexp (a, -(int) CLAMP (b, 0, 62));
    default: return unknown (usual);
    }
}

/* "a < b ? a : b": which of the two it is at mean values (bounds of tiles, and of fronts). */
static double
chosen_value (const IhopNode *node, GHashTable *means, IhopUsual *usual)
{
  const IhopNode *condition = ihop_node_strip (node->child[0], TRUE);
  double yes = value_of (node->child[1], means, usual);
  double no = value_of (node->child[2], means, usual);

  if (condition->kind != IHOP_BINARY || condition->op < IHOP_OP_LT || condition->op > IHOP_OP_GE)
    return (yes + no) / 2;
  double left = value_of (condition->child[0], means, usual);
  double right = value_of (condition->child[1], means, usual);
  gboolean less = condition->op == IHOP_OP_LT || condition->op == IHOP_OP_LE;
  return (less ? left < right : left > right) ? yes : no;
}

static double
value_of (const IhopNode *node, GHashTable *means, IhopUsual *usual)
{
  const double *mean;

  node = ihop_node_strip (node, TRUE);
  if (node->flags & IHOP_NODE_CONSTANT)
    return (double) node->integer;
  if (node->kind == IHOP_REF && (mean = g_hash_table_lookup (means, node->symbol)))
    return *mean;
  if (node->kind == IHOP_BINARY)
    return binary_value (node, means, usual);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_NEG)
    return -value_of (node->child[0], means, usual);
  if (node->kind == IHOP_CONDITIONAL && node->child[1])
    return chosen_value (node, means, usual);
  return unknown (usual);
}

/* A run has shown it; its iterator's mean value follows. */
static double
seen_trips (const IhopCounting *c, double trips, GHashTable *means)
{
  IhopUsual unused = { IHOP_USUAL_SIZE, FALSE };
  double *mean;

  if (c->iterator == NULL)
    return trips;
  mean = g_new (double, 1);
  *mean = (c->lower ? value_of (c->lower, means, &unused) : 0) + trips * (double) c->step / 2;
  g_hash_table_insert (means, c->iterator, mean);
  return trips;
}

double
ihop_trips_mean (const IhopNode *loop, const IhopCounting *c, GHashTable *means, IhopUsual *usual)
{
  double seen = ihop_trips_seen (loop->place);

  if (seen >= 0)
    return seen_trips (c, seen, means);
  if (c->iterator == NULL)
    {
      usual->is_used = TRUE;
      return USUAL_WHILE;
    }
  double lower = c->lower ? value_of (c->lower, means, usual) : 0;
  double bound = value_of (c->bound, means, usual);
  double *mean = g_new (double, 1);
  gboolean equal = c->relation == IHOP_OP_LE || c->relation == IHOP_OP_GE;
  double trips = ((c->step > 0 ? bound - lower : lower - bound) + equal) / (double) ABS (c->step);

  *mean = (lower + bound) / 2;
  g_hash_table_insert (means, c->iterator, mean);
  return MAX (trips, 0);
}

/* ---- What callers pass --------------------------------------------------------------------------- */

typedef struct
{
  const IhopFunction *function;
  GHashTable *means;
} Callers;

/* "n", "int n = 100;" somewhere: good enough for a weight. */
static gboolean
read_number (const Callers *callers, const IhopNode *node, double *number)
{
  const double *known;

  node = ihop_node_strip (node, TRUE);
  if (node->flags & IHOP_NODE_CONSTANT)
    *number = (double) node->integer;
  else if (node->kind == IHOP_REF && (known = g_hash_table_lookup (callers->means, node->symbol)))
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
            || g_hash_table_contains (callers->means, callers->function->params[i]))
          continue;
        g_hash_table_insert (callers->means, callers->function->params[i],
                             g_memdup2 (&number, sizeof number));
      }
  /* Variables of a caller that are set once and for all where they are declared. */
  if (node->kind == IHOP_VARIABLE && node->n_children && node->child[0])
    {
      double number;
      if (read_number (callers, node->child[0], &number) && number > 1)
        g_hash_table_insert (callers->means, node->symbol, g_memdup2 (&number, sizeof number));
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
  g_hash_table_insert (callers->means, (gpointer) symbol, g_memdup2 (&number, sizeof number));
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
read_callers (IhopFacts *facts, const IhopFunction *function, GHashTable *means)
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
ihop_trips_read_callers (IhopFacts *facts, const IhopFunction *function, GHashTable *means)
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
  IhopFacts *facts;
  const IhopTree *tree;
  GHashTable *means;
};

IhopToldTrips *
ihop_told_trips_new (IhopFacts *facts, const IhopFunction *function)
{
  IhopToldTrips *told = g_new0 (IhopToldTrips, 1);

  told->facts = facts;
  told->tree = ihop_facts_tree_of (facts, function);
  told->means = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  ihop_trips_read_callers (facts, function, told->means);
  return told;
}

void
ihop_told_trips_free (IhopToldTrips *told)
{
  g_hash_table_unref (told->means);
  g_free (told);
}

/* From the outside in, as bounds are said by the iterators around; -1: the facts do not have the loop. */
static double
mean_of (const IhopToldTrips *told, const IhopNode *loop, IhopUsual *usual)
{
  const IhopLoop *found = told->tree ? ihop_loops_find (told->facts, told->tree, loop) : NULL;
  IhopUsual around = { IHOP_USUAL_SIZE, FALSE };

  if (found == NULL)
    return -1;
  if (found->name->parent)
    mean_of (told, found->name->parent, &around);
  return ihop_trips_mean (loop, &found->counting, told->means, usual);
}

double
ihop_told_trips_of (const IhopNode *loop, gpointer data)
{
  IhopUsual usual = { IHOP_USUAL_SIZE, FALSE };
  double trips = mean_of (data, loop, &usual);

  return usual.is_used ? -1 : trips;
}
