/* What the files of the walk ask of variables and loops. */
#include "advise/worth_walk.h"

#define USUAL_ELEMENTS 1e6     /* of memory behind a pointer */

double
ihop_worth_trips (IhopWorthWalk *walk, const IhopNode *node, double otherwise)
{
  IhopUsual usual = { walk->view->usual_size, FALSE };
  double trips = ihop_trips_mean (walk->means, walk->plan->tree, node, &usual);

  walk->part->is_guess |= usual.is_used;
  return trips < 0 ? otherwise : trips;
}

void
ihop_worth_read_callers (IhopWorthWalk *walk, const IhopFunction *function)
{
  if (g_hash_table_add (walk->read_callers, (gpointer) function))
    ihop_trips_read_callers (walk->facts, function, walk->means);
}

double
ihop_worth_bytes (const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  if (type->kind == IHOP_TYPE_ARRAY && type->size > 0)
    return (double) type->size;
  return 8 * USUAL_ELEMENTS;
}

GHashTable *
ihop_worth_shares_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

IhopWorthShare *
ihop_worth_share (GHashTable *shares, const IhopSymbol *symbol)
{
  IhopWorthShare *share = g_hash_table_lookup (shares, symbol);

  if (share == NULL)
    g_hash_table_insert (shares, (gpointer) symbol, share = g_new0 (IhopWorthShare, 1));
  return share;
}

gboolean
ihop_worth_is_memory (const IhopSymbol *symbol)
{
  const IhopType *type = symbol->type ? ihop_type_strip (symbol->type) : NULL;

  return type && (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_POINTER);
}

const IhopNode *
ihop_worth_base (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER
         || (node->kind == IHOP_UNARY && (node->op == IHOP_OP_DEREF || node->op == IHOP_OP_ADDRESS)))
    node = ihop_node_strip (node->child[0], TRUE);
  return node;
}
