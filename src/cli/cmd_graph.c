/* Dependence and call graphs, as text for Graphviz. */
#include "cli/cli.h"
#include "project/graph.h"
#include "project/output.h"

typedef struct
{
  IhopCli cli;
  char *kind, *function, *output;
} Graph;

static void
graph_clear (Graph *graph)
{
  ihop_cli_clear (&graph->cli);
  g_free (graph->kind);
  g_free (graph->function);
  g_free (graph->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Graph, graph_clear)

static int
check (const Graph *graph)
{
  if (graph->cli.files[0] == NULL)
    return ihop_cli_misuse ("no FILE given");
  if (g_strcmp0 (graph->kind, "flow") == 0 || g_strcmp0 (graph->kind, "iterations") == 0)
    return ihop_cli_misuse ("--kind %s is not in this version yet; deps and calls are",
                            graph->kind);
  if (g_strcmp0 (graph->kind, "deps") != 0 && g_strcmp0 (graph->kind, "calls") != 0)
    return ihop_cli_misuse ("--kind: expected deps or calls");
  if (graph->output && !g_str_has_suffix (graph->output, ".dot"))
    return ihop_cli_misuse ("-o %s: only .dot is in this version; 'dot -Tsvg OUT.dot' draws it",
                            graph->output);
  return -1;
}

static int
write_graph (const Graph *graph, IhopProject *project)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_str_equal (graph->kind, "calls")
                            ? ihop_graph_calls (project, graph->function)
                            : ihop_graph_deps (project, graph->function);

  if (graph->output == NULL)
    ihop_cli_print ("%s", text);
  else if (!ihop_output_write_text (graph->output, text, &error))
    {
      g_printerr ("ihop: %s\n", error->message);
      return IHOP_EXIT_OUTSIDE;
    }
  return IHOP_EXIT_DONE;
}

int
ihop_command_graph (int argc, char **argv)
{
  g_auto (Graph) graph = { 0 };
  const GOptionEntry entries[] = {
    { "kind", 0, 0, G_OPTION_ARG_STRING, &graph.kind, "deps or calls", "KIND" },
    { "function", 0, 0, G_OPTION_ARG_STRING, &graph.function, "this function only", "NAME" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &graph.output,
      "where to write (default: standard output)", "OUT.dot" },
    G_OPTION_ENTRY_NULL
  };
  int code = ihop_cli_parse (&graph.cli, argc, argv, "FILE… [-- COMPILER FLAGS]",
                             "Writes a graph as text for Graphviz.", entries, "text json");

  if (code < 0)
    code = check (&graph);
  if (code >= 0)
    return code;
  g_autoptr (IhopProject) project = ihop_cli_project (&graph.cli, graph.cli.files, &code);
  if (code == IHOP_EXIT_DONE)
    code = write_graph (&graph, project);
  ihop_cli_show_diags (&graph.cli, ihop_project_diags (project));
  return code;
}
