#include "gui/menu.h"
#include "gui/commands.h"
#include "gui/pane.h"
#include "gui/trials.h"
#include "gui/widgets.h"
#include <string.h>

/* What a widget with a menu knows; lives as long as the widget. */
typedef struct
{
  GtkWidget *widget;
  IhopDocument *document;
  guint kinds;
  IhopMenuChoose choose;
  gpointer data;
  GtkWidget *popover;      /* while it is open; else NULL */
  GtkWidget *steps;        /* box of the popover */
  IhopTrials *trials;
  guint file;
} Menu;

#define KEY "ihop-menu"

/* ---- closing ---- */

static gboolean
drop (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* The button that was pressed is still at work when this comes. */
static void
closed (GtkPopover *popover, Menu *menu)
{
  g_clear_pointer (&menu->trials, ihop_trials_free);
  if (menu->popover == NULL)
    return;
  menu->popover = NULL;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop, g_object_ref (popover), g_object_unref);
}

static void
close_menu (Menu *menu)
{
  if (menu->popover)
    gtk_popover_popdown (GTK_POPOVER (menu->popover));
}

/* ---- rows ---- */

static GtkWidget *
row_new (const char *label, const char *hint, const char *obstacle, GCallback pressed, Menu *menu)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *name = gtk_label_new (label), *more = gtk_label_new (hint);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (more, "dim");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), more);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "menu-row");
  gtk_widget_set_sensitive (button, obstacle == NULL);
  gtk_widget_set_tooltip_text (button, obstacle);
  ihop_text_name (button, label, obstacle);
  g_signal_connect (button, "clicked", pressed, menu);
  return button;
}

static void
command_pressed (GtkButton *button, gpointer data)
{
  Menu *menu = data;
  GtkRoot *window = gtk_widget_get_root (menu->widget);
  const char *action = g_object_get_data (G_OBJECT (button), "ihop-action");

  close_menu (menu);
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
}

static void
add_commands (Menu *menu, GtkWidget *box)
{
  IhopWindow *window = IHOP_WINDOW (gtk_widget_get_root (menu->widget));

  for (const IhopCommand *command = ihop_commands; command->name; command++)
    {
      if (!(command->menus & menu->kinds))
        continue;
      g_autofree char *keys = ihop_command_keys (command->key);
      GtkWidget *row = row_new (_ (command->label), keys, ihop_command_obstacle (command, window),
                                G_CALLBACK (command_pressed), menu);
      g_object_set_data (G_OBJECT (row), "ihop-action", (gpointer) command->name);
      gtk_box_append (GTK_BOX (box), row);
    }
}

/* ---- steps ---- */

static void
step_pressed (GtkButton *button, gpointer data)
{
  Menu *menu = data;
  guint number = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ihop-number"));
  g_autofree char *step = ihop_form_step (ihop_trials_form (menu->trials, number));
  guint file = menu->file;
  IhopDocument *document = menu->document;

  close_menu (menu);
  ihop_document_try (document, file, step, FALSE);
}

static void
show_step (Menu *menu, GtkWidget *row, guint number)
{
  const IhopForm *form = ihop_trials_form (menu->trials, number);
  IhopTrialState state = ihop_trials_state (menu->trials, number);
  const char *reason = ihop_trials_reason (menu->trials, number);
  gboolean is_legal = form->obstacle == NULL && state == IHOP_TRIAL_LEGAL;
  GtkWidget *hint = gtk_widget_get_last_child (gtk_button_get_child (GTK_BUTTON (row)));
  g_autofree char *tooltip = reason ? g_strdup_printf ("%s\n%s", form->summary, reason)
                                    : g_strdup (form->summary);
  const char *word = form->obstacle                ? _ ("does not fit here")
                     : state == IHOP_TRIAL_LEGAL   ? _ ("can be taken")
                     : state == IHOP_TRIAL_REFUSED ? _ ("refused")
                                                   : _ ("not tried yet");
  g_autofree char *spoken = g_strdup_printf ("%s: %s", form->name, word);

  gtk_label_set_text (GTK_LABEL (hint), word);
  gtk_widget_set_sensitive (row, is_legal);
  gtk_widget_set_tooltip_text (row, tooltip);
  ihop_text_name (row, spoken, tooltip);
}

static void
tried (IhopTrials *trials, guint number, gpointer data)
{
  Menu *menu = data;
  GtkWidget *row;

  if (menu->popover == NULL)
    return;
  for (guint i = 0; number == G_MAXUINT && i < ihop_trials_n (trials); i++)
    {
      row = row_new (ihop_trials_form (trials, i)->name, NULL, NULL, G_CALLBACK (step_pressed), menu);
      g_object_set_data (G_OBJECT (row), "ihop-number", GUINT_TO_POINTER (i));
      gtk_box_append (GTK_BOX (menu->steps), row);
      show_step (menu, row, i);
    }
  if (number == G_MAXUINT)
    return;
  row = gtk_widget_get_first_child (menu->steps);
  for (guint i = 0; row && i < number; i++)
    row = gtk_widget_get_next_sibling (row);
  if (row)
    show_step (menu, row, number);
}

static void
add_steps (Menu *menu, GtkWidget *box, const IhopSelection *selection)
{
  GtkWidget *heading = ihop_label_new (_ ("Steps"), "heading-small");

  gtk_widget_set_margin_start (heading, 8);
  gtk_widget_set_margin_top (heading, 6);
  menu->steps = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  menu->file = selection->file;
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), menu->steps);
  menu->trials = ihop_trials_new (menu->document, selection->file, selection->address, selection->first_line,
                                  tried, menu);
}

/* ---- opening ---- */

static GtkWidget *
box_around (GtkWidget *widget)
{
  while (gtk_widget_get_layout_manager (widget) == NULL) /* only those give a popover its place */
    widget = gtk_widget_get_parent (widget);
  return widget;
}

static GtkWidget *
fill (Menu *menu)
{
  const IhopSelection *selection = ihop_document_selection (menu->document);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new ();
  const char *what = selection->address ? selection->address : selection->function;

  if ((menu->kinds & IHOP_MENU_LOOP) && what)
    {
      GtkWidget *heading = ihop_label_new (what, "heading-small");
      gtk_widget_set_margin_start (heading, 8);
      gtk_box_append (GTK_BOX (box), heading);
    }
  add_commands (menu, box);
  if ((menu->kinds & IHOP_MENU_LOOP) && selection->address && ihop_document_snapshot (menu->document))
    add_steps (menu, box, selection);
  g_object_set (scrolled, "hscrollbar-policy", GTK_POLICY_NEVER, "propagate-natural-height", TRUE,
                "max-content-height", 460, "child", box, NULL);
  return scrolled;
}

/* x < 0: by the keyboard. */
static void
open_menu (Menu *menu, double x, double y)
{
  GtkWidget *around = box_around (menu->widget);
  double at_x = 0, at_y = 0;

  if (ihop_document_n_files (menu->document) == 0 || menu->popover)
    return;
  if (x >= 0 && menu->choose)
    menu->choose (menu->widget, x, y, menu->data);
  menu->popover = gtk_popover_new ();
  ihop_text_name (menu->popover, _ ("What can be done here"), NULL);
  gtk_widget_add_css_class (menu->popover, "menu");
  gtk_widget_set_parent (menu->popover, around);
  gtk_popover_set_child (GTK_POPOVER (menu->popover), fill (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (menu->popover), FALSE);
  gtk_widget_translate_coordinates (menu->widget, around, x < 0 ? 40 : x, x < 0 ? 40 : y, &at_x, &at_y);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu->popover), &(GdkRectangle) { (int) at_x, (int) at_y, 1, 1 });
  g_signal_connect (menu->popover, "closed", G_CALLBACK (closed), menu);
  gtk_popover_popup (GTK_POPOVER (menu->popover));
}

static void
pressed (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (data, x, y);
}

static gboolean
has_menu (GtkWidget *widget)
{
  for (; widget; widget = gtk_widget_get_parent (widget))
    if (g_object_get_data (G_OBJECT (widget), KEY))
      return TRUE;
  return FALSE;
}

void
ihop_menu_open (GtkWidget *window)
{
  GtkWidget *at = gtk_root_get_focus (GTK_ROOT (window));
  Menu *menu = NULL;

  if (at == NULL || !has_menu (at))
    {
      ihop_window_focus_source (IHOP_WINDOW (window));
      at = gtk_root_get_focus (GTK_ROOT (window));
    }
  for (; at && menu == NULL; at = gtk_widget_get_parent (at))
    menu = g_object_get_data (G_OBJECT (at), KEY);
  if (menu)
    open_menu (menu, -1, -1);
}

/* ---- attaching ---- */

static void
menu_free (gpointer data)
{
  Menu *menu = data;

  ihop_trials_free (menu->trials);
  g_free (menu);
}

/* Before the widget goes away: what is told to the popover later would find no menu. */
static void
gone (GtkWidget *widget, Menu *menu)
{
  GtkWidget *popover = g_steal_pointer (&menu->popover);

  g_clear_pointer (&menu->trials, ihop_trials_free);
  if (popover)
    g_signal_handlers_disconnect_by_data (popover, menu);
}

void
ihop_menu_attach (GtkWidget *widget, IhopDocument *document, guint kinds, IhopMenuChoose choose,
                  gpointer data)
{
  Menu *menu = g_new0 (Menu, 1);
  GtkGesture *click = gtk_gesture_click_new ();

  *menu = (Menu) { .widget = widget, .document = document, .kinds = kinds, .choose = choose, .data = data };
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), menu);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (widget, "destroy", G_CALLBACK (gone), menu);
  g_object_set_data_full (G_OBJECT (widget), KEY, menu, menu_free);
}

/* ---- why a button cannot be pressed ---- */

static const char *
obstacle_of (const char *action, IhopWindow *window)
{
  for (const IhopCommand *command = ihop_commands; action && command->name; command++)
    if (g_str_has_prefix (action, "win.") && g_str_equal (action + strlen ("win."), command->name))
      return ihop_command_obstacle (command, window);
  return NULL;
}

/* FALSE: the usual tooltip is shown. */
static gboolean
explain (GtkWidget *button, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, gpointer data)
{
  const char *obstacle = obstacle_of (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)),
                                      IHOP_WINDOW (gtk_widget_get_root (button)));

  if (obstacle)
    gtk_tooltip_set_text (tooltip, obstacle);
  return obstacle != NULL;
}

void
ihop_menu_explain (GtkWidget *button)
{
  gtk_widget_set_has_tooltip (button, TRUE);
  g_signal_connect (button, "query-tooltip", G_CALLBACK (explain), NULL);
}
