/* Who calls whom. */
#include "analysis/program/callgraph.h"
#include "graph/build.h"
#include <string.h>

typedef struct
{
  IhopDiagram *diagram;
  IhopFacts *facts;
  GHashTable *index;   /* IhopFunction, or name of a stranger → index + 1 */
  GHashTable *names;   /* name → index + 1, of strangers */
  GHashTable *edges;   /* "from to" → IhopEdge */
  GHashTable *wanted;  /* IhopFunction set; NULL: all */
} Work;

static guint
function_node (Work *work, const IhopFunction *function)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (work->index, function));

  if (found)
    return found - 1;
  const IhopCallNode *call = ihop_callgraph_node (work->facts, function);
  IhopDrawn *drawn = ihop_diagram_add_node (work->diagram, IHOP_DRAWN_FUNCTION);
  const char *path = function->range.source ? function->range.source->path : NULL;
  guint column;

  drawn->name = g_strdup (function->symbol->name);
  drawn->file = g_strdup (path);
  drawn->first_line = drawn->last_line = ihop_range_line (function->range);
  if (function->range.source && function->range.end)
    ihop_source_locate (function->range.source, function->range.end - 1, &drawn->last_line, &column);
  drawn->label = g_strdup_printf ("%s%s", drawn->name,
                                  call && call->is_recursive ? "\nrecursive" : "");
  drawn->detail = ihop_message ("%s, line %u", path ? path : "", drawn->first_line);
  ihop_drawn_measure (drawn);
  g_hash_table_insert (work->index, (gpointer) function,
                       GUINT_TO_POINTER (work->diagram->nodes->len));
  return work->diagram->nodes->len - 1;
}

static guint
stranger_node (Work *work, const char *name)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (work->names, name));

  if (found)
    return found - 1;
  IhopDrawn *drawn = ihop_diagram_add_node (work->diagram, IHOP_DRAWN_STRANGER);
  drawn->name = g_strdup (name);
  drawn->label = g_strdup (name);
  drawn->detail = ihop_message ("no body in these files");
  ihop_drawn_measure (drawn);
  g_hash_table_insert (work->names, g_strdup (name),
                       GUINT_TO_POINTER (work->diagram->nodes->len));
  return work->diagram->nodes->len - 1;
}

static void
add_call (Work *work, guint from, const IhopCallSite *site)
{
  const char *name = site->callee ? site->callee->name : "(by pointer)";
  guint to = site->function ? function_node (work, site->function) : stranger_node (work, name);
  g_autofree char *key = g_strdup_printf ("%u %u", from, to);
  IhopEdge *edge = g_hash_table_lookup (work->edges, key);

  if (edge)
    {
      edge->count++;
      g_free (edge->label);
      edge->label = g_strdup_printf ("× %u", edge->count);
      return;
    }
  edge = ihop_diagram_add_edge (work->diagram, from, to, IHOP_EDGE_CALL);
  edge->from_line = ihop_range_line (site->call->place);
  edge->detail = ihop_message ("called in line %u", edge->from_line);
  g_hash_table_insert (work->edges, g_steal_pointer (&key), edge);
}

/* The function, all that it reaches, and who calls it directly. */
static void
find_wanted (Work *work, const IhopFunction *function)
{
  g_autoptr (GPtrArray) todo = g_ptr_array_new ();
  const IhopCallNode *node = ihop_callgraph_node (work->facts, function);

  work->wanted = g_hash_table_new (NULL, NULL);
  g_ptr_array_add (todo, (gpointer) function);
  for (guint i = 0; i < todo->len; i++)
    {
      const IhopCallNode *now = ihop_callgraph_node (work->facts, todo->pdata[i]);
      if (!g_hash_table_add (work->wanted, todo->pdata[i]) || now == NULL)
        continue;
      for (guint k = 0; k < now->calls->len; k++)
        {
          const IhopCallSite *site = now->calls->pdata[k];
          if (site->function)
            g_ptr_array_add (todo, (gpointer) site->function);
        }
    }
  for (guint k = 0; node && k < node->callers->len; k++)
    g_hash_table_add (work->wanted,
                      (gpointer) ((const IhopCallSite *) node->callers->pdata[k])->caller);
}

static gboolean
is_wanted (const Work *work, const IhopFunction *function)
{
  return work->wanted ? g_hash_table_contains (work->wanted, function) : function->in_main_file;
}

void
ihop_diagram_add_calls (IhopDiagram *diagram, IhopFacts *facts, const IhopFunction *function)
{
  const IhopCallGraph *graph = ihop_callgraph_of (facts);
  Work work = { .diagram = diagram, .facts = facts, .index = g_hash_table_new (NULL, NULL),
                .names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                .edges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  if (function)
    find_wanted (&work, function);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopCallNode *node = graph->nodes->pdata[i];
      if (is_wanted (&work, node->function))
        function_node (&work, node->function);
    }
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const IhopCallNode *node = graph->nodes->pdata[i];
      if (!is_wanted (&work, node->function))
        continue;
      for (guint k = 0; k < node->calls->len; k++)
        {
          const IhopCallSite *site = node->calls->pdata[k];
          if (work.wanted == NULL || site->function == NULL || is_wanted (&work, site->function))
            add_call (&work, function_node (&work, node->function), site);
        }
    }
  g_clear_pointer (&work.wanted, g_hash_table_unref);
  g_hash_table_unref (work.edges);
  g_hash_table_unref (work.names);
  g_hash_table_unref (work.index);
}
