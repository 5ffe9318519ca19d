/* All commands in one list: type a few letters, press Enter. What cannot be done now says why. */
#include "gui/commands.h"
#include "gui/dialogs.h"
#include "gui/pane.h"
#include <string.h>

#define IHOP_TYPE_PALETTE (ihop_palette_get_type ())
G_DECLARE_FINAL_TYPE (IhopPalette, ihop_palette, IHOP, PALETTE, GtkWindow)

struct _IhopPalette
{
  GtkWindow parent_instance;
  IhopWindow *window;
  GtkWidget *search, *list;
};

G_DEFINE_FINAL_TYPE (IhopPalette, ihop_palette, GTK_TYPE_WINDOW)

/* ---- rows ---- */

static void
add_row (IhopPalette *self, const char *action, const char *label, const char *keys, const char *obstacle)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *row = gtk_list_box_row_new ();
  GtkWidget *name = gtk_label_new (label), *key;
  g_autofree char *text = ihop_command_keys (keys);

  key = gtk_label_new (obstacle ? obstacle : text);
  gtk_widget_add_css_class (key, "dim");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), key);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "ihop-action", g_strdup (action), g_free);
  g_object_set_data_full (G_OBJECT (row), "ihop-label", g_utf8_casefold (label, -1), g_free);
  gtk_widget_set_sensitive (row, obstacle == NULL);
  gtk_widget_set_tooltip_text (row, obstacle);
  ihop_text_name (row, label, obstacle);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
fill (IhopPalette *self)
{
  for (const IhopCommand *command = ihop_commands; command->name; command++)
    if (command->run != ihop_dialog_palette)
      {
        g_autofree char *label = g_strdup_printf (
          "%s: %s", ihop_command_group_title (command->group), _ (command->label));
        add_row (self, command->name, label, command->key,
                 ihop_command_obstacle (command, self->window));
      }
  for (guint i = 0; ihop_panes[i]; i++)
    {
      g_autofree char *label = g_strdup_printf (_ ("View: show “%s”"), _ (ihop_panes[i]->title));
      g_autofree char *action = g_strconcat ("show-", ihop_panes[i]->name, NULL);
      add_row (self, action, label, ihop_panes[i]->key, NULL);
    }
}

/* Every word that was typed stands somewhere in the label. */
static gboolean
fits (GtkListBoxRow *row, gpointer data)
{
  IhopPalette *self = data;
  g_autofree char *typed = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_auto (GStrv) words = g_strsplit (typed, " ", -1);

  for (guint i = 0; words[i]; i++)
    if (strstr (g_object_get_data (G_OBJECT (row), "ihop-label"), words[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* ---- choosing ---- */

static void
run (IhopPalette *self, GtkListBoxRow *row)
{
  g_autofree char *action = g_strdup (g_object_get_data (G_OBJECT (row), "ihop-action"));
  IhopWindow *window = self->window;

  gtk_window_destroy (GTK_WINDOW (self));
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
}

static void
activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  run (data, row);
}

static GtkListBoxRow *
next_fitting (IhopPalette *self, int from, int by)
{
  for (int i = from;; i += by)
    {
      GtkListBoxRow *row = i < 0 ? NULL : gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i);
      if (row == NULL || (gtk_widget_get_child_visible (GTK_WIDGET (row))
                          && gtk_widget_is_sensitive (GTK_WIDGET (row))))
        return row;
    }
}

static void
typed (IhopPalette *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), next_fitting (self, 0, 1));
}

static void
entered (IhopPalette *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (row)
    run (self, row);
}

/* The arrows move in the list while one types. */
static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  IhopPalette *self = data;
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  int at = row ? gtk_list_box_row_get_index (row) : -1;

  if (key == GDK_KEY_Escape)
    gtk_window_destroy (GTK_WINDOW (self));
  else if (key == GDK_KEY_Down || key == GDK_KEY_Up)
    {
      GtkListBoxRow *next = next_fitting (self, key == GDK_KEY_Down ? at + 1 : at - 1,
                                          key == GDK_KEY_Down ? 1 : -1);
      if (next)
        gtk_list_box_select_row (GTK_LIST_BOX (self->list), next);
    }
  else
    return FALSE;
  return TRUE;
}

/* ---- the widget ---- */

static void
ihop_palette_class_init (IhopPaletteClass *class)
{
}

static void
ihop_palette_init (IhopPalette *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scrolled = gtk_scrolled_window_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->search = gtk_search_entry_new ();
  self->list = gtk_list_box_new ();
  g_object_set (self->search, "placeholder-text", _ ("What shall be done?"), NULL);
  ihop_text_name (self->search, _ ("Search commands"), NULL);
  ihop_text_name (self->list, _ ("Commands"), NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_margin_start (self->search, 6);
  gtk_widget_set_margin_end (self->search, 6);
  gtk_widget_set_margin_top (self->search, 6);
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_default_size (GTK_WINDOW (self), 640, 420);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_title (GTK_WINDOW (self), _ ("All commands"));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (self->search, "changed", G_CALLBACK (typed), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (entered), self);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (activated), self);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), fits, self, NULL);
}

void
ihop_dialog_palette (IhopWindow *window)
{
  IhopPalette *self = g_object_new (IHOP_TYPE_PALETTE, "transient-for", window, NULL);

  self->window = window;
  fill (self);
  typed (self);
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (self->search);
}
