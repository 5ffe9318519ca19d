#include "gui/widgets.h"
#include "gui/shaded_view.h"

void
ihop_box_clear (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
}

GtkWidget *
ihop_label_new (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_focusable (label, FALSE);
  if (style)
    gtk_widget_add_css_class (label, style);
  return label;
}

GtkWidget *
ihop_button_new (const char *label, const char *tooltip, GCallback clicked, gpointer data)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (button, tooltip);
  ihop_text_name (button, label, tooltip);
  if (clicked)
    g_signal_connect (button, "clicked", clicked, data);
  return button;
}

void
ihop_widget_set_old (GtkWidget *widget, gboolean is_old)
{
  if (is_old)
    gtk_widget_add_css_class (widget, "old");
  else
    gtk_widget_remove_css_class (widget, "old");
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_BUSY, is_old, -1);
}

/* ---- text ---- */

static void
set_scheme (GtkSettings *settings, GParamSpec *property, GtkSourceBuffer *buffer)
{
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (
    buffer, gtk_source_style_scheme_manager_get_scheme (
              manager, ihop_text_is_dark () ? "Adwaita-dark" : "Adwaita"));
}

void
ihop_text_buffer_follow_style (GtkSourceBuffer *buffer)
{
  set_scheme (NULL, NULL, buffer);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme",
                           G_CALLBACK (set_scheme), buffer, 0);
}

GtkWidget *
ihop_text_view_new (const char *name, GtkSourceView **view)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  g_autoptr (GtkSourceBuffer) buffer
    = gtk_source_buffer_new_with_language (gtk_source_language_manager_get_language (languages, "c"));
  GtkWidget *text = ihop_shaded_view_new (buffer);

  ihop_text_buffer_follow_style (buffer);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (text), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (text), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (text), 6);
  gtk_widget_add_css_class (text, "source");
  ihop_text_name (text, name, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), text);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  if (view)
    *view = GTK_SOURCE_VIEW (text);
  return scrolled;
}

void
ihop_widget_set_class (GtkWidget *widget, const char *class, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, class);
  else
    gtk_widget_remove_css_class (widget, class);
}

void
ihop_dialog_close_by_escape (GtkWindow *dialog)
{
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (GTK_WIDGET (dialog), shortcuts);
}
