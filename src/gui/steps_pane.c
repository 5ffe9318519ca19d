/* The catalogue for the selected loop: search as you type, what applies, a form for the rest. */
#include "gui/pane.h"
#include "gui/steps_list.h"
#include "gui/widgets.h"

#define IHOP_TYPE_STEPS_PANE (ihop_steps_pane_get_type ())
G_DECLARE_FINAL_TYPE (IhopStepsPane, ihop_steps_pane, IHOP, STEPS_PANE, GtkBox)

struct _IhopStepsPane
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *search, *list, *fields, *words, *form_box, *place;
  IhopTrials *trials;      /* NULL: no loop is selected */
  guint file;
  IhopForm *chosen;        /* one of the trials', or NULL */
  gboolean is_old;         /* the selection changed while nobody looked */
};

G_DEFINE_FINAL_TYPE (IhopStepsPane, ihop_steps_pane, GTK_TYPE_BOX)

/* ---- the form ---- */

static void
show_words (IhopStepsPane *self)
{
  g_autofree char *step = self->chosen ? ihop_form_step (self->chosen) : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (self->words), step);
}

static void
edited (GtkEditable *entry, IhopField *field)
{
  IhopStepsPane *self = IHOP_STEPS_PANE (gtk_widget_get_ancestor (GTK_WIDGET (entry), IHOP_TYPE_STEPS_PANE));

  g_free (field->value);
  field->value = g_strdup (gtk_editable_get_text (entry));
  if (self)
    show_words (self);
}

static void
chosen_from (GtkDropDown *down, GParamSpec *property, IhopField *field)
{
  IhopStepsPane *self = IHOP_STEPS_PANE (gtk_widget_get_ancestor (GTK_WIDGET (down), IHOP_TYPE_STEPS_PANE));
  guint at = gtk_drop_down_get_selected (down);

  if (at >= field->choices->len)
    return;
  g_free (field->value);
  field->value = g_strdup (field->choices->pdata[at]);
  if (self)
    show_words (self);
}

static void
toggled (GtkCheckButton *button, IhopField *field)
{
  IhopStepsPane *self
    = IHOP_STEPS_PANE (gtk_widget_get_ancestor (GTK_WIDGET (button), IHOP_TYPE_STEPS_PANE));

  g_free (field->value);
  field->value = g_strdup (gtk_check_button_get_active (button) ? field->label : "");
  if (self)
    show_words (self);
}

static void preview (gpointer widget, gpointer data);

static GtkWidget *
choice_widget (IhopField *field)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; i < field->choices->len; i++)
    g_ptr_array_add (words, field->choices->pdata[i]);
  g_ptr_array_add (words, NULL);
  GtkWidget *down = gtk_drop_down_new_from_strings ((const char *const *) words->pdata);
  g_signal_connect (down, "notify::selected", G_CALLBACK (chosen_from), field);
  return down;
}

static GtkWidget *
field_widget (IhopStepsPane *self, IhopField *field)
{
  GtkWidget *widget;

  if (field->kind == IHOP_FIELD_CHOICE)
    widget = choice_widget (field);
  else if (field->kind == IHOP_FIELD_FLAG)
    {
      widget = gtk_check_button_new ();
      g_signal_connect (widget, "toggled", G_CALLBACK (toggled), field);
    }
  else
    {
      widget = gtk_entry_new ();
      gtk_editable_set_text (GTK_EDITABLE (widget), field->value);
      gtk_editable_set_width_chars (GTK_EDITABLE (widget), 8);
      if (field->is_optional)
        gtk_entry_set_placeholder_text (GTK_ENTRY (widget), _ ("optional"));
      g_signal_connect (widget, "changed", G_CALLBACK (edited), field);
      g_signal_connect (widget, "activate", G_CALLBACK (preview), self);
    }
  ihop_text_name (widget, field->label, NULL);
  return widget;
}

static void
show_form (IhopStepsPane *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->fields)) != NULL)
    gtk_grid_remove (GTK_GRID (self->fields), child);
  gtk_widget_set_visible (self->form_box, self->chosen != NULL);
  for (guint i = 0; self->chosen && i < self->chosen->fields->len; i++)
    {
      IhopField *field = self->chosen->fields->pdata[i];
      GtkWidget *label = gtk_label_new (field->label), *widget = field_widget (self, field);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_set_hexpand (widget, field->kind != IHOP_FIELD_FLAG);
      gtk_grid_attach (GTK_GRID (self->fields), label, 0, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (self->fields), widget, 1, (int) i, 1, 1);
    }
  show_words (self);
}

static void
try (IhopStepsPane *self, gboolean take)
{
  if (self->chosen == NULL)
    return;
  g_autofree char *step = ihop_form_step (self->chosen);
  ihop_document_try (self->document, self->file, step, take);
}

static void
preview (gpointer widget, gpointer data)
{
  try (data, FALSE);
}

static void
take (GtkButton *button, gpointer data)
{
  try (data, TRUE);
}

/* ---- the list ---- */

/* The form takes place from the list: the row that it is about stays in sight. */
static void
keep_in_sight (IhopStepsPane *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  GtkWidget *scrolled = gtk_widget_get_ancestor (self->list, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  if (row && scrolled && gtk_widget_compute_bounds (GTK_WIDGET (row), self->list, &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)), bounds.origin.y,
                               bounds.origin.y + bounds.size.height);
}

static void
row_selected (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  IhopStepsPane *self = data;

  guint number = ihop_steps_list_number (row);

  self->chosen = number < G_MAXUINT && self->trials ? ihop_trials_form (self->trials, number) : NULL;
  show_form (self);
}

static void
row_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  row_selected (list, row, data);
  preview (list, data);
}

/* Enter in the search takes the first row that is left. */
static void
search_activated (IhopStepsPane *self)
{
  GtkListBoxRow *row = ihop_steps_list_first (self->list);

  if (row == NULL)
    return;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  preview (self, self);
}

/* Down in the search goes there. */
static gboolean
search_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, gpointer data)
{
  IhopStepsPane *self = data;
  GtkListBoxRow *row = key == GDK_KEY_Down || key == GDK_KEY_KP_Down ? ihop_steps_list_first (self->list) : NULL;

  if (row == NULL)
    return FALSE;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  return gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* ---- filling ---- */

static void
clear (IhopStepsPane *self)
{
  self->chosen = NULL;
  show_form (self);
  ihop_steps_list_clear (self->list);
  g_clear_pointer (&self->trials, ihop_trials_free);
}

static void
tried (IhopTrials *trials, guint number, gpointer data)
{
  IhopStepsPane *self = data;

  if (number < G_MAXUINT)
    ihop_steps_list_show (self->list, number);
  else
    ihop_steps_list_fill (self->list, trials);
  keep_in_sight (self);
}

static void
renew (IhopStepsPane *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);

  self->is_old = !ihop_pane_is_shown (GTK_WIDGET (self));
  clear (self);
  gtk_widget_set_visible (self->place, TRUE);
  if (selection->address == NULL || ihop_document_snapshot (self->document) == NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->place), _ ("Select a loop to see what can be done with it."));
      return;
    }
  gtk_label_set_text (GTK_LABEL (self->place), selection->address);
  if (self->is_old)
    return;
  self->file = selection->file;
  self->trials = ihop_trials_new (self->document, selection->file, selection->address, selection->first_line,
                                  tried, self);
  ihop_trials_weigh (self->trials);
}

static void
mapped (IhopStepsPane *self)
{
  if (self->is_old)
    renew (self);
}

static void
search_changed (IhopStepsPane *self)
{
  ihop_steps_list_search (self->list, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
focus (IhopStepsPane *self, const char *what)
{
  if (g_str_equal (what, "steps"))
    gtk_widget_grab_focus (self->search);
}

/* ---- the widget ---- */

/* A list that goes away loses its rows, and says of the chosen one that it is chosen no more. */
static void
ihop_steps_pane_dispose (GObject *object)
{
  IhopStepsPane *self = IHOP_STEPS_PANE (object);

  if (self->list)
    g_signal_handlers_disconnect_by_data (self->list, self);
  self->list = NULL;
  g_clear_pointer (&self->trials, ihop_trials_free);
  G_OBJECT_CLASS (ihop_steps_pane_parent_class)->dispose (object);
}

static void
ihop_steps_pane_class_init (IhopStepsPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_steps_pane_dispose;
}

static GtkWidget *
make_form (IhopStepsPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *look = ihop_button_new (_ ("Preview"), _ ("Shows what would change; nothing is taken yet"),
                                     G_CALLBACK (preview), self);
  GtkWidget *do_it = ihop_button_new (_ ("Take"), _ ("Takes the step at once if it is legal"),
                                      G_CALLBACK (take), self);

  self->fields = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->fields), 4);
  gtk_grid_set_column_spacing (GTK_GRID (self->fields), 10);
  self->words = ihop_label_new (NULL, "step-text");
  gtk_widget_add_css_class (look, "suggested-action");
  gtk_box_append (GTK_BOX (buttons), look);
  gtk_box_append (GTK_BOX (buttons), do_it);
  gtk_widget_add_css_class (box, "card-body");
  gtk_box_append (GTK_BOX (box), self->words);
  gtk_box_append (GTK_BOX (box), self->fields);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_widget_set_visible (box, FALSE);
  return self->form_box = box;
}

static void
ihop_steps_pane_init (IhopStepsPane *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Search steps"), NULL);
  ihop_text_name (self->search, _ ("Search steps"), NULL);
  gtk_widget_set_margin_start (self->search, 6);
  gtk_widget_set_margin_end (self->search, 6);
  gtk_widget_set_margin_top (self->search, 6);
  self->place = ihop_label_new (NULL, "heading-small");
  gtk_widget_set_margin_start (self->place, 10);
  gtk_widget_set_margin_top (self->place, 6);
  self->list = ihop_steps_list_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), self->place);
  gtk_box_append (GTK_BOX (self), self->search);
  gtk_box_append (GTK_BOX (self), scrolled);
  gtk_box_append (GTK_BOX (self), make_form (self));
  g_signal_connect_swapped (self->search, "changed", G_CALLBACK (search_changed), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activated), self);
  GtkEventController *keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (search_key), self);
  gtk_widget_add_controller (self->search, keys);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)), "notify::page-size",
                           G_CALLBACK (keep_in_sight), self, G_CONNECT_SWAPPED);
  g_signal_connect (self->list, "row-selected", G_CALLBACK (row_selected), self);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (row_activated), self);
  g_signal_connect (self, "map", G_CALLBACK (mapped), NULL);
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopStepsPane *self = g_object_new (IHOP_TYPE_STEPS_PANE, NULL);

  self->document = document;
  g_signal_connect_object (document, "selection", G_CALLBACK (renew), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (renew), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "focus", G_CALLBACK (focus), self, G_CONNECT_SWAPPED);
  renew (self);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_steps = {
  .name = "steps",
  .title = N_ ("Steps"),
  .key = "<Alt>2",
  .place = IHOP_PLACE_RIGHT,
  .create = create,
};
