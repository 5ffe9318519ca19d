/* Diagrams: making, freeing, names. */
#include "graph/diagram.h"

IhopDiagram *
ihop_diagram_new (IhopDiagramKind kind, const char *title)
{
  IhopDiagram *diagram = g_atomic_rc_box_new0 (IhopDiagram);

  diagram->kind = kind;
  diagram->title = g_strdup (title);
  diagram->notes = g_ptr_array_new_with_free_func (ihop_message_unref);
  diagram->nodes = g_ptr_array_new_with_free_func (ihop_drawn_free);
  diagram->edges = g_ptr_array_new_with_free_func (ihop_edge_free);
  diagram->groups = g_ptr_array_new_with_free_func (ihop_drawn_group_free);
  return diagram;
}

void
ihop_drawn_free (gpointer data)
{
  IhopDrawn *node = data;

  g_free (node->name);
  g_free (node->label);
  ihop_message_unref (node->words);
  ihop_message_unref (node->detail);
  g_free (node->file);
  g_free (node->folds);
  g_free (node->inside);
  g_free (node);
}

void
ihop_edge_free (gpointer data)
{
  IhopEdge *edge = data;

  g_free (edge->label);
  ihop_message_unref (edge->words);
  ihop_message_unref (edge->detail);
  g_free (edge->variable);
  g_free (edge->vector);
  g_free (edge->carrier);
  g_array_unref (edge->path);
  g_free (edge);
}

void
ihop_drawn_group_free (gpointer data)
{
  IhopDrawnGroup *group = data;

  g_free (group->label);
  g_free (group->address);
  g_free (group->file);
  g_free (group);
}

static void
clear (gpointer data)
{
  IhopDiagram *diagram = data;

  for (guint k = 0; k < diagram->n_axes; k++)
    {
      g_free (diagram->axes[k].iterator);
      g_free (diagram->axes[k].address);
    }
  g_free (diagram->title);
  g_ptr_array_unref (diagram->notes);
  g_ptr_array_unref (diagram->nodes);
  g_ptr_array_unref (diagram->edges);
  g_ptr_array_unref (diagram->groups);
}

void
ihop_diagram_free (IhopDiagram *diagram)
{
  if (diagram)
    g_atomic_rc_box_release_full (diagram, clear);
}

const IhopDiagram *
ihop_diagram_share (const IhopDiagram *diagram)
{
  return g_atomic_rc_box_acquire ((gpointer) diagram);
}

IhopDrawn *
ihop_diagram_add_node (IhopDiagram *diagram, IhopDrawnKind kind)
{
  IhopDrawn *node = g_new0 (IhopDrawn, 1);

  node->kind = kind;
  node->group = -1;
  g_ptr_array_add (diagram->nodes, node);
  return node;
}

IhopEdge *
ihop_diagram_add_edge (IhopDiagram *diagram, guint from, guint to, IhopEdgeKind kind)
{
  IhopEdge *edge = g_new0 (IhopEdge, 1);

  edge->from = from;
  edge->to = to;
  edge->kind = kind;
  edge->count = 1;
  edge->is_exact = TRUE;
  edge->path = g_array_new (FALSE, FALSE, sizeof (IhopSpot));
  g_ptr_array_add (diagram->edges, edge);
  return edge;
}

IhopDrawnGroup *
ihop_diagram_add_group (IhopDiagram *diagram, int parent)
{
  IhopDrawnGroup *group = g_new0 (IhopDrawnGroup, 1);

  group->parent = parent;
  group->verdict = -1;
  g_ptr_array_add (diagram->groups, group);
  return group;
}

void
ihop_diagram_note_message (IhopDiagram *diagram, IhopMessage *message)
{
  g_autoptr (IhopMessage) own = message;

  for (guint i = 0; i < diagram->notes->len; i++)
    if (ihop_message_equal (diagram->notes->pdata[i], own))
      return;
  g_ptr_array_add (diagram->notes, g_steal_pointer (&own));
}

const char *
ihop_diagram_kind_name (IhopDiagramKind kind)
{
  static const char *const names[] = { "deps", "calls", "flow", "iterations" };

  return names[kind];
}

const char *
ihop_drawn_kind_name (IhopDrawnKind kind)
{
  static const char *const names[] = { "statement", "condition", "entry", "exit", "kernel",
                                       "copy in", "copy out", "function", "stranger", "point",
                                       "between", "folded" };

  return names[kind];
}

const char *
ihop_edge_kind_name (IhopEdgeKind kind)
{
  static const char *const names[] = { "flow", "anti", "output", "call", "next", "true", "false" };

  return names[kind];
}

const char *
ihop_standing_name (IhopLevelStanding standing)
{
  static const char *const names[] = { "stands", "private", "reduction", "induction" };

  return names[standing];
}

/* ---- colours ---- */

const char *
ihop_edge_color (const IhopEdge *edge)
{
  static const char *const colors[] = { "#1c71d8", "#c64600", "#813d9c", "#5e5c64", "#5e5c64",
                                        "#26734d", "#a51d2d" };

  return edge->is_witness || edge->is_backwards ? "#e01b24" : colors[edge->kind];
}

const char *
ihop_drawn_fill (const IhopDrawn *node)
{
  switch (node->kind)
    {
    case IHOP_DRAWN_CONDITION: return "#fdf3d0";
    case IHOP_DRAWN_ENTRY:
    case IHOP_DRAWN_EXIT: return "#deddda";
    case IHOP_DRAWN_KERNEL: return "#cdeeda";
    case IHOP_DRAWN_COPY_IN: return "#d6e6fb";
    case IHOP_DRAWN_COPY_OUT: return "#fbe0d0";
    case IHOP_DRAWN_STRANGER: return "#f6f5f4";
    case IHOP_DRAWN_FOLDED: return "#e8e0f0";
    default: return "#ffffff";
    }
}

/* From blue over green to yellow, in equal steps of lightness: neighbours can be told apart, and
 * also without colours. */
char *
ihop_front_color (guint k, guint n)
{
  static const guint8 stops[5][3] = {
    { 98, 120, 196 }, { 84, 160, 196 }, { 92, 190, 150 }, { 164, 212, 96 }, { 244, 226, 92 }
  };
  double at = n > 1 ? 4.0 * k / (n - 1) : 0;
  guint low = MIN ((guint) at, 3);
  double part = at - low;
  guint color[3];

  for (guint i = 0; i < 3; i++)
    color[i] = (guint) (stops[low][i] + part * (stops[low + 1][i] - stops[low][i]) + 0.5);
  return g_strdup_printf ("#%02x%02x%02x", color[0], color[1], color[2]);
}
