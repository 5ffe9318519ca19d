#include "analysis/memory/outside_main.h"
#include "analysis/memory/exit_handlers.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/facts_private.h"

typedef struct
{
  IhopFacts *facts;
  GHashTable *found;        /* const IhopFunction * → IhopAbnormalExits */
  IhopAbnormalExits how;    /* of what is being looked at */
  gboolean changed;         /* something was added */
} Search;

static void
add (Search *search, const IhopFunction *function)
{
  guint before = GPOINTER_TO_UINT (g_hash_table_lookup (search->found, function));

  if ((before | search->how) == before)
    return;
  g_hash_table_insert (search->found, (gpointer) function, GUINT_TO_POINTER (before | search->how));
  search->changed = TRUE;
}

/* ---- Who is installed ---- */

/* What a thread runs takes a pointer, and returns a pointer or (thrd_create) a number. */
static gboolean
may_be_thread (const IhopType *type)
{
  gboolean returns = ihop_type_strip (type->target)->kind == IHOP_TYPE_POINTER || ihop_type_is_integer (type->target);

  return returns && (type->n_params == 0 ? !type->has_prototype
                                         : ihop_type_strip (type->params[0])->kind == IHOP_TYPE_POINTER);
}

/* A handler takes a number (of the signal, the exit code) and perhaps more; at exit it may take nothing. */
static gboolean
may_be_handler (const IhopFunction *function, IhopAbnormalExits how)
{
  const IhopType *type = function->symbol->type;

  if (how & IHOP_LEAVES_THREAD)
    return may_be_thread (type);
  if (type->target->kind != IHOP_TYPE_VOID)
    return FALSE;
  if (type->n_params == 0)
    return !type->has_prototype || (how & IHOP_LEAVES_EXIT);
  return ihop_type_is_integer (type->params[0]);
}

static void
add_all_handlers (Search *search)
{
  const IhopCallGraph *graph = ihop_callgraph_of (search->facts);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopCallNode *node = graph->nodes->pdata[i];
      if (node->is_address_taken && may_be_handler (node->function, search->how))
        add (search, node->function);
    }
}

/* What an argument names: a handler, or what holds one. */
static gboolean
look_at_argument (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (node->kind != IHOP_REF || node->symbol == NULL)
    return TRUE;
  const IhopFunction *function
    = node->symbol->kind == IHOP_SYMBOL_FUNCTION ? ihop_facts_function (search->facts, node->symbol) : NULL;
  if (function)
    add (search, function);
  else if (node->symbol->kind != IHOP_SYMBOL_FUNCTION)
    add_all_handlers (search);
  return TRUE;
}

/* Beside what it is to run, a thread is given data. */
static gboolean
may_name_function (const Search *search, const IhopNode *argument)
{
  const IhopType *type = argument->type ? ihop_type_strip (argument->type) : NULL;

  if (!(search->how & IHOP_LEAVES_THREAD) || type == NULL)
    return TRUE;
  return type->kind == IHOP_TYPE_FUNCTION
         || (type->kind == IHOP_TYPE_POINTER && ihop_type_strip (type->target)->kind == IHOP_TYPE_FUNCTION);
}

static gboolean
look_for_installers (const IhopNode *node, gpointer data)
{
  Search *search = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  const IhopLibraryEntry *entry = callee ? ihop_library_find (callee) : NULL;

  if (entry == NULL || entry->installs == 0)
    return TRUE;
  search->how = entry->installs;
  for (guint i = 1; i < node->n_children; i++)
    if (node->child[i] && may_name_function (search, node->child[i]))
      ihop_node_walk (node->child[i], look_at_argument, search);
  return TRUE;
}

/* ---- What they call ---- */

static gboolean
look_for_functions (const IhopNode *node, gpointer data)
{
  Search *search = data;
  const IhopFunction *function = node->kind == IHOP_REF && node->symbol && node->symbol->kind == IHOP_SYMBOL_FUNCTION
                                   ? ihop_facts_function (search->facts, node->symbol)
                                   : NULL;

  if (function)
    add (search, function);
  return TRUE;
}

static void
add_called (Search *search, const IhopFunction *function)
{
  const IhopCallNode *node = ihop_callgraph_node (search->facts, function);
  const IhopCallGraph *graph = ihop_callgraph_of (search->facts);

  ihop_node_walk (function->body, look_for_functions, search);
  for (guint i = 0; node && node->calls_through_pointer && i < graph->nodes->len; i++)
    {
      const IhopCallNode *other = graph->nodes->pdata[i];
      if (other->is_address_taken)
        add (search, other->function);
    }
}

/* Functions of the library do not count as ways to all whose address is taken, as they do for ihop_callgraph_reaches: what is handed to
 * them is mentioned. */
static void
close_under_calls (Search *search)
{
  const GPtrArray *functions = ihop_facts_functions (search->facts);

  do
    {
      search->changed = FALSE;
      for (guint i = 0; i < functions->len; i++)
        {
          search->how = GPOINTER_TO_UINT (g_hash_table_lookup (search->found, functions->pdata[i]));
          if (search->how)
            add_called (search, functions->pdata[i]);
        }
    }
  while (search->changed);
}

static GHashTable *
find_all (IhopFacts *facts)
{
  Search search = { .facts = facts, .found = g_hash_table_new (NULL, NULL) };
  const GPtrArray *functions = ihop_facts_functions (facts);

  for (guint i = 0; i < functions->len; i++)
    {
      const IhopFunction *function = functions->pdata[i];
      search.how = IHOP_LEAVES_EXIT;
      if (function->symbol->is_run_unasked)
        add (&search, function);
      ihop_node_walk (function->body, look_for_installers, &search);
    }
  if (g_hash_table_size (search.found) > 0)
    close_under_calls (&search);
  return search.found;
}

gboolean
ihop_starts_threads (IhopFacts *facts)
{
  return (ihop_exit_names (facts)->installs & IHOP_LEAVES_THREAD) != 0;
}

IhopAbnormalExits
ihop_runs_outside_main (IhopFacts *facts, const IhopFunction *function)
{
  GHashTable *cache = ihop_facts_cache (facts, "outside main", (GDestroyNotify) g_hash_table_unref);
  GHashTable *found = g_hash_table_lookup (cache, facts);

  if (found == NULL)
    {
      found = find_all (facts);
      g_hash_table_insert (cache, facts, found);
    }
  return GPOINTER_TO_UINT (g_hash_table_lookup (found, function));
}
