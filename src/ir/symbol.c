#include "ir/symbol.h"

static gint
by_place (gconstpointer a, gconstpointer b)
{
  const IhopSymbol *x = *(IhopSymbol *const *) a, *y = *(IhopSymbol *const *) b;
  int difference = (x->range.begin > y->range.begin) - (x->range.begin < y->range.begin);

  return difference ? difference : g_strcmp0 (x->name, y->name);
}

GPtrArray *
ihop_symbols_in_order (GHashTable *symbols)
{
  GPtrArray *list = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer symbol;

  g_hash_table_iter_init (&iter, symbols);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    g_ptr_array_add (list, symbol);
  g_ptr_array_sort (list, by_place);
  return list;
}
