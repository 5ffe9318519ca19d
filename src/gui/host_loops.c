#include "gui/host_loops.h"
#include "gui/text.h"
#include "gui/widgets.h"

GtkWidget *
ihop_host_loops_new (void)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new (), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_set_size_request (list, 420, -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  g_object_set_data (G_OBJECT (button), "ihop-host-loops", list);
  gtk_widget_set_visible (button, FALSE);
  return button;
}

void
ihop_host_loops_show (GtkWidget *button, const GPtrArray *sentences)
{
  GtkWidget *list = g_object_get_data (G_OBJECT (button), "ihop-host-loops");
  guint n = sentences ? sentences->len : 0;

  ihop_box_clear (list);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *label = ihop_label_new (sentences->pdata[i], NULL);
      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_box_append (GTK_BOX (list), label);
    }
  g_autofree char *text = g_strdup_printf (g_dngettext (NULL, "%u loop stays on the host", "%u loops stay on the host", n), n);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), text);
  gtk_widget_set_tooltip_text (button, _ ("Which loops those are, and why"));
  ihop_text_name (button, text, _ ("Which loops those are, and why"));
  gtk_widget_set_visible (button, n > 0);
}
