/* What variables hold along the walk: forward substitution's memory. */
#include "analysis/scop/extract.h"

void
ihop_binding_unref (gpointer data)
{
  IhopBinding *binding = data;

  if (!g_atomic_ref_count_dec (&binding->references))
    return;
  ihop_value_unref (binding->value);
  ihop_ref_free (binding->pointer);
  g_free (binding);
}

static GHashTable *
bindings_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, ihop_binding_unref);
}

void
ihop_bind (IhopWalk *walk, const IhopSymbol *symbol, IhopValue *value, IhopRef *pointer)
{
  IhopBinding *binding = g_new0 (IhopBinding, 1);

  g_atomic_ref_count_init (&binding->references);
  binding->value = value;
  binding->pointer = pointer;
  if (walk->bindings == NULL)
    walk->bindings = bindings_new ();
  g_hash_table_replace (walk->bindings, (gpointer) symbol, binding);
}

GHashTable *
ihop_bindings_copy (GHashTable *bindings)
{
  GHashTable *copy = bindings_new ();
  GHashTableIter iter;
  gpointer symbol, binding;

  g_hash_table_iter_init (&iter, bindings);
  while (g_hash_table_iter_next (&iter, &symbol, &binding))
    {
      g_atomic_ref_count_inc (&((IhopBinding *) binding)->references);
      g_hash_table_insert (copy, symbol, binding);
    }
  return copy;
}

void
ihop_bindings_join (IhopWalk *walk, GHashTable *other)
{
  g_autoptr (GPtrArray) lost = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer symbol, binding;

  g_hash_table_iter_init (&iter, walk->bindings);
  while (g_hash_table_iter_next (&iter, &symbol, &binding))
    if (g_hash_table_lookup (other, symbol) != binding)
      g_ptr_array_add (lost, symbol);
  g_hash_table_iter_init (&iter, other);
  while (g_hash_table_iter_next (&iter, &symbol, &binding))
    if (!g_hash_table_contains (walk->bindings, symbol))
      g_ptr_array_add (lost, symbol);
  for (guint i = 0; i < lost->len; i++)
    ihop_bind (walk, lost->pdata[i], NULL, NULL);
  g_hash_table_unref (other);
}
