/* Calls of functions that are seen: what their kernels and loops cost, and which of the caller's arrays they touch. */
#include "advise/worth.h"
#include "advise/worth_walk.h"
#include "analysis/program/callgraph.h"

/* One call of a function. */
typedef struct
{
  IhopWorthPart part;
  double cpu_seconds;
  GHashTable *shares;      /* as in worth_walk.h */
} Called;

static void
called_free (gpointer data)
{
  Called *called = data;

  g_hash_table_unref (called->shares);
  g_free (called);
}

GHashTable *
ihop_worth_called_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, called_free);
}

const IhopSymbol *
ihop_worth_callers_symbol (const IhopFunction *callee, const IhopNode *call, const IhopSymbol *symbol)
{
  for (guint i = 0; i < callee->n_params && i + 1 < call->n_children; i++)
    if (callee->params[i] == symbol)
      {
        const IhopNode *base = ihop_worth_base (call->child[i + 1]);
        return base->kind == IHOP_REF && ihop_worth_is_memory (base->symbol) ? base->symbol : NULL;
      }
  return symbol->is_global ? symbol : NULL;
}

static void
hand_over (GHashTable *shares, GHashTable *callees, const IhopFunction *callee, const IhopNode *call)
{
  GHashTableIter iter;
  gpointer symbol, value;

  g_hash_table_iter_init (&iter, callees);
  while (g_hash_table_iter_next (&iter, &symbol, &value))
    {
      const IhopSymbol *own = ihop_worth_callers_symbol (callee, call, symbol);
      if (own == NULL)
        continue;
      IhopWorthShare *share = ihop_worth_share (shares, own);
      share->touch |= ((IhopWorthShare *) value)->touch & ~(guint) IHOP_WORTH_CHARGED;
      share->host_accesses += ((IhopWorthShare *) value)->host_accesses;
    }
}

/* Worked out once. A function that calls itself costs nothing the second time. */
static const Called *
called_of (IhopWorthWalk *walk, const IhopFunction *callee)
{
  Called *called = g_hash_table_lookup (walk->called, callee);
  IhopWorth worth = { 0 };

  if (called)
    return called;
  called = g_new0 (Called, 1);
  called->shares = ihop_worth_shares_new ();
  called->part.function = walk->part->function;
  g_hash_table_insert (walk->called, (gpointer) callee, called);
  ihop_worth_read_callers (walk, callee);
  IhopWorthWalk inner = *walk;
  inner.part = &called->part;
  inner.worth = &worth;
  ihop_worth_walk (&inner, callee->body, 1, called->shares);
  called->cpu_seconds = worth.cpu_seconds;
  return called;
}

static void
add_call (IhopWorthWalk *walk, const IhopNode *call, double times, GHashTable *shares)
{
  const IhopSymbol *symbol = ihop_call_callee (call);
  const IhopFunction *callee = symbol ? ihop_tree_function_of (walk->plan->tree, symbol) : NULL;

  if (callee == NULL)
    return;
  const Called *called = called_of (walk, callee);
  walk->part->seconds += times * called->part.seconds;
  walk->part->ideal += times * called->part.ideal;
  walk->part->launches += times * called->part.launches;
  walk->part->own_launches += times * called->part.own_launches;
  walk->part->traffic += times * called->part.traffic;
  walk->part->is_guess |= called->part.is_guess;
  walk->worth->cpu_seconds += times * called->cpu_seconds;
  hand_over (shares, called->shares, callee, call);
}

void
ihop_worth_add_calls (IhopWorthWalk *walk, const IhopNode *node, double times, GHashTable *shares)
{
  if (!walk->view->through_calls)
    return;
  if (node->kind == IHOP_CALL)
    add_call (walk, node, times, shares);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      ihop_worth_add_calls (walk, node->child[i], times, shares);
}
