/* Diagrams as text for Graphviz: to be drawn by it, and to be laid out for us (build.h). */
#include "graph/layout.h"

static void
put_quoted (GString *text, const char *value)
{
  g_string_append_c (text, '"');
  for (const char *c = value; *c; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (text, "\\%c", *c);
    else if (*c == '\n')
      g_string_append (text, "\\n");
    else
      g_string_append_c (text, *c);
  g_string_append_c (text, '"');
}

static const char *
shape_of (const IhopDrawn *node)
{
  switch (node->kind)
    {
    case IHOP_DRAWN_POINT: return "circle";
    case IHOP_DRAWN_CONDITION: return "hexagon";
    case IHOP_DRAWN_ENTRY:
    case IHOP_DRAWN_EXIT: return "ellipse";
    default: return "box";
    }
}

static void
put_number (GString *text, const char *name, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.3f", value);
  g_string_append_printf (text, ", %s=%s", name, buffer);
}

static void
put_node (GString *text, const IhopDiagram *diagram, guint i, gboolean sizes_only)
{
  const IhopDrawn *node = diagram->nodes->pdata[i];
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, "  n%u [id=\"n%u\", label=", i, i);
  put_quoted (text, sizes_only || node->label == NULL ? "" : node->label);
  if (sizes_only)
    {
      put_number (text, "width", node->width / 72);
      put_number (text, "height", node->height / 72);
      g_string_append (text, "];\n");
      return;
    }
  g_string_append_printf (text, ", shape=%s, style=\"filled%s\", fillcolor=", shape_of (node),
                          node->kind == IHOP_DRAWN_STRANGER ? ",dashed" : "");
  g_autofree char *front = node->depth ? ihop_front_color (node->front, diagram->n_fronts) : NULL;
  put_quoted (text, front ? front : ihop_drawn_fill (node));
  if (node->detail)
    {
      g_string_append (text, ", tooltip=");
      put_quoted (text, ihop_message_text (node->detail));
    }
  if (diagram->kind == IHOP_DIAGRAM_ITERATIONS)
    g_string_append_printf (text, ", pos=\"%s,%s!\", fixedsize=true, width=0.33",
                            g_ascii_formatd (x, sizeof x, "%.1f", node->x),
                            g_ascii_formatd (y, sizeof y, "%.1f", diagram->height - node->y));
  g_string_append (text, "];\n");
}

static gboolean
has_nodes (const IhopDiagram *diagram, int group)
{
  for (guint i = 0; i < diagram->nodes->len; i++)
    if (((const IhopDrawn *) diagram->nodes->pdata[i])->group == group)
      return TRUE;
  for (guint i = 0; i < diagram->groups->len; i++)
    if (((const IhopDrawnGroup *) diagram->groups->pdata[i])->parent == group
        && has_nodes (diagram, (int) i))
      return TRUE;
  return FALSE;
}

static void
put_group (GString *text, const IhopDiagram *diagram, int which, gboolean sizes_only)
{
  const IhopDrawnGroup *group = diagram->groups->pdata[which];

  if (!has_nodes (diagram, which))
    return;
  g_string_append_printf (text, "subgraph cluster_%d {\n  label=", which);
  put_quoted (text, group->label);
  g_string_append (text, "; labeljust=l; fontsize=11; fontname=\"DejaVu Sans\"; margin=12;\n");
  for (guint i = 0; i < diagram->nodes->len; i++)
    if (((const IhopDrawn *) diagram->nodes->pdata[i])->group == which)
      g_string_append_printf (text, "  n%u;\n", i);
  for (guint i = 0; i < diagram->groups->len; i++)
    if (((const IhopDrawnGroup *) diagram->groups->pdata[i])->parent == which)
      put_group (text, diagram, (int) i, sizes_only);
  g_string_append (text, "}\n");
}

gboolean
ihop_dot_is_first_loop (const IhopDiagram *diagram, guint i)
{
  const IhopEdge *edge = diagram->edges->pdata[i];

  for (guint k = 0; k < i; k++)
    {
      const IhopEdge *other = diagram->edges->pdata[k];
      if (other->from == edge->from && other->to == edge->to)
        return FALSE;
    }
  return TRUE;
}

/* Labels of all edges from a node to itself, as lines of one: dot would draw them over each other. */
static char *
label_block (const IhopDiagram *diagram, guint i)
{
  const IhopEdge *edge = diagram->edges->pdata[i];
  GString *block = g_string_new (edge->label);

  for (guint k = i + 1; k < diagram->edges->len; k++)
    {
      const IhopEdge *other = diagram->edges->pdata[k];
      if (other->from == edge->from && other->to == edge->to)
        g_string_append_printf (block, "\n%s", other->label ? other->label : "");
    }
  return g_string_free (block, FALSE);
}

static void
put_edge (GString *text, const IhopDiagram *diagram, guint i, gboolean sizes_only)
{
  const IhopEdge *edge = diagram->edges->pdata[i];

  g_string_append_printf (text, "  n%u -> n%u [id=\"e%u\"", edge->from, edge->to, i);
  g_autofree char *block = sizes_only && edge->from == edge->to ? label_block (diagram, i) : NULL;
  if (edge->label)
    {
      g_string_append (text, ", label=");
      put_quoted (text, block ? block : edge->label);
    }
  /* What runs back to a loop's head must not push the head down. */
  if (edge->is_back)
    g_string_append (text, ", constraint=false");
  if (!sizes_only)
    {
      g_string_append_printf (text, ", color=\"%s\", fontcolor=\"%s\"", ihop_edge_color (edge),
                              ihop_edge_color (edge));
      if (!edge->is_exact || edge->standing != IHOP_LEVEL_STANDS)
        g_string_append_printf (text, ", style=%s",
                                edge->standing != IHOP_LEVEL_STANDS ? "dotted" : "dashed");
      if (edge->detail)
        {
          g_string_append (text, ", tooltip=");
          put_quoted (text, ihop_message_text (edge->detail));
        }
    }
  g_string_append (text, "];\n");
}

/* The same text in each run, and no more than a picture wants: the layout asks for places only. */
char *
ihop_dot_text (const IhopDiagram *diagram, gboolean sizes_only)
{
  GString *text = g_string_new ("digraph ihop {\n");

  g_string_append_printf (text, "  rankdir=%s; ranksep=0.45; nodesep=0.3; pad=0.1;%s\n",
                          diagram->kind == IHOP_DIAGRAM_CALLS ? "LR" : "TB",
                          diagram->kind == IHOP_DIAGRAM_ITERATIONS ? " layout=neato; splines=true;"
                                                                   : "");
  g_string_append_printf (text, "  node [shape=box, fontsize=11, fontname=\"DejaVu Sans Mono\"%s];\n",
                          sizes_only ? ", fixedsize=true" : "");
  g_string_append (text, "  edge [fontsize=10, fontname=\"DejaVu Sans\"];\n");
  if (!sizes_only && diagram->title)
    {
      g_string_append (text, "  label=");
      put_quoted (text, diagram->title);
      g_string_append (text, "; labelloc=t; fontname=\"DejaVu Sans\";\n");
    }
  for (guint i = 0; i < diagram->nodes->len; i++)
    put_node (text, diagram, i, sizes_only);
  for (guint i = 0; i < diagram->groups->len; i++)
    if (((const IhopDrawnGroup *) diagram->groups->pdata[i])->parent < 0)
      put_group (text, diagram, (int) i, sizes_only);
  for (guint i = 0; i < diagram->edges->len; i++)
    {
      const IhopEdge *edge = diagram->edges->pdata[i];
      if (!sizes_only || edge->from != edge->to || ihop_dot_is_first_loop (diagram, i))
        put_edge (text, diagram, i, sizes_only);
    }
  g_string_append (text, "}\n");
  return g_string_free (text, FALSE);
}

char *
ihop_diagram_to_dot (const IhopDiagram *diagram)
{
  return ihop_dot_text (diagram, FALSE);
}
