/* The control flow of a function, and what a plan puts into it. */
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/host_graph_builder.h"
#include "gpugen/plan/plan.h"
#include "graph/build.h"
#include "ir/print.h"
#include <string.h>

enum { MOST_IN_BLOCK = 8 };

typedef struct
{
  IhopDiagram *diagram;
  IhopFacts *facts;
  const IhopTree *tree;
  const IhopFunction *function;
  const IhopPlan *plan;
  IhopGraph *graph;
  GHashTable *loop_of;   /* node → innermost loop that runs it again and again */
  GHashTable *groups;    /* loop → index + 1 */
  guint *first, *last;   /* of each node of the graph: index of its drawn nodes + 1; 0: none */
} Work;

static void
note_loops (Work *work, const IhopNode *node, const IhopNode *loop)
{
  if (node == NULL)
    return;
  g_hash_table_insert (work->loop_of, (gpointer) node, (gpointer) loop);
  for (guint i = 0; i < node->n_children; i++)
    {
      gboolean is_init = node->kind == IHOP_FOR && i == 0;
      note_loops (work, node->child[i],
                  ihop_kind_is_loop (node->kind) && !is_init ? node : loop);
    }
}

static int
group_of (Work *work, const IhopNode *loop)
{
  guint found;

  if (loop == NULL)
    return -1;
  found = GPOINTER_TO_UINT (g_hash_table_lookup (work->groups, loop));
  if (found)
    return (int) found - 1;
  int parent = group_of (work, g_hash_table_lookup (work->loop_of, loop));
  guint group = ihop_build_loop_group (
    work->diagram, ihop_loops_find (work->facts, work->tree, loop), loop, parent);
  g_hash_table_insert (work->groups, (gpointer) loop, GUINT_TO_POINTER (group + 1));
  return (int) group;
}

/* ---- nodes ---- */

static IhopDrawn *
add_drawn (Work *work, guint at, IhopDrawnKind kind)
{
  IhopDrawn *drawn = ihop_diagram_add_node (work->diagram, kind);

  drawn->name = g_strdup_printf ("B%u", work->diagram->nodes->len);
  if (work->first[at] == 0)
    work->first[at] = work->diagram->nodes->len;
  else
    ihop_diagram_add_edge (work->diagram, work->last[at] - 1, work->diagram->nodes->len - 1,
                           IHOP_EDGE_NEXT);
  work->last[at] = work->diagram->nodes->len;
  return drawn;
}

static void
add_end (Work *work, guint at, IhopDrawnKind kind, const char *label)
{
  IhopDrawn *drawn = add_drawn (work, at, kind);
  IhopRange range = work->function->range;
  guint column;

  drawn->label = g_strdup (label);
  drawn->words = kind == IHOP_DRAWN_EXIT ? ihop_message ("exit") : NULL;
  drawn->detail
    = ihop_message (kind == IHOP_DRAWN_ENTRY ? N_ ("entry of %s") : N_ ("exit of %s"), work->function->symbol->name);
  drawn->first_line = ihop_range_line (range);
  if (kind == IHOP_DRAWN_EXIT && range.source && range.end)
    ihop_source_locate (range.source, range.end - 1, &drawn->first_line, &column);
  drawn->last_line = drawn->first_line;
  drawn->file = g_strdup (range.source ? range.source->path : NULL);
  ihop_drawn_measure (drawn);
}

static void
add_host (Work *work, guint at, const IhopGraphNode *node)
{
  gboolean is_whole = node->statement && (node->statement->kind == IHOP_RETURN
                                          || node->statement->kind == IHOP_SWITCH);
  const IhopNode *code = is_whole ? node->statement : node->code;
  IhopDrawn *drawn = add_drawn (work, at, node->next->len > 1 ? IHOP_DRAWN_CONDITION
                                                              : IHOP_DRAWN_STATEMENT);

  drawn->label = ihop_build_text (code);
  drawn->group = group_of (work, g_hash_table_lookup (work->loop_of, node->code));
  ihop_build_place (drawn, code);
  drawn->detail = ihop_message ("line %u", drawn->first_line);
  ihop_drawn_measure (drawn);
}

static void
add_launch (Work *work, guint at, const IhopGraphNode *node)
{
  const IhopKernel *kernel = node->kernel;
  IhopDrawn *drawn = add_drawn (work, at, IHOP_DRAWN_KERNEL);
  GString *label = g_string_new (kernel->name);
  guint unused;

  for (guint i = 0; i < kernel->n_axes; i++)
    g_string_append_printf (label, "%s%s: %c", i ? ", " : "\n", kernel->axes[i].iterator->name,
                            "xyz"[kernel->axes[i].axis]);
  drawn->words = kernel->n_axes ? ihop_message ("%u × %u × %u threads", kernel->block[0], kernel->block[1], kernel->block[2])
                                : ihop_message ("one thread");
  drawn->word_line = kernel->n_axes ? 2 : 1;
  g_string_append_printf (label, "\n%s", ihop_message_text (drawn->words));
  drawn->label = g_string_free (label, FALSE);
  drawn->detail = ihop_message_ref (kernel->reason);
  drawn->group = group_of (work, g_hash_table_lookup (work->loop_of, node->statement));
  drawn->file = g_strdup (ihop_build_file (node->statement));
  ihop_build_lines (node->statement, &drawn->first_line, &drawn->last_line);
  ihop_build_lines (kernel->statements->pdata[kernel->statements->len - 1], &unused,
                    &drawn->last_line);
  ihop_drawn_measure (drawn);
}

static void
add_copy (Work *work, guint at, const IhopTransfer *transfer)
{
  IhopDrawn *drawn = add_drawn (work, at, transfer->to_device ? IHOP_DRAWN_COPY_IN
                                                              : IHOP_DRAWN_COPY_OUT);
  g_autofree char *bytes = ihop_plan_bytes (transfer->variable, transfer->box);
  const IhopNode *anchor = transfer->at.anchor;
  const IhopNode *loop = g_hash_table_lookup (work->loop_of, anchor);

  drawn->words = ihop_message (transfer->to_device ? N_ ("copy %s to the device") : N_ ("copy %s back to the host"),
                               transfer->variable->symbol->name);
  drawn->label = g_strdup_printf ("%s\n%s", ihop_message_text (drawn->words), bytes);
  drawn->detail = transfer->reason ? ihop_message ("%s. %s", bytes, transfer->reason) : ihop_message_word (bytes);
  drawn->group = group_of (work, loop);
  drawn->file = g_strdup (ihop_build_file (anchor));
  ihop_build_lines (anchor, &drawn->first_line, &drawn->last_line);
  if (transfer->at.kind == IHOP_POINT_AFTER || transfer->at.kind == IHOP_POINT_BLOCK_END)
    drawn->first_line = drawn->last_line;
  drawn->last_line = drawn->first_line;
  ihop_drawn_measure (drawn);
}

/* At one place copies out come before copies in (plan.h). */
static void
add_copies (Work *work, guint at, const IhopGraphNode *node)
{
  for (int to_device = 0; work->plan && to_device < 2; to_device++)
    for (guint i = 0; i < work->plan->transfers->len; i++)
      {
        const IhopTransfer *transfer = work->plan->transfers->pdata[i];
        if (transfer->to_device == to_device && transfer->at.kind == node->point.kind
            && transfer->at.anchor == node->point.anchor
            && transfer->variable->function == work->function)
          add_copy (work, at, transfer);
      }
}

static void
add_nodes (Work *work)
{
  g_autofree guint8 *reached = ihop_graph_reached (work->graph);

  for (guint i = 0; i < work->graph->nodes->len; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (work->graph, i);
      if (!reached[i] && node->kind != IHOP_GRAPH_EXIT)
        continue;
      switch (node->kind)
        {
        case IHOP_GRAPH_ENTRY: add_end (work, i, IHOP_DRAWN_ENTRY, work->function->symbol->name); break;
        case IHOP_GRAPH_EXIT: add_end (work, i, IHOP_DRAWN_EXIT, "exit"); break;
        case IHOP_GRAPH_HOST: add_host (work, i, node); break;
        case IHOP_GRAPH_LAUNCH: add_launch (work, i, node); break;
        case IHOP_GRAPH_POINT: add_copies (work, i, node); break;
        default: break;
        }
    }
}

/* ---- edges ---- */

static char *
case_label (const IhopGraphNode *at)
{
  const IhopNode *node = at->statement;

  if (at->kind != IHOP_GRAPH_JOIN || node == NULL || node->kind != IHOP_CASE)
    return NULL;
  g_autofree char *value = node->child[0] ? ihop_print_node (node->child[0], NULL) : NULL;
  return value ? g_strdup_printf ("case %s", value) : g_strdup ("default");
}

static void
add_next (Work *work, guint from, guint to, IhopEdgeKind kind, const char *label)
{
  IhopEdge *edge = ihop_diagram_add_edge (work->diagram, work->last[from] - 1,
                                          work->first[to] - 1, kind);

  if (label == NULL && (kind == IHOP_EDGE_TRUE || kind == IHOP_EDGE_FALSE))
    edge->words = kind == IHOP_EDGE_TRUE ? ihop_message ("yes") : ihop_message ("no");
  edge->label = g_strdup (edge->words ? ihop_message_text (edge->words) : label);
  edge->is_back = to <= from && to != work->graph->exit;
}

/* Over what is not drawn to what is. */
static void
follow (Work *work, guint from, guint at, IhopEdgeKind kind, const char *label, guint8 *seen)
{
  const IhopNode *source = ihop_graph_at (work->graph, from)->statement;
  const IhopGraphNode *node = ihop_graph_at (work->graph, at);
  g_autofree char *own = label || source == NULL || source->kind != IHOP_SWITCH
                            ? NULL : case_label (node);

  if (work->first[at])
    {
      add_next (work, from, at, kind, label);
      return;
    }
  if (seen[at])
    return;
  seen[at] = 1;
  for (guint i = 0; i < node->next->len; i++)
    follow (work, from, g_array_index (node->next, guint, i), kind, label ? label : own, seen);
}

static void
add_edges (Work *work)
{
  guint n = work->graph->nodes->len;

  for (guint i = 0; i < n; i++)
    {
      const IhopGraphNode *node = ihop_graph_at (work->graph, i);
      gboolean is_test = node->next->len == 2 && node->statement
                         && node->statement->kind != IHOP_SWITCH;
      for (guint k = 0; work->last[i] && k < node->next->len; k++)
        {
          g_autofree guint8 *seen = g_new0 (guint8, n);
          IhopEdgeKind kind = !is_test ? IHOP_EDGE_NEXT : k == 0 ? IHOP_EDGE_TRUE : IHOP_EDGE_FALSE;
          follow (work, i, g_array_index (node->next, guint, k), kind, NULL, seen);
        }
    }
}

/* ---- what always runs together is one node ---- */

static IhopEdge *
only_edge (const IhopDiagram *diagram, guint node, gboolean out)
{
  IhopEdge *found = NULL;

  for (guint i = 0; i < diagram->edges->len; i++)
    {
      IhopEdge *edge = diagram->edges->pdata[i];
      if ((out ? edge->from : edge->to) != node)
        continue;
      if (found)
        return NULL;
      found = edge;
    }
  return found;
}

static guint
lines_of (const char *label)
{
  guint lines = 1;

  for (; *label; label++)
    lines += *label == '\n';
  return lines;
}

static gboolean
may_join (const IhopDrawn *a, const IhopDrawn *b)
{
  return a->kind == IHOP_DRAWN_STATEMENT && b->kind == IHOP_DRAWN_STATEMENT
         && a->group == b->group && b->first_line >= a->last_line
         && lines_of (a->label) + lines_of (b->label) <= MOST_IN_BLOCK;
}

/* b, which only follows a, becomes part of a; its node is left without edges. */
static void
join (IhopDiagram *diagram, guint a, guint b, IhopEdge *between, GArray *gone)
{
  IhopDrawn *first = diagram->nodes->pdata[a], *second = diagram->nodes->pdata[b];
  char *label = g_strdup_printf ("%s\n%s", first->label, second->label);

  g_free (first->label);
  first->label = label;
  first->last_line = second->last_line;
  ihop_message_unref (first->detail);
  first->detail = ihop_message ("lines %u to %u", first->first_line, first->last_line);
  ihop_drawn_measure (first);
  for (guint i = 0; i < diagram->edges->len; i++)
    {
      IhopEdge *edge = diagram->edges->pdata[i];
      if (edge->from == b)
        edge->from = a;
    }
  g_ptr_array_remove (diagram->edges, between);
  g_array_index (gone, guint8, b) = 1;
}

static void
remove_gone (IhopDiagram *diagram, const GArray *gone)
{
  g_autofree guint *now = g_new0 (guint, gone->len + 1);
  guint kept = 0;

  for (guint i = 0; i < gone->len; i++)
    {
      now[i] = kept;
      kept += g_array_index (gone, guint8, i) ? 0 : 1;
    }
  for (guint i = 0; i < diagram->edges->len; i++)
    {
      IhopEdge *edge = diagram->edges->pdata[i];
      edge->from = now[edge->from];
      edge->to = now[edge->to];
    }
  for (guint i = gone->len; i-- > 0;)
    if (g_array_index (gone, guint8, i))
      g_ptr_array_remove_index (diagram->nodes, i);
}

static void
join_blocks (IhopDiagram *diagram, guint from)
{
  g_autoptr (GArray) gone = g_array_sized_new (FALSE, TRUE, 1, diagram->nodes->len);

  g_array_set_size (gone, diagram->nodes->len);
  for (guint a = from; a < diagram->nodes->len; a++)
    {
      IhopEdge *edge;
      while (!g_array_index (gone, guint8, a) && (edge = only_edge (diagram, a, TRUE))
             && edge->kind == IHOP_EDGE_NEXT && edge->to != a
             && edge->label == NULL && only_edge (diagram, edge->to, FALSE)
             && may_join (diagram->nodes->pdata[a], diagram->nodes->pdata[edge->to]))
        join (diagram, a, edge->to, edge, gone);
    }
  remove_gone (diagram, gone);
}

static GPtrArray *
kernels_of (const IhopPlan *plan, const IhopFunction *function)
{
  GPtrArray *kernels = g_ptr_array_new ();

  for (guint i = 0; plan && i < plan->kernels->len; i++)
    if (((const IhopKernel *) plan->kernels->pdata[i])->function == function)
      g_ptr_array_add (kernels, plan->kernels->pdata[i]);
  return kernels;
}

void
ihop_diagram_add_flow (IhopDiagram *diagram, IhopFacts *facts, const IhopTree *tree,
                       const IhopFunction *function, const IhopPlan *plan)
{
  g_autoptr (GPtrArray) kernels = kernels_of (plan, function);
  g_autoptr (IhopGraph) graph = ihop_graph_new (function->body, kernels, NULL, NULL);
  Work work = { .diagram = diagram, .facts = facts, .tree = tree, .function = function,
                .plan = plan, .graph = graph, .loop_of = g_hash_table_new (NULL, NULL),
                .groups = g_hash_table_new (NULL, NULL) };
  guint before = diagram->nodes->len;

  work.first = g_new0 (guint, graph->nodes->len);
  work.last = g_new0 (guint, graph->nodes->len);
  note_loops (&work, function->body, NULL);
  add_nodes (&work);
  add_edges (&work);
  join_blocks (diagram, before);
  g_free (work.first);
  g_free (work.last);
  g_hash_table_unref (work.groups);
  g_hash_table_unref (work.loop_of);
}
