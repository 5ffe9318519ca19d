#include "analysis/memory/exit_handlers.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/facts_private.h"

static void
named_free (gpointer data)
{
  IhopExitNames *named = data;

  g_ptr_array_unref (named->landings);
  g_free (named);
}

static gboolean
find_names (const IhopNode *node, gpointer data)
{
  IhopExitNames *named = data;
  const IhopSymbol *symbol = node->kind == IHOP_REF ? node->symbol : NULL;
  const IhopLibraryEntry *entry
    = symbol && symbol->kind == IHOP_SYMBOL_FUNCTION ? ihop_library_find (symbol) : NULL;

  if (entry == NULL)
    return TRUE;
  named->installs |= entry->installs;
  named->ends_threads |= (entry->leaves & IHOP_LEAVES_THREAD) != 0;
  if (entry->returns_twice && named->function
      && !g_ptr_array_find (named->landings, named->function, NULL))
    g_ptr_array_add (named->landings, (gpointer) named->function);
  return TRUE;
}

const IhopExitNames *
ihop_exit_names (IhopFacts *facts)
{
  GHashTable *cache = ihop_facts_cache (facts, "leaving", named_free);
  IhopExitNames *named = g_hash_table_lookup (cache, facts);
  const GPtrArray *functions = ihop_facts_functions (facts);

  if (named)
    return named;
  named = g_new0 (IhopExitNames, 1);
  named->landings = g_ptr_array_new ();
  g_hash_table_insert (cache, facts, named);
  for (guint i = 0; i < functions->len; i++)
    {
      named->function = functions->pdata[i];
      ihop_node_walk (named->function->body, find_names, named);
      named->installs |= named->function->symbol->is_run_unasked ? IHOP_LEAVES_EXIT : 0;
    }
  return named;
}

IhopAbnormalExits
ihop_exit_installed (IhopFacts *facts)
{
  return ihop_callgraph_is_closed (facts) ? ihop_exit_names (facts)->installs
                                          : IHOP_LEAVES_EXIT | IHOP_LEAVES_SIGNAL;
}

gboolean
ihop_leaving_has_handlers (IhopFacts *facts)
{
  return (ihop_exit_installed (facts) & IHOP_LEAVES_SIGNAL) != 0;
}
