/* The graphs of what is selected: dependences, calls, control flow. */
#include "gui/graph_amount.h"
#include "gui/graph_job.h"
#include "gui/menu.h"
#include "gui/pane.h"
#include "gui/wrap_layout.h"
#include "project/localize.h"
#include <string.h>

#define IHOP_TYPE_GRAPH_VIEW (ihop_graph_view_get_type ())
G_DECLARE_FINAL_TYPE (IhopGraphView, ihop_graph_view, IHOP, GRAPH_VIEW, GtkBox)

struct _IhopGraphView
{
  GtkBox parent_instance;
  IhopDocument *document;
  IhopGraphCanvas *canvas;
  GtkWidget *kinds[3], *second, *levels, *standing, *notes, *detail;
  IhopDiagramKind kind;
  IhopGraphAmount *amount;
  char *shown;             /* what the diagram is of, and how much of it: to see when it is another */
  GCancellable *running;
  int level;               /* only edges of this level; -1: all */
  gboolean hides_removed;  /* what private copies and reductions take away */
  gboolean is_pointing;    /* the document is being told by us */
};

G_DEFINE_FINAL_TYPE (IhopGraphView, ihop_graph_view, GTK_TYPE_BOX)

/* ---- which edges ---- */

static gboolean
shows_edge (const IhopEdge *edge, gpointer data)
{
  const IhopGraphView *self = data;

  if (edge->variable == NULL)
    return TRUE;
  return (self->level < 0 || edge->level == (guint) self->level)
         && (!self->hides_removed || edge->standing == IHOP_LEVEL_STANDS);
}

static void
level_toggled (GtkToggleButton *button, IhopGraphView *self)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  self->level = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "level")) - 1;
  ihop_graph_canvas_filter (self->canvas, shows_edge, self);
}

static void
standing_toggled (GtkToggleButton *button, IhopGraphView *self)
{
  self->hides_removed = gtk_toggle_button_get_active (button);
  ihop_graph_canvas_filter (self->canvas, shows_edge, self);
}

static GtkWidget *
add_level (IhopGraphView *self, GtkWidget *group, int level, const char *text, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (text);

  if (group)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (group));
  g_object_set_data (G_OBJECT (button), "level", GINT_TO_POINTER (level + 1));
  gtk_widget_set_tooltip_text (button, tooltip);
  g_autofree char *spoken = g_strdup_printf (_ ("Level: %s"), text);
  ihop_text_name (button, spoken, tooltip);
  if (level == self->level)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  g_signal_connect (button, "toggled", G_CALLBACK (level_toggled), self);
  gtk_box_append (GTK_BOX (self->levels), button);
  return button;
}

/* One button a level that occurs. */
static void
fill_levels (IhopGraphView *self, const IhopDiagram *diagram)
{
  GtkWidget *child, *all;
  guint deepest = 0;

  while ((child = gtk_widget_get_first_child (self->levels)))
    gtk_box_remove (GTK_BOX (self->levels), child);
  for (guint i = 0; diagram && i < diagram->edges->len; i++)
    deepest = MAX (deepest, ((const IhopEdge *) diagram->edges->pdata[i])->level);
  if (self->level > (int) deepest)
    self->level = -1;
  gtk_widget_set_visible (self->second, diagram && diagram->kind == IHOP_DIAGRAM_DEPS);
  all = add_level (self, NULL, -1, _ ("all"), _ ("Dependences of every level"));
  add_level (self, all, 0, "0", _ ("Within one iteration of all loops"));
  for (guint k = 1; k <= deepest; k++)
    {
      g_autofree char *text = g_strdup_printf ("%u", k);
      g_autofree char *tooltip = g_strdup_printf (_ ("Carried by the loops at depth %u"), k);
      add_level (self, all, (int) k, text, tooltip);
    }
}

/* ---- showing ---- */

static void
light (IhopGraphView *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);
  guint file, second, line = ihop_document_pointed (self->document, &file, &second);
  const IhopSession *session = ihop_document_session (self->document);

  if (session == NULL || ihop_graph_canvas_diagram (self->canvas) == NULL || self->is_pointing)
    return;
  if (line)
    ihop_graph_canvas_light (self->canvas, ihop_session_path (session, file), line, line);
  else
    ihop_graph_canvas_light (self->canvas, ihop_session_path (session, selection->file),
                             selection->address ? 0 : selection->first_line, selection->last_line);
}

static void
ready (IhopDiagram *diagram, const char *error, gpointer data)
{
  IhopGraphView *self = data;
  g_autofree char *notes = ihop_graph_notes (diagram);

  gtk_label_set_text (GTK_LABEL (self->notes), notes);
  gtk_widget_set_visible (self->notes, *notes);
  gtk_label_set_text (GTK_LABEL (self->detail), "");
  gtk_widget_set_visible (self->detail, FALSE);
  ihop_graph_amount_shown (self->amount, diagram);
  gboolean is_empty = diagram && diagram->nodes->len == 0;
  if (is_empty)
    g_clear_pointer (&diagram, ihop_diagram_free);
  ihop_graph_canvas_filter (self->canvas, NULL, NULL);
  ihop_graph_canvas_show (self->canvas, diagram,
                          error ? error : is_empty ? _ ("There is nothing to draw here.") : NULL);
  fill_levels (self, diagram);
  ihop_graph_canvas_filter (self->canvas, shows_edge, self);
  light (self);
  ihop_graph_amount_search (self->amount);
}

/* What the selection asks for, as text; NULL: nothing. */
static char *
wanted (IhopGraphView *self, IhopGraphWish *wish)
{
  const IhopSelection *selection = ihop_document_selection (self->document);
  const GPtrArray *functions;

  if (ihop_document_n_files (self->document) == 0)
    return NULL;
  wish->kind = self->kind;
  wish->file = selection->file;
  wish->function = g_strdup (selection->function);
  wish->loop = self->kind == IHOP_DIAGRAM_DEPS ? g_strdup (selection->address) : NULL;
  functions = ihop_document_functions (self->document, selection->file);
  if (wish->function == NULL && self->kind != IHOP_DIAGRAM_CALLS && functions && functions->len)
    wish->function = g_strdup (((const IhopFunctionView *) functions->pdata[0])->name);
  /* Another loop of the same nest is the same graph. */
  g_autofree char *nest = g_strdup (wish->loop);
  char *inner = nest ? strchr (nest, '/') : NULL;
  inner = inner ? strchr (inner + 1, '/') : NULL;
  if (inner)
    *inner = '\0';
  return g_strdup_printf ("%d %u %s %s", self->kind, wish->file, wish->function ? wish->function : "",
                          nest ? nest : "");
}

static void
update (IhopGraphView *self)
{
  g_auto (IhopGraphWish) wish = { 0 };
  g_autofree char *want = NULL;

  if (!ihop_pane_is_shown (GTK_WIDGET (self)))
    return;
  want = wanted (self, &wish);
  if (want == NULL)
    {
      ihop_graph_canvas_show (self->canvas, NULL, _ ("Open a file to see its graphs."));
      return;
    }
  g_autofree char *part = ihop_graph_amount_ask (self->amount, want, ihop_document_selection (self->document), &wish);
  char *all = g_strconcat (want, " ", part, NULL);
  g_free (want);
  want = all;
  if (g_strcmp0 (want, self->shown) == 0)
    {
      light (self);
      return;
    }
  g_free (self->shown);
  self->shown = g_steal_pointer (&want);
  if (ihop_graph_canvas_diagram (self->canvas) == NULL)
    ihop_graph_canvas_show (self->canvas, NULL, _ ("Drawing…"));
  ihop_graph_job (self->document, &wish, NULL, G_OBJECT (self), &self->running, ready);
}

static void
changed (IhopGraphView *self)
{
  g_clear_pointer (&self->shown, g_free);
  update (self);
}

static void
kind_toggled (GtkToggleButton *button, IhopGraphView *self)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  self->kind = (IhopDiagramKind) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "kind"));
  changed (self);
}

/* ---- choosing parts ---- */

static void
tell (IhopGraphView *self, const IhopMessage *detail)
{
  g_autofree char *text = ihop_message_localize (detail);

  gtk_label_set_text (GTK_LABEL (self->detail), text ? text : "");
  gtk_widget_set_visible (self->detail, text != NULL);
}

/* What is folded stays where one looks. */
static void
fold (IhopGraphView *self, const char *key, const char *path, guint line, gboolean folds)
{
  guint file = ihop_graph_file (self->document, path);
  g_autofree char *own = g_strdup (key);

  if (file != G_MAXUINT && line)
    ihop_document_point (self->document, file, line, 0);
  ihop_graph_amount_fold (self->amount, own, folds);
}

static void
node_chosen (IhopGraphCanvas *canvas, guint index, IhopGraphView *self)
{
  const IhopDrawn *node = ihop_graph_canvas_diagram (canvas)->nodes->pdata[index];
  guint file = ihop_graph_file (self->document, node->file);

  tell (self, node->detail);
  if (node->folds)
    {
      fold (self, node->folds, node->file, node->first_line, FALSE);
      return;
    }
  if (file == G_MAXUINT || node->first_line == 0)
    return;
  self->is_pointing = TRUE;
  if (node->kind == IHOP_DRAWN_FUNCTION)
    ihop_document_select_function (self->document, file, node->name);
  else
    ihop_document_point (self->document, file, node->first_line,
                         node->last_line > node->first_line ? node->last_line : 0);
  self->is_pointing = FALSE;
}

static void
edge_chosen (IhopGraphCanvas *canvas, guint index, IhopGraphView *self)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (canvas);
  const IhopEdge *edge = diagram->edges->pdata[index];
  const IhopDrawn *from = diagram->nodes->pdata[edge->from], *to = diagram->nodes->pdata[edge->to];
  guint file = ihop_graph_file (self->document, from->file);
  guint first = edge->from_line ? edge->from_line : from->first_line;
  guint second = edge->to_line ? edge->to_line : to->first_line;

  tell (self, edge->detail);
  if (file == G_MAXUINT || first == 0)
    return;
  self->is_pointing = TRUE;
  ihop_document_point (self->document, file, first, diagram->kind == IHOP_DIAGRAM_CALLS ? 0 : second);
  self->is_pointing = FALSE;
}

static void
group_chosen (IhopGraphCanvas *canvas, guint index, IhopGraphView *self)
{
  const IhopDrawnGroup *group = ihop_graph_canvas_diagram (canvas)->groups->pdata[index];
  g_autofree char *key = ihop_drawn_group_key (group);

  fold (self, key, group->file, group->first_line, TRUE);
}

/* The menu is about the loop around the part under the pointer. */
static void
choose_at (GtkWidget *widget, double x, double y, gpointer data)
{
  IhopGraphView *self = data;
  int index = ihop_graph_canvas_node_at (self->canvas, x, y);
  const IhopDrawn *node = index < 0 ? NULL : ihop_graph_canvas_diagram (self->canvas)->nodes->pdata[index];
  guint file = node ? ihop_graph_file (self->document, node->file) : G_MAXUINT;

  if (file == G_MAXUINT || node->first_line == 0)
    return;
  if (node->kind == IHOP_DRAWN_FUNCTION)
    ihop_document_select_function (self->document, file, node->name);
  else
    ihop_document_select_lines (self->document, file, node->first_line, MAX (node->first_line, node->last_line));
}

/* ---- the widget ---- */

static void
ihop_graph_view_dispose (GObject *object)
{
  IhopGraphView *self = IHOP_GRAPH_VIEW (object);

  if (self->running)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->amount, ihop_graph_amount_free);
  G_OBJECT_CLASS (ihop_graph_view_parent_class)->dispose (object);
}

static void
ihop_graph_view_class_init (IhopGraphViewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_graph_view_dispose;
}

static void
ihop_graph_view_init (IhopGraphView *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->level = -1;
}

static void
add_kinds (IhopGraphView *self, GtkWidget *bar)
{
  static const struct { IhopDiagramKind kind; const char *label, *tooltip; } rows[] = {
    { IHOP_DIAGRAM_DEPS, N_ ("Dependences"), N_ ("Statements of the selected nest and what must stay in order") },
    { IHOP_DIAGRAM_CALLS, N_ ("Calls"), N_ ("Who calls the selected function, and whom it calls; select a file to see all") },
    { IHOP_DIAGRAM_FLOW, N_ ("Control flow"), N_ ("The ways through the selected function") }
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_ (rows[i].label));
      g_object_set_data (G_OBJECT (button), "kind", GINT_TO_POINTER (rows[i].kind));
      gtk_widget_set_tooltip_text (button, _ (rows[i].tooltip));
      ihop_text_name (button, _ (rows[i].label), _ (rows[i].tooltip));
      if (i)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (self->kinds[0]));
      self->kinds[i] = button;
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->kinds[0]), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_signal_connect (self->kinds[i], "toggled", G_CALLBACK (kind_toggled), self);
  ihop_box_wrap (box, 0);
  gtk_box_append (GTK_BOX (bar), box);
}

static GtkWidget *
note_new (GtkBox *box)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_focusable (label, FALSE);
  gtk_widget_add_css_class (label, "graph-note");
  gtk_widget_set_visible (label, FALSE);
  gtk_box_append (box, label);
  return label;
}

static void
fill (IhopGraphView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *space = gtk_label_new (NULL);
  GtkWidget *second = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->canvas = IHOP_GRAPH_CANVAS (ihop_graph_canvas_new (_ ("Graph")));
  add_kinds (self, bar);
  gtk_widget_set_hexpand (space, TRUE);
  gtk_box_append (GTK_BOX (bar), space);
  ihop_graph_add_zoom (bar, self->canvas);
  gtk_box_append (GTK_BOX (bar), ihop_graph_export_button (self->document, self->canvas));
  self->amount = ihop_graph_amount_new (self->canvas, G_CALLBACK (changed), self, bar);
  self->levels = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->levels, "linked");
  self->standing = gtk_toggle_button_new_with_label (_ ("Only obstacles"));
  gtk_widget_set_tooltip_text (self->standing,
                               _ ("Hide what private copies, reductions and counting variables take away"));
  ihop_text_name (self->standing, _ ("Only obstacles"), NULL);
  g_signal_connect (self->standing, "toggled", G_CALLBACK (standing_toggled), self);
  gtk_box_append (GTK_BOX (second), self->levels);
  gtk_box_append (GTK_BOX (second), self->standing);
  gtk_box_append (GTK_BOX (second), ihop_graph_legend_new ());
  self->second = second;
  gtk_widget_add_css_class (bar, "graph-bar");
  gtk_widget_add_css_class (second, "graph-bar");
  ihop_box_wrap (bar, 8);
  ihop_box_wrap (second, 8);
  ihop_box_wrap (self->levels, 0);
  gtk_box_append (GTK_BOX (self), bar);
  gtk_box_append (GTK_BOX (self), second);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->canvas));
  self->detail = note_new (GTK_BOX (self));
  self->notes = note_new (GTK_BOX (self));
  g_signal_connect (self->canvas, "node-chosen", G_CALLBACK (node_chosen), self);
  g_signal_connect (self->canvas, "edge-chosen", G_CALLBACK (edge_chosen), self);
  g_signal_connect (self->canvas, "group-chosen", G_CALLBACK (group_chosen), self);
  fill_levels (self, NULL);
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopGraphView *self = g_object_new (IHOP_TYPE_GRAPH_VIEW, NULL);

  self->document = document;
  fill (self);
  ihop_menu_attach (GTK_WIDGET (self->canvas), document, IHOP_MENU_LOOP | IHOP_MENU_PICTURE, choose_at, self);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "selection", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "pointed", G_CALLBACK (light), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_graph = {
  .name = "graph",
  .title = N_ ("Graph"),
  .key = "<Alt>3",
  .place = IHOP_PLACE_RIGHT,
  .create = create,
};
