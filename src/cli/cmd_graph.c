/* Pictures of a program: dependences, calls, control flow, iteration spaces. */
#include "cli/cli.h"
#include "project/graph.h"
#include "project/output.h"
#include <gio/gio.h>
#include <string.h>

typedef struct
{
  IhopCli cli;
  char *kind, *function, *loop, *output;
  int size;
  IhopDiagramKind which;
} Graph;

static void
graph_clear (Graph *graph)
{
  ihop_cli_clear (&graph->cli);
  g_free (graph->kind);
  g_free (graph->function);
  g_free (graph->loop);
  g_free (graph->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Graph, graph_clear)

static gboolean
find_kind (Graph *graph)
{
  for (int kind = IHOP_DIAGRAM_DEPS; kind <= IHOP_DIAGRAM_ITERATIONS; kind++)
    if (g_strcmp0 (graph->kind, ihop_diagram_kind_name ((IhopDiagramKind) kind)) == 0)
      {
        graph->which = (IhopDiagramKind) kind;
        return TRUE;
      }
  return FALSE;
}

static int
check (Graph *graph)
{
  if (graph->cli.files[0] == NULL)
    return ihop_cli_misuse ("no FILE given");
  if (!find_kind (graph))
    return ihop_cli_misuse ("--kind: expected deps, calls, flow or iterations");
  if (graph->size < 0 || graph->size > 32)
    return ihop_cli_misuse ("--size: expected 1 to 32 iterations");
  if (graph->loop && graph->which != IHOP_DIAGRAM_DEPS && graph->which != IHOP_DIAGRAM_ITERATIONS)
    return ihop_cli_misuse ("--loop goes with --kind deps and --kind iterations");
  if (graph->output && !ihop_diagram_needs_layout (graph->output)
      && !g_str_has_suffix (graph->output, ".dot") && !g_str_has_suffix (graph->output, ".json"))
    return ihop_cli_misuse ("-o %s: the name must end in .svg, .png, .pdf, .dot or .json",
                            graph->output);
  return -1;
}

static int
failed (const GError *error)
{
  gboolean is_absent = g_error_matches (error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT)
                       || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);

  g_printerr ("ihop: %s%s\n", error->message,
              is_absent ? " (pictures are laid out by Graphviz; '-o NAME.dot' does without)" : "");
  return IHOP_EXIT_OUTSIDE;
}

static int
write_graph (const Graph *graph, IhopDiagram *diagram)
{
  const char *format = graph->output ? graph->output : graph->cli.is_json ? ".json" : ".dot";
  g_autoptr (GError) error = NULL;
  gsize size;

  if (!g_str_has_suffix (format, ".dot") && !ihop_diagram_layout (diagram, 0, NULL, &error))
    return failed (error);
  g_autoptr (GBytes) bytes = ihop_diagram_to_file_format (diagram, format, &error);
  if (bytes == NULL)
    return failed (error);
  if (graph->output == NULL)
    {
      ihop_cli_print ("%s", (const char *) g_bytes_get_data (bytes, &size));
      return IHOP_EXIT_DONE;
    }
  if (ihop_output_write_bytes (graph->output, bytes, &error))
    return IHOP_EXIT_DONE;
  g_printerr ("ihop: %s\n", error->message);
  return IHOP_EXIT_OUTSIDE;
}

static int
draw (const Graph *graph, IhopProject *project)
{
  const IhopDiagramOptions options = { .kind = graph->which, .function = graph->function,
                                       .loop = graph->loop, .size = (guint) graph->size };
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopDiagram) diagram = NULL;

  ihop_cli_progress (&graph->cli, "drawing");
  diagram = ihop_project_diagram (project, &options, &error);
  int code = diagram ? write_graph (graph, diagram) : IHOP_EXIT_USAGE;
  ihop_cli_progress (&graph->cli, NULL);
  if (diagram == NULL)
    g_printerr ("ihop: %s\n", error->message);
  for (guint i = 0; diagram && graph->output && !graph->cli.quiet && i < diagram->notes->len; i++)
    g_printerr ("%s\n", ihop_message_text (diagram->notes->pdata[i]));
  return code;
}

int
ihop_command_graph (int argc, char **argv)
{
  g_auto (Graph) graph = { 0 };
  const GOptionEntry entries[] = {
    { "kind", 0, 0, G_OPTION_ARG_STRING, &graph.kind, "what is drawn (no default)", "deps|calls|flow|iterations" },
    { "function", 0, 0, G_OPTION_ARG_STRING, &graph.function, "this function only (default: all)", "NAME" },
    { "loop", 0, 0, G_OPTION_ARG_STRING, &graph.loop, "the nest of this loop, for deps and iterations (default: all)",
      "LOOP" },
    { "size", 0, 0, G_OPTION_ARG_INT, &graph.size,
      "show so many iterations of each loop, for iterations (default: as many as can be seen)", "N" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &graph.output,
      "OUT.svg, .png, .pdf, .dot or .json (default: .dot on standard output)", "OUT" },
    G_OPTION_ENTRY_NULL
  };
  int code = ihop_cli_parse (&graph.cli, argc, argv, "FILE… [-- COMPILER FLAGS]",
                             "Draws a program: dependences of its statements, calls, control flow, or\n"
                             "the iterations of a nest with what could run at once.", entries,
                             "text json");

  if (code < 0)
    code = check (&graph);
  if (code >= 0)
    return code;
  g_autoptr (IhopProject) project = ihop_cli_project (&graph.cli, graph.cli.files, &code);
  if (code == IHOP_EXIT_DONE)
    code = draw (&graph, project);
  ihop_cli_show_diags (&graph.cli, ihop_project_diags (project));
  return code;
}
