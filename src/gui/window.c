#include "gui/window.h"
#include "gui/commands.h"
#include "gui/explorer.h"
#include "gui/pane.h"
#include "gui/source_view.h"

struct _IhopWindow
{
  GtkApplicationWindow parent_instance;
  IhopDocument *document;
  GtkWidget *title, *subtitle, *spinner, *banner, *banner_box, *banner_label, *banner_close, *pages,
    *welcome_box, *explorer_box, *source_box, *right_box, *bottom_box, *undo_button, *redo_button,
    *left_paned, *right_paned, *bottom_paned;
  GtkWidget *explorer, *source;
  GtkWidget *stacks[2];    /* by IhopPlace */
};

G_DEFINE_FINAL_TYPE (IhopWindow, ihop_window, GTK_TYPE_APPLICATION_WINDOW)

IhopDocument *
ihop_window_document (IhopWindow *window)
{
  return window->document;
}

/* ---- what the window itself shows ---- */

static void
show_title (IhopWindow *self)
{
  const IhopSession *session = ihop_document_session (self->document);

  if (session == NULL || ihop_session_n_files (session) == 0)
    return;
  g_autofree char *name = g_path_get_basename (ihop_session_path (session, 0));
  guint n = ihop_session_n_files (session), steps = 0;
  for (const IhopState *state = ihop_session_current (session); state->parent; state = state->parent)
    steps++;
  g_autofree char *title = n == 1 ? g_strdup (name)
                                  : g_strdup_printf (_ ("%s and %u more"), name, n - 1);
  g_autofree char *subtitle
    = steps == 0 ? g_strdup (_ ("as you wrote it"))
                 : g_strdup_printf (g_dngettext (NULL, "after %u step", "after %u steps", steps), steps);
  g_autofree char *window_title = g_strdup_printf ("%s — ihop", title);
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->subtitle), subtitle);
  gtk_window_set_title (GTK_WINDOW (self), window_title);
}

static void
changed (IhopWindow *self)
{
  show_title (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages),
                                    ihop_document_session (self->document) ? "work" : "welcome");
  ihop_commands_update (self);
}

static void
busy (IhopWindow *self)
{
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), ihop_document_busy (self->document) > 0);
}

static void
message (IhopWindow *self, const char *text, gboolean is_bad)
{
  gtk_label_set_text (GTK_LABEL (self->banner_label), text);
  gtk_widget_remove_css_class (self->banner_box, is_bad ? "banner-info" : "banner-bad");
  gtk_widget_add_css_class (self->banner_box, is_bad ? "banner-bad" : "banner-info");
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), TRUE);
}

static void
hide_message (IhopWindow *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), FALSE);
}

/* ---- panes ---- */

void
ihop_window_show_pane (IhopWindow *self, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->stacks); i++)
    {
      GtkWidget *pane = gtk_stack_get_child_by_name (GTK_STACK (self->stacks[i]), name);
      if (pane == NULL)
        continue;
      gtk_stack_set_visible_child (GTK_STACK (self->stacks[i]), pane);
      gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
    }
}

void
ihop_window_focus_source (IhopWindow *self)
{
  ihop_source_view_focus (self->source);
}

void
ihop_window_focus_explorer (IhopWindow *self)
{
  ihop_explorer_focus (self->explorer);
}

static void
make_stack (IhopWindow *self, IhopPlace place, GtkWidget *box)
{
  GtkWidget *stack = gtk_stack_new (), *switcher = gtk_stack_switcher_new ();
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (bar, "tabs");
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (stack));
  gtk_widget_set_vexpand (stack, TRUE);
  gtk_box_append (GTK_BOX (bar), switcher);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), stack);
  self->stacks[place] = stack;
}

static void
make_panes (IhopWindow *self)
{
  make_stack (self, IHOP_PLACE_BOTTOM, self->bottom_box);
  make_stack (self, IHOP_PLACE_RIGHT, self->right_box);
  for (guint i = 0; ihop_panes[i]; i++)
    gtk_stack_add_titled (GTK_STACK (self->stacks[ihop_panes[i]->place]),
                          ihop_panes[i]->create (self->document), ihop_panes[i]->name,
                          _ (ihop_panes[i]->title));
}

/* What was tried is looked at below the source, without taking the keyboard away. */
static void
proposed (IhopWindow *self)
{
  if (ihop_document_proposal (self->document))
    gtk_stack_set_visible_child_name (GTK_STACK (self->stacks[IHOP_PLACE_BOTTOM]), "preview");
  ihop_commands_update (self);
}

/* ---- the widget ---- */

static void
ihop_window_dispose (GObject *object)
{
  ihop_document_close (IHOP_WINDOW (object)->document);
  G_OBJECT_CLASS (ihop_window_parent_class)->dispose (object);
}

/* Panes use the document until they are gone. */
static void
ihop_window_finalize (GObject *object)
{
  g_object_unref (IHOP_WINDOW (object)->document);
  G_OBJECT_CLASS (ihop_window_parent_class)->finalize (object);
}

static void
ihop_window_class_init (IhopWindowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ihop_window_dispose;
  G_OBJECT_CLASS (class)->finalize = ihop_window_finalize;
  gtk_widget_class_set_template_from_resource (widget, "/org/ihop/gui/window.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget, IhopWindow, name)
  CHILD (title);
  CHILD (subtitle);
  CHILD (spinner);
  CHILD (banner);
  CHILD (banner_box);
  CHILD (banner_label);
  CHILD (banner_close);
  CHILD (pages);
  CHILD (welcome_box);
  CHILD (explorer_box);
  CHILD (source_box);
  CHILD (right_box);
  CHILD (bottom_box);
  CHILD (undo_button);
  CHILD (redo_button);
  CHILD (left_paned);
  CHILD (right_paned);
  CHILD (bottom_paned);
#undef CHILD
}

static void
ihop_window_init (IhopWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->document = ihop_document_new ();
  self->explorer = ihop_explorer_new (self->document);
  self->source = ihop_source_view_new (self->document);
  gtk_box_append (GTK_BOX (self->explorer_box), self->explorer);
  gtk_box_append (GTK_BOX (self->source_box), self->source);
  make_panes (self);
  ihop_text_name (self->undo_button, _ ("Undo"), NULL);
  ihop_text_name (self->redo_button, _ ("Redo"), NULL);
  ihop_text_name (self->banner_close, _ ("Hide this message"), NULL);
  g_signal_connect_swapped (self->banner_close, "clicked", G_CALLBACK (hide_message), self);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "busy", G_CALLBACK (busy), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "message", G_CALLBACK (message), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "selection", G_CALLBACK (ihop_commands_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "proposed", G_CALLBACK (proposed), self,
                           G_CONNECT_SWAPPED);
}

IhopWindow *
ihop_window_new (GtkApplication *application)
{
  IhopWindow *self = g_object_new (IHOP_TYPE_WINDOW, "application", application, NULL);

  ihop_commands_install (self);
  changed (self);
  return self;
}
