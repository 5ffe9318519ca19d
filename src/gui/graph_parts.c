#include "gui/graph_parts.h"
#include "gui/text.h"
#include "gui/widgets.h"
#include "project/localize.h"
#include <string.h>

/* Labels beyond so many have no button: they are told when their edge is chosen. */
enum { MOST_LABELS = 400 };
/* Buttons that are made in one go: more would be felt. */
enum { AT_ONCE = 48 };

struct _IhopGraphParts
{
  GtkWidget *canvas, *fixed;
  const IhopDiagram *diagram;
  GPtrArray *nodes;        /* of GtkWidget *: one a node */
  GPtrArray *labels;       /* of GtkWidget *: one an edge, or NULL */
  gboolean can_fold;
  guint making, next_label, next_group, n_labels; /* the source that makes the buttons */
  gboolean (*shows) (const IhopEdge *edge, gpointer data);
  gpointer data;
  char *file, *searched;   /* what is marked, for buttons to come */
  guint first, last;
  int chosen;
};

IhopGraphParts *
ihop_graph_parts_new (GtkWidget *canvas, GtkWidget *fixed)
{
  IhopGraphParts *parts = g_new0 (IhopGraphParts, 1);

  parts->canvas = canvas;
  parts->fixed = fixed;
  parts->nodes = g_ptr_array_new ();
  parts->labels = g_ptr_array_new ();
  parts->chosen = -1;
  return parts;
}

void
ihop_graph_parts_free (IhopGraphParts *parts)
{
  if (parts == NULL)
    return;
  g_clear_handle_id (&parts->making, g_source_remove);
  g_ptr_array_unref (parts->nodes);
  g_ptr_array_unref (parts->labels);
  g_free (parts->file);
  g_free (parts->searched);
  g_free (parts);
}

/* ---- making them ---- */

static void
clicked (GtkButton *button, GtkWidget *canvas)
{
  const char *signal = g_object_get_data (G_OBJECT (button), "signal");

  g_signal_emit_by_name (canvas, signal, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "index")));
}

/* Around the middle (x, y). */
static GtkWidget *
put_button (IhopGraphParts *parts, guint index, const char *signal, const char *spoken, const char *tooltip, double x, double y,
            double width, double height)
{
  GtkWidget *button = gtk_button_new ();

  g_object_set_data (G_OBJECT (button), "index", GUINT_TO_POINTER (index));
  g_object_set_data (G_OBJECT (button), "signal", (gpointer) signal);
  ihop_text_name (button, spoken, tooltip);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_add_css_class (button, "graph-part");
  gtk_widget_set_size_request (button, (int) width, (int) height);
  g_signal_connect_object (button, "clicked", G_CALLBACK (clicked), parts->canvas, 0);
  gtk_fixed_put (GTK_FIXED (parts->fixed), button, x - width / 2, y - height / 2);
  return button;
}

static void
add_node (IhopGraphParts *parts, guint index)
{
  const IhopDrawn *node = parts->diagram->nodes->pdata[index];
  g_autofree char *line = g_strdelimit (g_strdup (node->label && !node->depth ? node->label : node->name), "\n", ' ');
  g_autofree char *detail = ihop_message_localize (node->detail);
  g_autofree char *unfold = node->folds ? g_strdup_printf (_ ("Unfold %s"), node->name) : NULL;
  GtkWidget *button = put_button (parts, index, "node-chosen", unfold ? unfold : line, detail, node->x, node->y, node->width,
                                  node->height);

  if (node->kind == IHOP_DRAWN_POINT)
    gtk_widget_add_css_class (button, "graph-point");
  g_ptr_array_add (parts->nodes, button);
}

static void
add_label (IhopGraphParts *parts, guint index)
{
  const IhopEdge *edge = parts->diagram->edges->pdata[index];
  g_autofree char *spoken = g_strdup_printf ("%s %s", _ (ihop_edge_kind_name (edge->kind)), edge->label);
  g_autofree char *detail = ihop_message_localize (edge->detail);
  double width = (double) g_utf8_strlen (edge->label, -1) * 6.6 + 8;

  parts->labels->pdata[index]
    = put_button (parts, index, "edge-chosen", spoken, detail, edge->label_x, edge->label_y, width, 16);
  parts->n_labels++;
}

/* Over its label. */
static void
add_group (IhopGraphParts *parts, guint index)
{
  const IhopDrawnGroup *group = parts->diagram->groups->pdata[index];
  double width = MIN ((double) g_utf8_strlen (group->label, -1) * 7 + 12, group->width - 4);
  g_autofree char *spoken = g_strdup_printf (_ ("Fold %s"), group->address ? group->address : group->label);

  if (group->width <= 0)
    return;
  GtkWidget *button = put_button (parts, index, "group-chosen", spoken, _ ("Draw what is in this loop as one part"),
                                  group->x - group->width / 2 + 4 + width / 2, group->y - group->height / 2 + 13, width, 20);
  gtk_widget_set_cursor_from_name (button, "pointer");
}

/* Takes the next one. FALSE: that was the last. */
static gboolean
add_next (IhopGraphParts *parts)
{
  const GPtrArray *edges = parts->diagram->edges;

  if (parts->nodes->len < parts->diagram->nodes->len)
    add_node (parts, parts->nodes->len);
  else if (parts->can_fold && parts->next_group < parts->diagram->groups->len)
    add_group (parts, parts->next_group++);
  else if (parts->next_label < edges->len && parts->n_labels < MOST_LABELS)
    {
      const IhopEdge *edge = edges->pdata[parts->next_label];
      if (edge->label && edge->path->len)
        add_label (parts, parts->next_label);
      parts->next_label++;
    }
  else
    return FALSE;
  return TRUE;
}

static void
remark (IhopGraphParts *parts)
{
  GArray *found = ihop_graph_parts_search (parts, parts->searched);

  g_array_unref (found);
  ihop_graph_parts_filter (parts, parts->shows, parts->data);
}

/* Some more of them; then there is time for everything else. */
static gboolean
make_some (gpointer data)
{
  IhopGraphParts *parts = data;

  for (guint i = 0; i < AT_ONCE; i++)
    if (!add_next (parts))
      {
        parts->making = 0;
        remark (parts);
        return G_SOURCE_REMOVE;
      }
  return G_SOURCE_CONTINUE;
}

static void
remove_all (IhopGraphParts *parts)
{
  GtkWidget *child;

  g_clear_handle_id (&parts->making, g_source_remove);
  parts->next_label = parts->next_group = parts->n_labels = 0;
  parts->chosen = -1;
  g_ptr_array_set_size (parts->nodes, 0);
  g_ptr_array_set_size (parts->labels, 0);
  while ((child = gtk_widget_get_first_child (parts->fixed)))
    gtk_fixed_remove (GTK_FIXED (parts->fixed), child);
}

void
ihop_graph_parts_set (IhopGraphParts *parts, const IhopDiagram *diagram, gboolean can_fold)
{
  remove_all (parts);
  parts->diagram = diagram;
  parts->can_fold = can_fold;
  if (diagram == NULL)
    return;
  g_ptr_array_set_size (parts->labels, (int) diagram->edges->len);
  for (guint i = 0; i < parts->labels->len; i++)
    parts->labels->pdata[i] = NULL;
  if (make_some (parts))
    parts->making = g_timeout_add (8, make_some, parts);
}

void
ihop_graph_parts_filter (IhopGraphParts *parts, gboolean (*shows) (const IhopEdge *edge, gpointer data), gpointer data)
{
  parts->shows = shows;
  parts->data = data;
  for (guint i = 0; i < parts->labels->len; i++)
    if (parts->labels->pdata[i])
      gtk_widget_set_visible (parts->labels->pdata[i], shows == NULL || shows (parts->diagram->edges->pdata[i], data));
}

/* ---- marks ---- */

static gboolean
stands_in_lines (const IhopGraphParts *parts, const IhopDrawn *node)
{
  return parts->first && node->first_line && node->first_line <= parts->last && node->last_line >= parts->first
         && g_strcmp0 (node->file, parts->file) == 0 && node->depth == 0;
}

static gboolean
has_text (const IhopDrawn *node, const char *folded)
{
  const char *texts[] = { node->name, node->label, node->inside };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *own = texts[i] ? g_utf8_casefold (texts[i], -1) : NULL;
      if (own && strstr (own, folded))
        return TRUE;
    }
  return FALSE;
}

static const IhopDrawn *
mark (IhopGraphParts *parts)
{
  const IhopDrawn *lit = NULL;

  for (guint i = 0; parts->diagram && i < parts->diagram->nodes->len; i++)
    {
      const IhopDrawn *node = parts->diagram->nodes->pdata[i];
      gboolean is_lit = stands_in_lines (parts, node);
      if (is_lit && lit == NULL)
        lit = node;
      if (i < parts->nodes->len)
        ihop_widget_set_class (parts->nodes->pdata[i], "graph-lit", is_lit || parts->chosen == (int) i);
    }
  return lit;
}

const IhopDrawn *
ihop_graph_parts_light (IhopGraphParts *parts, const char *file, guint first, guint last)
{
  if (file != parts->file)
    {
      g_free (parts->file);
      parts->file = g_strdup (file);
    }
  parts->first = first;
  parts->last = last;
  return mark (parts);
}

void
ihop_graph_parts_choose (IhopGraphParts *parts, int node)
{
  parts->chosen = node;
  mark (parts);
}

GArray *
ihop_graph_parts_search (IhopGraphParts *parts, const char *text)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *folded = text && *text ? g_utf8_casefold (text, -1) : NULL;

  if (text != parts->searched)
    {
      g_free (parts->searched);
      parts->searched = g_strdup (text);
    }
  for (guint i = 0; parts->diagram && i < parts->diagram->nodes->len; i++)
    {
      gboolean is_found = folded && has_text (parts->diagram->nodes->pdata[i], folded);
      if (is_found)
        g_array_append_val (found, i);
      if (i < parts->nodes->len)
        ihop_widget_set_class (parts->nodes->pdata[i], "graph-found", is_found);
    }
  mark (parts);
  return found;
}

int
ihop_graph_parts_index (IhopGraphParts *parts, GtkWidget *widget)
{
  guint index;

  return g_ptr_array_find (parts->nodes, widget, &index) ? (int) index : -1;
}
