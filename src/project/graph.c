#include "project/graph.h"
#include <string.h>

/* A name between double quotes. */
static char *
quoted (const char *text)
{
  g_autofree char *escaped = g_strescape (text, NULL);

  return g_strdup_printf ("\"%s\"", escaped);
}

static gboolean
is_wanted (const char *function, const IhopFunction *candidate)
{
  return candidate->in_main_file
         && (function == NULL || g_str_equal (function, candidate->symbol->name));
}

typedef struct
{
  IhopFacts *facts;
  const char *caller;
  GHashTable *seen; /* lines, so that each edge is drawn once */
  GString *text;
} Calls;

static gboolean
add_call (const IhopNode *node, gpointer data)
{
  Calls *calls = data;

  if (node->kind != IHOP_CALL)
    return TRUE;
  const IhopNode *callee = ihop_node_strip (node->child[0], TRUE);
  const char *name = callee->kind == IHOP_REF ? callee->symbol->name : "(by pointer)";
  gboolean known = callee->kind == IHOP_REF && ihop_facts_function (calls->facts, callee->symbol);
  g_autofree char *from = quoted (calls->caller), *to = quoted (name);
  char *line = g_strdup_printf ("  %s -> %s;\n", from, to);
  if (g_hash_table_add (calls->seen, line))
    {
      g_string_append (calls->text, line);
      if (!known)
        g_string_append_printf (calls->text, "  %s [style=dashed];\n", to);
    }
  return TRUE;
}

char *
ihop_graph_calls (IhopProject *project, const char *function)
{
  const GPtrArray *files = ihop_project_files (project);
  Calls calls = { .facts = ihop_project_facts (project),
                  .seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                  .text = g_string_new ("digraph calls {\n  node [shape=box];\n") };

  for (guint i = 0; i < files->len; i++)
    {
      const IhopTree *tree = ((const IhopProjectFile *) files->pdata[i])->tree;
      for (guint j = 0; tree && j < tree->functions->len; j++)
        {
          const IhopFunction *candidate = tree->functions->pdata[j];
          if (!is_wanted (function, candidate))
            continue;
          calls.caller = candidate->symbol->name;
          g_autofree char *name = quoted (calls.caller);
          g_string_append_printf (calls.text, "  %s;\n", name);
          ihop_node_walk (candidate->body, add_call, &calls);
        }
    }
  g_hash_table_unref (calls.seen);
  g_string_append (calls.text, "}\n");
  return g_string_free (calls.text, FALSE);
}

static guint
line_of (const IhopNode *node)
{
  return node ? ihop_range_line (node->place) : 0;
}

static void
add_loop (GString *text, const IhopLoop *loop)
{
  static const char *const styles[] = { "solid", "dashed", "dotted" };

  for (guint i = 0; i < loop->dependences->len; i++)
    {
      const IhopDependence *dependence = loop->dependences->pdata[i];
      g_autofree char *label = g_strdup_printf (
        "%s %s, carried by %s", ihop_dependence_kind_name (dependence->kind),
        dependence->variable, loop->name->address);
      g_autofree char *quote = quoted (label);
      g_string_append_printf (text, "  \"line %u\" -> \"line %u\" [label=%s, style=%s];\n",
                              line_of (dependence->source), line_of (dependence->sink), quote,
                              styles[dependence->kind]);
    }
}

char *
ihop_graph_deps (IhopProject *project, const char *function)
{
  const GPtrArray *files = ihop_project_files (project);
  GString *text = g_string_new ("digraph dependences {\n  node [shape=box];\n");

  for (guint i = 0; i < files->len; i++)
    {
      const GPtrArray *loops = ihop_project_analyze (project, files->pdata[i]);
      for (guint j = 0; j < loops->len; j++)
        {
          const IhopLoop *loop = loops->pdata[j];
          if (is_wanted (function, loop->name->function))
            add_loop (text, loop);
        }
    }
  g_string_append (text, "}\n");
  return g_string_free (text, FALSE);
}
