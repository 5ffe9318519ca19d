/* The window's frame: its bars, the places of its panes, and what others may ask of it (window.h). */
#include "gui/window.h"
#include "gui/commands.h"
#include "gui/explorer.h"
#include "gui/layout_report.h"
#include "gui/menu.h"
#include "gui/pane.h"
#include "gui/source_view.h"
#include "gui/welcome.h"
#include "gui/window_state.h"
#include "gui/wrap_layout.h"
#include "project/output.h"

struct _IhopWindow
{
  GtkApplicationWindow parent_instance;
  IhopDocument *document;
  GtkWidget *title, *subtitle, *spinner, *banner, *banner_box, *banner_label, *banner_close, *pages,
    *welcome_box, *explorer_box, *source_box, *right_box, *bottom_box, *undo_button, *redo_button, *generate_button, *port_button, *open_button,
    *left_paned, *right_paned, *bottom_paned;
  GtkWidget *explorer, *source;
  GtkWidget *stacks[2];    /* by IhopPlace */
  GtkWidget *whole[2];     /* toggles beside their tabs: the shown pane has the whole window */
  GtkWidget *menu_button;
  IhopWindowState *state;  /* sizes, kept from one start to the next */
  GtkCssProvider *text_size;
};

G_DEFINE_FINAL_TYPE (IhopWindow, ihop_window, GTK_TYPE_APPLICATION_WINDOW)

IhopDocument *
ihop_window_document (IhopWindow *window)
{
  return window->document;
}

/* ---- what the window itself shows ---- */

static void
set_title (IhopWindow *self, const char *title, const char *subtitle)
{
  g_autofree char *whole = g_strdup_printf ("%s — ihop", title);

  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->subtitle), subtitle);
  gtk_window_set_title (GTK_WINDOW (self), whole);
}

/* A CUDA source is all that is open. */
static void
show_cuda_title (IhopWindow *self)
{
  const IhopCudaSource *source = ihop_document_cuda (self->document);

  if (source == NULL)
    return;
  g_autofree char *name = g_path_get_basename (source->path);
  set_title (self, name, _ ("a CUDA source"));
}

static void
show_title (IhopWindow *self)
{
  const IhopSession *session = ihop_document_session (self->document);

  if (session == NULL)
    {
      show_cuda_title (self);
      return;
    }
  const char *project = ihop_document_project_path (self->document);
  g_autofree char *name = g_path_get_basename (project ? project : ihop_session_path (session, 0));
  guint n = ihop_session_n_files (session), steps = 0;
  for (const IhopState *state = ihop_session_current (session); state->parent; state = state->parent)
    steps++;
  g_autofree char *title = n == 1 || project ? g_strdup (name)
                                  : g_strdup_printf (_ ("%s and %u more"), name, n - 1);
  g_autofree char *subtitle
    = steps == 0 ? g_strdup (_ ("as you wrote it"))
                 : g_strdup_printf (g_dngettext (NULL, "after %u step", "after %u steps", steps), steps);
  set_title (self, title, subtitle);
}

static void
changed (IhopWindow *self)
{
  show_title (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), ihop_document_session (self->document)
                                    || ihop_document_cuda (self->document) ? "work" : "welcome");
  ihop_commands_update (self);
}

/* GTK's spinner tells assistive technology nothing. */
static void
busy (IhopWindow *self)
{
  gboolean is_busy = ihop_document_busy (self->document) > 0;

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_busy);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->spinner), GTK_ACCESSIBLE_STATE_BUSY, is_busy, -1);
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

/* ---- a pane for itself ---- */

/* What is not in one stack is hidden for as long as that one has the window. */
static void
show_places (IhopWindow *self)
{
  gboolean is_below = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->whole[IHOP_PLACE_BOTTOM]));
  gboolean is_beside = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->whole[IHOP_PLACE_RIGHT]));
  GtkPaned *bottom = GTK_PANED (self->bottom_paned);

  gtk_widget_set_visible (self->explorer_box, !is_below && !is_beside);
  gtk_widget_set_visible (self->source_box, !is_beside);
  gtk_widget_set_visible (gtk_paned_get_start_child (bottom), !is_below);
  gtk_widget_set_visible (gtk_paned_get_end_child (bottom), !is_beside);
}

static void
give_back (IhopWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->whole); i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->whole[i]), FALSE);
}

/* Without C beside it, its pane is all that there is to see. */
static void
cuda_came (IhopWindow *self)
{
  changed (self);
  if (ihop_document_session (self->document) == NULL)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->whole[IHOP_PLACE_BOTTOM]), TRUE);
}


/* Somebody goes to another part of the window. */
static void
give_back_unless (IhopWindow *self, guint place)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->whole); i++)
    if (i != place)
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->whole[i]), FALSE);
}

void
ihop_window_toggle_whole (IhopWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  IhopPlace place = focus && gtk_widget_is_ancestor (focus, self->stacks[IHOP_PLACE_RIGHT]) ? IHOP_PLACE_RIGHT
                                                                                           : IHOP_PLACE_BOTTOM;
  gboolean has = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (self->whole); i++)
    has |= gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->whole[i]));
  if (has)
    give_back (self);
  else
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->whole[place]), TRUE);
}

/* Said with the name of the pane that it is about. */
static void
name_whole (GtkStack *stack, GParamSpec *property, GtkWidget *button)
{
  GtkWidget *pane = gtk_stack_get_visible_child (stack);
  const char *title = pane ? gtk_stack_page_get_title (gtk_stack_get_page (stack, pane)) : "";
  g_autofree char *text = g_strdup_printf (_ ("Give this pane the whole window: %s"), title);

  ihop_text_name (button, text, NULL);
}

static GtkWidget *
whole_button_new (IhopWindow *self, GtkWidget *stack)
{
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_button_set_icon_name (GTK_BUTTON (button), "view-fullscreen-symbolic");
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (button, _ ("Give this pane the whole window, or give it back (F11)"));
  g_signal_connect_swapped (button, "toggled", G_CALLBACK (show_places), self);
  g_signal_connect_object (stack, "notify::visible-child", G_CALLBACK (name_whole), button, 0);
  return button;
}

/* ---- panes ---- */

/* "loop", "steps" …: a part of the window is asked for by the name of its pane. *stack: the number of the one that has it. NULL: none. */
static GtkWidget *
find_pane (IhopWindow *self, const char *name, guint *stack)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->stacks); i++)
    {
      GtkWidget *pane = gtk_stack_get_child_by_name (GTK_STACK (self->stacks[i]), name);
      *stack = i;
      if (pane)
        return pane;
    }
  return NULL;
}

static void
raise_pane (IhopWindow *self, const char *name)
{
  guint stack;
  GtkWidget *pane = find_pane (self, name, &stack);

  if (pane)
    {
      give_back_unless (self, stack);
      gtk_stack_set_visible_child (GTK_STACK (self->stacks[stack]), pane);
    }
}

void
ihop_window_show_pane (IhopWindow *self, const char *name)
{
  guint stack;
  GtkWidget *pane = find_pane (self, name, &stack);

  raise_pane (self, name);
  if (pane)
    gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

gboolean
ihop_window_shows_pane (IhopWindow *self, const char *name)
{
  guint stack;
  GtkWidget *pane = find_pane (self, name, &stack);

  return pane && gtk_widget_get_mapped (pane);
}

void
ihop_window_focus_source (IhopWindow *self)
{
  give_back (self);
  ihop_source_view_focus (self->source);
}

void
ihop_window_focus_explorer (IhopWindow *self)
{
  give_back (self);
  ihop_explorer_focus (self->explorer);
}

static void
make_stack (IhopWindow *self, IhopPlace place, GtkWidget *box)
{
  GtkWidget *stack = gtk_stack_new (), *switcher = gtk_stack_switcher_new ();
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (bar, "tabs");
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (stack));
  /* The place of a pane that is not shown is nobody's. */
  gtk_stack_set_hhomogeneous (GTK_STACK (stack), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (stack), FALSE);
  ihop_box_wrap (switcher, 0);
  gtk_widget_set_hexpand (switcher, TRUE);
  gtk_widget_set_vexpand (stack, TRUE);
  self->whole[place] = whole_button_new (self, stack);
  gtk_box_append (GTK_BOX (bar), switcher);
  gtk_box_append (GTK_BOX (bar), self->whole[place]);
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

/* ---- text size ---- */

static void
set_text_size (IhopWindow *self)
{
  g_autofree char *css = g_strdup_printf (".source { font-size: %.1fpt; }", ihop_window_state_text (self->state));

  gtk_css_provider_load_from_data (self->text_size, css, -1);
}

void
ihop_window_scale_text (IhopWindow *self, int by)
{
  ihop_window_state_scale (self->state, by);
  set_text_size (self);
}

/* ---- the menu ---- */

static GMenuModel *
menu_new (void)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint group = 0; group < IHOP_N_GROUPS; group++)
    {
      g_autoptr (GMenu) section = g_menu_new ();
      for (const IhopCommand *command = ihop_commands; command->name; command++)
        if (command->group == group)
          {
            g_autofree char *action = g_strconcat ("win.", command->name, NULL);
            g_menu_append (section, _ (command->label), action);
          }
      g_menu_append_submenu (menu, ihop_command_group_title (group), G_MENU_MODEL (section));
    }
  return G_MENU_MODEL (g_steal_pointer (&menu));
}

static void
make_menu (IhopWindow *self)
{
  g_autoptr (GMenuModel) menu = menu_new ();

  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->menu_button), menu);
  gtk_menu_button_set_primary (GTK_MENU_BUTTON (self->menu_button), TRUE);
  ihop_text_name (self->menu_button, _ ("Menu"), NULL);
}

/* ---- the widget ---- */

static gboolean
close_request (GtkWindow *window)
{
  ihop_window_state_save (IHOP_WINDOW (window)->state);
  return GTK_WINDOW_CLASS (ihop_window_parent_class)->close_request (window);
}

static void
ihop_window_dispose (GObject *object)
{
  g_clear_pointer (&IHOP_WINDOW (object)->state, ihop_window_state_free);
  ihop_document_close (IHOP_WINDOW (object)->document);
  G_OBJECT_CLASS (ihop_window_parent_class)->dispose (object);
}

/* Panes use the document until they are gone. */
static void
ihop_window_finalize (GObject *object)
{
  g_object_unref (IHOP_WINDOW (object)->document);
  g_object_unref (IHOP_WINDOW (object)->text_size);
  G_OBJECT_CLASS (ihop_window_parent_class)->finalize (object);
}

static void
ihop_window_class_init (IhopWindowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  GTK_WINDOW_CLASS (class)->close_request = close_request;
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
  CHILD (generate_button);
  CHILD (port_button);
  CHILD (open_button);
  CHILD (left_paned);
  CHILD (right_paned);
  CHILD (bottom_paned);
  CHILD (menu_button);
#undef CHILD
}

/* In a narrow window its words are shortened, but not to nothing. */
static void
let_shrink (GtkWidget *button)
{
  enum { LEAST_CHARS = 5 };
  GtkLabel *label = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));

  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (label, MIN (LEAST_CHARS, (int) g_utf8_strlen (gtk_label_get_text (label), -1)));
}

static void
ihop_window_init (IhopWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  let_shrink (self->open_button);
  let_shrink (self->port_button);
  let_shrink (self->generate_button);
  self->document = ihop_document_new ();
  self->explorer = ihop_explorer_new (self->document);
  self->source = ihop_source_view_new (self->document);
  gtk_box_append (GTK_BOX (self->explorer_box), self->explorer);
  gtk_box_append (GTK_BOX (self->source_box), self->source);
  make_panes (self);
  make_menu (self);
  self->text_size = gtk_css_provider_new ();
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (self->text_size),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 2);
  self->state = ihop_window_state_new (GTK_WINDOW (self), self->left_paned, self->right_paned,
                                       self->bottom_paned);
  set_text_size (self);
  ihop_text_name (self->undo_button, _ ("Undo"), NULL);
  ihop_text_name (self->redo_button, _ ("Redo"), NULL);
  ihop_menu_explain (self->undo_button);
  ihop_menu_explain (self->redo_button);
  ihop_menu_explain (self->generate_button);
  ihop_menu_explain (self->port_button);
  ihop_text_name (self->banner_close, _ ("Hide this message"), NULL);
  g_signal_connect_swapped (self->banner_close, "clicked", G_CALLBACK (hide_message), self);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "opened", G_CALLBACK (give_back), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "cuda", G_CALLBACK (cuda_came), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "focus", G_CALLBACK (raise_pane), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "tree", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "busy", G_CALLBACK (busy), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "message", G_CALLBACK (message), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "selection", G_CALLBACK (ihop_commands_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "busy", G_CALLBACK (ihop_commands_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "device", G_CALLBACK (ihop_commands_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "variant", G_CALLBACK (ihop_commands_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "proposed", G_CALLBACK (proposed), self,
                           G_CONNECT_SWAPPED);
}

IhopWindow *
ihop_window_new (GtkApplication *application)
{
  IhopWindow *self = g_object_new (IHOP_TYPE_WINDOW, "application", application, NULL);

  ihop_commands_install (self);
  ihop_layout_report_offer (GTK_WINDOW (self));
  gtk_box_append (GTK_BOX (self->welcome_box), ihop_welcome_new (self));
  changed (self);
  return self;
}
