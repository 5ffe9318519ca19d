/* The tree of what was done: go anywhere, name it, compare it. */
#include "gui/diff_view.h"
#include "gui/menu.h"
#include "gui/pane.h"
#include "gui/widgets.h"
#include "gui/wrap_layout.h"
#include "project/localize.h"

#define IHOP_TYPE_VARIANTS (ihop_variants_get_type ())
G_DECLARE_FINAL_TYPE (IhopVariants, ihop_variants, IHOP, VARIANTS, GtkBox)

struct _IhopVariants
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *list, *name, *compare, *pages;
  GtkWidget *diff;
  GArray *ids;             /* of guint, one a row */
  guint shown_pinned;      /* that the rows say is pinned */
  gboolean is_filling;     /* rows are chosen by us */
};

G_DEFINE_FINAL_TYPE (IhopVariants, ihop_variants, GTK_TYPE_BOX)

static const IhopState *
chosen (IhopVariants *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  const IhopSession *session = ihop_document_session (self->document);

  if (row == NULL || session == NULL)
    return NULL;
  return ihop_session_state (session, g_array_index (self->ids, guint, gtk_list_box_row_get_index (row)));
}

/* ---- rows ---- */

/* Branches are set in, a chain of steps is not. */
static guint
indent_of (const IhopState *state)
{
  guint indent = 0;

  for (; state->parent; state = state->parent)
    indent += state->parent->children->len > 1 && state->parent->children->pdata[0] != state;
  return indent;
}

static char *
title_of (const IhopState *state)
{
  const char *what = state->step ? state->step : _ ("as you wrote it");

  return state->name ? g_strdup_printf ("%s — %s", state->name, what) : g_strdup (what);
}

/* Of a branch, whose parent mostly stands some rows above it. Caller frees; NULL: it goes on where the row before it ends. */
static char *
branch_of (const IhopState *state)
{
  const IhopState *parent = state->parent;

  if (parent == NULL || parent->children->pdata[0] == state)
    return NULL;
  return parent->step == NULL && parent->name == NULL
           ? g_strdup (_ ("from what you wrote"))
           : g_strdup_printf (_ ("behind “%s”"), parent->name ? parent->name : parent->step);
}

static GtkWidget *
row_new (const IhopState *state, gboolean is_current, gboolean is_pinned)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *title = title_of (state);
  g_autofree char *shown = g_strconcat (title, is_pinned ? "  ⚑" : NULL, NULL);
  GtkWidget *here = gtk_label_new (is_current ? "●" : state->trouble ? "✗" : "○");
  GtkWidget *label = gtk_label_new (shown);
  GtkWidget *row = gtk_list_box_row_new ();
  g_autofree char *branch = branch_of (state);
  GtkWidget *from = gtk_label_new (branch);
  g_autofree char *spoken = g_strconcat (title, branch ? ", " : "", branch ? branch : "", is_current ? _ (", current") : "", is_pinned ? _ (", pinned") : "",
                                         NULL);

  gtk_widget_set_margin_start (here, 20 * (int) indent_of (state));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "step-text");
  if (is_current)
    gtk_widget_add_css_class (label, "heading-small");
  g_autofree char *trouble = ihop_message_localize (state->trouble);
  if (trouble)
    {
      gtk_widget_add_css_class (here, "verdict-sequential");
      gtk_widget_set_tooltip_text (row, trouble);
    }
  gtk_box_append (GTK_BOX (box), here);
  gtk_widget_add_css_class (from, "dim");
  gtk_label_set_ellipsize (GTK_LABEL (from), PANGO_ELLIPSIZE_END);
  gtk_widget_set_visible (from, branch != NULL);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), from);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  ihop_text_name (row, spoken, trouble);
  return row;
}

static void
empty (IhopVariants *self)
{
  GtkListBoxRow *row;

  self->is_filling = TRUE;
  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
  g_array_set_size (self->ids, 0);
  self->is_filling = FALSE;
}

static void
fill (IhopVariants *self)
{
  const IhopSession *session = ihop_document_session (self->document);

  empty (self);
  if (session == NULL)
    return;
  g_autoptr (GPtrArray) states = ihop_session_states (session);
  for (guint i = 0; i < states->len; i++)
    {
      const IhopState *state = states->pdata[i];
      GtkWidget *made = row_new (state, state == ihop_session_current (session),
                                 state->id == ihop_document_pinned (self->document));
      g_array_append_val (self->ids, state->id);
      gtk_list_box_append (GTK_LIST_BOX (self->list), made);
      if (state->id != ihop_document_variant (self->document))
        continue;
      self->is_filling = TRUE;
      gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (made));
      self->is_filling = FALSE;
    }
}

static void
renew (IhopVariants *self)
{
  fill (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), "nothing");
}

/* ---- what can be done ---- */

/* The commands that stand in the bar say themselves when they can be done. */
static void
selected (IhopVariants *self)
{
  const IhopState *state = chosen (self);

  if (self->is_filling)
    return;
  gtk_widget_set_sensitive (self->name, state != NULL);
  gtk_editable_set_text (GTK_EDITABLE (self->name), state && state->name ? state->name : "");
  ihop_document_choose_variant (self->document, state ? state->id : 0);
}

static void
activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  IhopVariants *self = data;
  const IhopState *state = chosen (self);

  if (state)
    ihop_document_go (self->document, state->id);
}

/* Chosen, or pinned: what Compare would do is another thing. */
static void
variant_changed (IhopVariants *self)
{
  guint pinned = ihop_document_pinned (self->document);

  if (self->shown_pinned != pinned)
    fill (self);
  self->shown_pinned = pinned;
  gtk_button_set_label (GTK_BUTTON (self->compare), pinned ? _ ("Compare with the pinned") : _ ("Compare with now"));
  ihop_text_name (self->compare, gtk_button_get_label (GTK_BUTTON (self->compare)), NULL);
}

static void
named (GtkEntry *entry, gpointer data)
{
  IhopVariants *self = data;
  const IhopState *state = chosen (self);

  if (state && !ihop_document_name (self->document, state->id, gtk_editable_get_text (GTK_EDITABLE (entry))))
    ihop_document_tell (self->document, TRUE, _ ("Another variant has this name."));
}

/* The selected file, or the first one in which two variants differ. */
static guint
file_to_compare (IhopVariants *self, const IhopState *one, const IhopState *other)
{
  guint selected = ihop_document_selection (self->document)->file, n = ihop_document_n_files (self->document);

  for (guint i = 0; i < n; i++)
    {
      guint file = (selected + i) % n;
      if (!g_str_equal (ihop_snapshot_file (one->snapshot, file).text,
                        ihop_snapshot_file (other->snapshot, file).text))
        return file;
    }
  return selected;
}

/* "gemm.c — interchange …", where there are several files. Caller frees. */
static char *
title_in (IhopVariants *self, const IhopState *state, guint file)
{
  g_autofree char *title = title_of (state);
  g_autofree char *name = g_path_get_basename (ihop_snapshot_file (state->snapshot, file).path);

  return ihop_document_n_files (self->document) > 1 ? g_strdup_printf ("%s — %s", name, title)
                                                    : g_steal_pointer (&title);
}

static void
compare (IhopVariants *self)
{
  const IhopState *state = chosen (self);
  const IhopSession *session = ihop_document_session (self->document);
  guint pinned = ihop_document_pinned (self->document);
  const IhopState *other = pinned ? ihop_session_state (session, pinned) : ihop_session_current (session);

  if (state == NULL || other == NULL || state->snapshot == NULL || other->snapshot == NULL)
    return;
  const IhopState *first = pinned ? other : state, *second = pinned ? state : other;
  guint file = file_to_compare (self, first, second);
  g_autofree char *left = title_in (self, first, file);
  g_autofree char *right = title_in (self, second, file);
  ihop_diff_view_set (IHOP_DIFF_VIEW (self->diff), left, ihop_snapshot_file (first->snapshot, file).text,
                      right, ihop_snapshot_file (second->snapshot, file).text);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), "diff");
}

static void
asked (IhopVariants *self, const char *what)
{
  if (g_str_equal (what, "variants-compare"))
    compare (self);
  else if (g_str_equal (what, "variants-name"))
    gtk_widget_grab_focus (self->name);
}

static void
choose_at (GtkWidget *widget, double x, double y, gpointer data)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (GTK_LIST_BOX (widget), (int) y);

  if (row)
    gtk_list_box_select_row (GTK_LIST_BOX (widget), row);
}

/* ---- the widget ---- */

/* A list that goes away loses its rows, and says of the chosen one that it is chosen no more. */
static void
ihop_variants_dispose (GObject *object)
{
  IhopVariants *self = IHOP_VARIANTS (object);

  if (self->list)
    g_signal_handlers_disconnect_by_data (self->list, self);
  self->list = NULL;
  G_OBJECT_CLASS (ihop_variants_parent_class)->dispose (object);
}

static void
ihop_variants_finalize (GObject *object)
{
  g_array_unref (IHOP_VARIANTS (object)->ids);
  G_OBJECT_CLASS (ihop_variants_parent_class)->finalize (object);
}

static void
ihop_variants_class_init (IhopVariantsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_variants_dispose;
  G_OBJECT_CLASS (class)->finalize = ihop_variants_finalize;
}

static GtkWidget *
command_button (const char *label, const char *action, const char *tooltip)
{
  GtkWidget *button = ihop_button_new (label, tooltip, NULL, NULL);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  ihop_menu_explain (button);
  return button;
}

static GtkWidget *
make_bar (IhopVariants *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  GtkWidget *go = command_button (_ ("Go there"), "win.go-variant", NULL);
  GtkWidget *pin = command_button (_ ("Pin"), "win.pin-variant",
                                   _ ("Keeps the chosen variant for comparing: choose another one, then compare"));

  self->compare = command_button (_ ("Compare with now"), "win.compare-variants",
                                  _ ("The chosen variant beside the pinned one, or beside the current one"));
  self->name = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->name), _ ("Name it"));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->name), 8);
  gtk_widget_set_hexpand (self->name, TRUE);
  ihop_text_name (self->name, _ ("Name of the variant"), _ ("Enter sets it"));
  g_signal_connect (self->name, "activate", G_CALLBACK (named), self);
  gtk_widget_add_css_class (bar, "bar");
  ihop_box_wrap (bar, 6);
  gtk_box_append (GTK_BOX (bar), go);
  gtk_box_append (GTK_BOX (bar), pin);
  gtk_box_append (GTK_BOX (bar), self->compare);
  gtk_box_append (GTK_BOX (bar), self->name);
  return bar;
}

static void
ihop_variants_init (IhopVariants *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *left = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *nothing = ihop_label_new (_ ("Steps that were undone stay here as branches. Choose one to go "
                                          "back to it, name it, or compare it with the current text. "
                                          "Pin one to compare any other with it."),
                                       "dim");

  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
  self->list = gtk_list_box_new ();
  self->diff = ihop_diff_view_new ();
  self->pages = gtk_stack_new ();
  ihop_text_name (self->list, _ ("Variants"), _ ("The tree of steps"));
  gtk_widget_add_css_class (nothing, "card-body");
  gtk_widget_set_valign (nothing, GTK_ALIGN_START);
  gtk_stack_add_named (GTK_STACK (self->pages), nothing, "nothing");
  gtk_stack_add_named (GTK_STACK (self->pages), self->diff, "diff");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (paned, TRUE);
  gtk_box_append (GTK_BOX (left), make_bar (self));
  gtk_box_append (GTK_BOX (left), scrolled);
  gtk_paned_set_start_child (GTK_PANED (paned), left);
  gtk_paned_set_end_child (GTK_PANED (paned), self->pages);
  gtk_paned_set_position (GTK_PANED (paned), 400);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->pages), FALSE);
  gtk_box_append (GTK_BOX (self), paned);
  gtk_list_box_set_activate_on_single_click (GTK_LIST_BOX (self->list), FALSE);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (selected), self);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (activated), self);
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopVariants *self = g_object_new (IHOP_TYPE_VARIANTS, NULL);

  self->document = document;
  ihop_menu_attach (self->list, document, IHOP_MENU_VARIANT, choose_at, self);
  g_signal_connect_object (document, "variant", G_CALLBACK (variant_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "focus", G_CALLBACK (asked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "tree", G_CALLBACK (renew), self, G_CONNECT_SWAPPED);
  renew (self);
  selected (self);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_variants = {
  .name = "variants",
  .title = N_ ("Variants"),
  .key = "<Control>4",
  .place = IHOP_PLACE_BOTTOM,
  .create = create,
};
