/* The iteration space of the selected nest, point by point: what depends on what, in which order the
 * points run, which of them run (or could run) at once; and of a refused step the two iterations that
 * would collide. */
#include "gui/axis_handles.h"
#include "gui/graph_job.h"
#include "gui/pane.h"
#include "gui/widgets.h"
#include "gui/wrap_layout.h"
#include "project/localize.h"

#define IHOP_TYPE_ITERATION_VIEW (ihop_iteration_view_get_type ())
G_DECLARE_FINAL_TYPE (IhopIterationView, ihop_iteration_view, IHOP, ITERATION_VIEW, GtkBox)

struct _IhopIterationView
{
  GtkBox parent_instance;
  IhopDocument *document;
  IhopGraphCanvas *canvas;
  GtkWidget *by_round, *by_front, *size, *step, *steps, *notes, *detail, *witness;
  char *shown;
  GCancellable *running;
  char *dragged;           /* the step that an axis is being dragged to; or NULL */
  guint file, n_backwards; /* the nest's file; arrows that would run backwards after that step */
  gboolean is_judged;      /* that step has been proposed */
  gboolean is_pointing, is_filling;
};

G_DEFINE_FINAL_TYPE (IhopIterationView, ihop_iteration_view, GTK_TYPE_BOX)

static void
tell (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text ? text : "");
  gtk_widget_set_visible (label, text && *text);
}

/* ---- colours and rounds ---- */

static guint
n_steps (IhopIterationView *self)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (self->canvas);
  gboolean by_round = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->by_round));

  return diagram == NULL ? 0 : by_round ? diagram->n_rounds : diagram->n_fronts;
}

static void
recolor (IhopIterationView *self)
{
  gboolean by_round = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->by_round));
  int step = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->step));
  g_autofree char *text = NULL;

  if (self->is_filling)
    return;
  text = g_strdup_printf (_ ("of %u rounds (0: all)"), n_steps (self));
  gtk_label_set_text (GTK_LABEL (self->steps), text);
  ihop_graph_canvas_color (self->canvas, by_round ? IHOP_COLOR_BY_ROUND : IHOP_COLOR_BY_FRONT, step - 1);
}

static void
color_toggled (GtkToggleButton *button, IhopIterationView *self)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  self->is_filling = TRUE;
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->step), 0, n_steps (self));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->step), 0);
  self->is_filling = FALSE;
  recolor (self);
}

/* ---- dragging ---- */

/* The line over the picture: what was dragged or refused; else what can be done. It is never away, so that nothing moves
 * under the hand. */
static void
say (IhopIterationView *self, const char *text, gboolean is_refused)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (self->canvas);
  gboolean can_drag = diagram && diagram->n_axes > 1;

  tell (self->witness, text ? text : can_drag ? _ ("Drag an axis, ⇥ or ▦ to interchange, skew or tile") : NULL);
  ihop_widget_set_class (self->witness, "verdict-sequential", text && is_refused);
  ihop_widget_set_class (self->witness, "verdict-parallel", text && !is_refused);
}

/* What these points say at once, and what the proof says when it is there. */
static void
tell_dragged (IhopIterationView *self)
{
  const IhopProposal *proposal = ihop_document_proposal (self->document);
  gboolean is_known = proposal && g_strcmp0 (proposal->step, self->dragged) == 0;
  const char *verdict = !is_known ? _ ("being proved…") : proposal->after ? _ ("✓ proved") : _ ("✗ refused");
  g_autofree char *text = g_strdup_printf (_ ("%s · arrows that run backwards: %u · %s"), self->dragged, self->n_backwards,
                                           verdict);

  say (self, text, self->n_backwards || (is_known && proposal->after == NULL));
}

static void
dragged (const IhopSpaceChange *change, gpointer data)
{
  IhopIterationView *self = data;
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (self->canvas);
  g_autofree char *step = change ? ihop_space_change_step (diagram, change) : NULL;

  g_free (g_steal_pointer (&self->dragged));
  self->is_judged = FALSE;
  if (step == NULL)
    {
      ihop_graph_canvas_preview (self->canvas, NULL);
      say (self, NULL, FALSE);
      ihop_document_dismiss (self->document);
      return;
    }
  self->dragged = g_steal_pointer (&step);
  g_autoptr (IhopDiagram) moved = ihop_space_change_show (diagram, change, &self->n_backwards);
  ihop_graph_canvas_preview (self->canvas, moved);
  ihop_document_try (self->document, self->file, self->dragged, FALSE);
  tell_dragged (self);
}

static void update (IhopIterationView *self);

/* A step that is legal is taken; of one that is not, the two iterations that collide stay in sight. */
static void
released (gboolean is_meant, gpointer data)
{
  IhopIterationView *self = data;
  g_autofree char *step = g_steal_pointer (&self->dragged);

  ihop_graph_canvas_preview (self->canvas, NULL);
  say (self, NULL, FALSE);
  if (is_meant && step)
    ihop_document_try (self->document, self->file, step, TRUE);
  else
    ihop_document_dismiss (self->document);
}

/* Escape dismisses what is proposed: then nothing is taken when the hand lets go. */
static void
proposed (IhopIterationView *self)
{
  const IhopProposal *proposal = ihop_document_proposal (self->document);

  if (self->dragged && proposal == NULL && self->is_judged)
    {
      g_clear_pointer (&self->dragged, g_free);
      ihop_graph_canvas_preview (self->canvas, NULL);
      say (self, NULL, FALSE);
    }
  else if (self->dragged)
    {
      self->is_judged |= proposal && g_str_equal (proposal->step, self->dragged);
      tell_dragged (self);
    }
  else
    update (self);
}

/* ---- showing ---- */

static void
ready (IhopDiagram *diagram, const char *error, gpointer data)
{
  IhopIterationView *self = data;
  g_autofree char *notes = ihop_graph_notes (diagram);

  tell (self->notes, notes);
  tell (self->detail, NULL);
  ihop_graph_canvas_show (self->canvas, diagram, error);
  g_clear_pointer (&self->dragged, g_free);
  say (self, NULL, FALSE);
  ihop_axis_handles_add (self->canvas, &(const IhopAxisTarget) { dragged, released, self });
  self->is_filling = TRUE;
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->step), 0, n_steps (self));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->step), 0);
  self->is_filling = FALSE;
  recolor (self);
  for (guint i = 0; diagram && i < diagram->edges->len; i++)
    {
      const IhopEdge *edge = diagram->edges->pdata[i];
      if (edge->is_witness)
        {
          g_autofree char *detail = ihop_message_localize (edge->detail);
          g_autofree char *text = g_strdup_printf (_ ("The step was refused because of the red arrow: %s."), detail);
          say (self, text, TRUE);
        }
    }
}

/* The collision of a refused step, or NULL. */
static const IhopCollision *
refused (IhopIterationView *self, guint *file)
{
  const IhopProposal *proposal = ihop_document_proposal (self->document);

  for (guint i = 0; proposal && proposal->after == NULL && i < proposal->diags->len; i++)
    {
      const IhopDiag *diag = proposal->diags->pdata[i];
      *file = proposal->file;
      if (diag->collision)
        return diag->collision;
    }
  return NULL;
}

static void
update (IhopIterationView *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);
  guint file = selection->file, size = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->size));
  const char *address = selection->address;
  const IhopCollision *witness;

  if (!ihop_pane_is_shown (GTK_WIDGET (self)))
    return;
  witness = refused (self, &file);
  if (witness)
    {
      const IhopLoopView *loop = ihop_document_loop_at (self->document, file, witness->source_line);
      address = loop ? loop->address : address;
    }
  say (self, NULL, FALSE);
  if (address == NULL)
    {
      g_clear_pointer (&self->shown, g_free);
      ihop_graph_canvas_show (self->canvas, NULL, _ ("Select a loop to see its iterations."));
      tell (self->notes, NULL);
      return;
    }
  g_autofree char *want = g_strdup_printf ("%u %s %u %p", file, address, size, (const void *) witness);
  if (g_strcmp0 (want, self->shown) == 0)
    return;
  g_free (self->shown);
  self->shown = g_steal_pointer (&want);
  if (ihop_graph_canvas_diagram (self->canvas) == NULL)
    ihop_graph_canvas_show (self->canvas, NULL, _ ("Counting…"));
  const IhopGraphWish wish = { .kind = IHOP_DIAGRAM_ITERATIONS, .file = file, .loop = (char *) address,
                               .size = size };
  self->file = file;
  ihop_graph_job (self->document, &wish, witness, G_OBJECT (self), &self->running, ready);
}

static void
changed (IhopIterationView *self)
{
  g_clear_pointer (&self->shown, g_free);
  update (self);
}

/* ---- choosing parts ---- */

static void
node_chosen (IhopGraphCanvas *canvas, guint index, IhopIterationView *self)
{
  const IhopDrawn *node = ihop_graph_canvas_diagram (canvas)->nodes->pdata[index];
  guint file = ihop_graph_file (self->document, node->file);

  g_autofree char *detail = ihop_message_localize (node->detail);

  tell (self->detail, detail);
  if (file != G_MAXUINT && node->first_line)
    ihop_document_point (self->document, file, node->first_line, 0);
}

static void
edge_chosen (IhopGraphCanvas *canvas, guint index, IhopIterationView *self)
{
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (canvas);
  const IhopEdge *edge = diagram->edges->pdata[index];
  guint file = ihop_graph_file (self->document, ((const IhopDrawn *) diagram->nodes->pdata[edge->from])->file);

  g_autofree char *detail = ihop_message_localize (edge->detail);

  tell (self->detail, detail);
  if (file != G_MAXUINT && edge->from_line)
    ihop_document_point (self->document, file, edge->from_line, edge->to_line);
}

/* ---- the widget ---- */

static void
ihop_iteration_view_dispose (GObject *object)
{
  IhopIterationView *self = IHOP_ITERATION_VIEW (object);

  if (self->running)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->dragged, g_free);
  G_OBJECT_CLASS (ihop_iteration_view_parent_class)->dispose (object);
}

static void
ihop_iteration_view_class_init (IhopIterationViewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_iteration_view_dispose;
}

static void
ihop_iteration_view_init (IhopIterationView *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

static GtkWidget *
toggle_new (IhopIterationView *self, GtkWidget *box, const char *text, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (text);

  gtk_widget_set_tooltip_text (button, tooltip);
  ihop_text_name (button, text, tooltip);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
add_colors (IhopIterationView *self, GtkWidget *bar)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  self->by_round = toggle_new (self, box, _ ("As the code stands"),
                               _ ("One colour for what runs at once: iterations of loops proved parallel"));
  self->by_front = toggle_new (self, box, _ ("By dependences"),
                               _ ("One colour for what could run at once, were only the dependences kept"));
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->by_front), GTK_TOGGLE_BUTTON (self->by_round));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->by_round), TRUE);
  g_signal_connect (self->by_round, "toggled", G_CALLBACK (color_toggled), self);
  g_signal_connect (self->by_front, "toggled", G_CALLBACK (color_toggled), self);
  ihop_box_wrap (box, 0);
  gtk_box_append (GTK_BOX (bar), box);
}

/* A number does not part from its name where a row ends. */
static void
add_named (GtkWidget *bar, GtkWidget *name, GtkWidget *number)
{
  GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (pair), name);
  gtk_box_append (GTK_BOX (pair), number);
  gtk_box_append (GTK_BOX (bar), pair);
}

static void
add_numbers (IhopIterationView *self, GtkWidget *bar)
{
  GtkWidget *round = gtk_label_new (_ ("Round")), *each = gtk_label_new (_ ("Size"));

  self->step = gtk_spin_button_new_with_range (0, 0, 1);
  self->size = gtk_spin_button_new_with_range (0, 12, 1);
  self->steps = gtk_label_new (NULL);
  ihop_text_name (self->step, _ ("Round to show"), _ ("Only the points of this round are bright; 0: all"));
  ihop_text_name (self->size, _ ("Iterations to show"), _ ("Of each loop; 0: as many as can be seen"));
  gtk_widget_set_tooltip_text (self->step, _ ("Step through the rounds: what is bright runs at once"));
  gtk_widget_set_tooltip_text (self->size, _ ("Iterations of each loop; 0: as many as can be seen"));
  gtk_widget_add_css_class (self->steps, "dim");
  add_named (bar, round, self->step);
  gtk_box_append (GTK_BOX (bar), self->steps);
  add_named (bar, each, self->size);
  g_signal_connect_swapped (self->step, "value-changed", G_CALLBACK (recolor), self);
  g_signal_connect_swapped (self->size, "value-changed", G_CALLBACK (update), self);
}

static GtkWidget *
note_new (GtkBox *box)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "graph-note");
  gtk_widget_set_visible (label, FALSE);
  gtk_box_append (box, label);
  return label;
}

static void
fill (IhopIterationView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *space = gtk_label_new (NULL);
  GtkWidget *second = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->canvas = IHOP_GRAPH_CANVAS (ihop_graph_canvas_new (_ ("Iterations")));
  add_colors (self, bar);
  gtk_widget_set_hexpand (space, TRUE);
  gtk_box_append (GTK_BOX (bar), space);
  ihop_graph_add_zoom (bar, self->canvas);
  gtk_box_append (GTK_BOX (bar), ihop_graph_export_button (self->document, self->canvas));
  add_numbers (self, second);
  gtk_widget_add_css_class (bar, "graph-bar");
  gtk_widget_add_css_class (second, "graph-bar");
  ihop_box_wrap (bar, 8);
  ihop_box_wrap (second, 8);
  gtk_box_append (GTK_BOX (self), bar);
  gtk_box_append (GTK_BOX (self), second);
  self->witness = note_new (GTK_BOX (self));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->canvas));
  gtk_box_append (GTK_BOX (self), ihop_graph_legend_new ());
  self->detail = note_new (GTK_BOX (self));
  self->notes = note_new (GTK_BOX (self));
  g_signal_connect (self->canvas, "node-chosen", G_CALLBACK (node_chosen), self);
  g_signal_connect (self->canvas, "edge-chosen", G_CALLBACK (edge_chosen), self);
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopIterationView *self = g_object_new (IHOP_TYPE_ITERATION_VIEW, NULL);

  self->document = document;
  fill (self);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "selection", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "proposed", G_CALLBACK (proposed), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_iterations = {
  .name = "iterations",
  .title = N_ ("Iterations"),
  .key = "<Alt>4",
  .place = IHOP_PLACE_RIGHT,
  .create = create,
};
