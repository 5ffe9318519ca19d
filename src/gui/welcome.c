#include "gui/welcome.h"
#include "gui/opening.h"
#include "gui/widgets.h"

#define MOST_RECENT 6

static void
open_recent (GtkButton *button, gpointer data)
{
  const char *const paths[] = { g_object_get_data (G_OBJECT (button), "ihop-path"), NULL };

  ihop_opening_paths (data, paths, NULL);
}

static GtkWidget *
recent_new (IhopWindow *window, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *button = gtk_button_new ();
  GtkWidget *where = gtk_label_new (folder);

  gtk_label_set_ellipsize (GTK_LABEL (where), PANGO_ELLIPSIZE_START);
  gtk_widget_add_css_class (where, "dim");
  gtk_box_append (GTK_BOX (box), gtk_label_new (name));
  gtk_box_append (GTK_BOX (box), where);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, path);
  ihop_text_name (button, name, path);
  g_object_set_data_full (G_OBJECT (button), "ihop-path", g_strdup (path), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (open_recent), window);
  return button;
}

static void
add_recent (GtkWidget *box, IhopWindow *window)
{
  GList *all = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  guint n = 0;

  for (GList *at = all; at && n < MOST_RECENT; at = at->next)
    {
      g_autofree char *path = g_filename_from_uri (gtk_recent_info_get_uri (at->data), NULL, NULL);
      if (path == NULL || !gtk_recent_info_has_application (at->data, "ihop")
          || !g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      if (n++ == 0)
        gtk_box_append (GTK_BOX (box), ihop_label_new (_ ("Go on with"), "heading-small"));
      gtk_box_append (GTK_BOX (box), recent_new (window, path));
    }
  g_list_free_full (all, (GDestroyNotify) gtk_recent_info_unref);
}

static GtkWidget *
action_button (const char *label, const char *help, const char *action, gboolean is_first)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *name = gtk_label_new (label), *text = gtk_label_new (help);

  gtk_widget_add_css_class (name, "heading-small");
  gtk_widget_add_css_class (text, is_first ? "welcome-help" : "dim");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), text);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "welcome-button");
  if (is_first)
    gtk_widget_add_css_class (button, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  ihop_text_name (button, label, help);
  return button;
}

GtkWidget *
ihop_welcome_new (IhopWindow *window)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *title = gtk_label_new (_ ("See what can run in parallel, and why the rest cannot"));
  GtkWidget *text = gtk_label_new (
    _ ("Open your C. Every loop gets a verdict with a proof or with two iterations that collide. Choose what "
       "runs on the GPU, transform what does not, and get CUDA that reads as if you had written it."));

  gtk_widget_add_css_class (title, "title-1");
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 70);
  gtk_widget_set_margin_bottom (text, 10);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box),
                  action_button (_ ("Try the example"),
                                 _ ("A matrix product from PolyBench: mark it for the GPU, generate, look"),
                                 "win.open-example", TRUE));
  gtk_box_append (GTK_BOX (box), action_button (_ ("Open files or a project…"),
                                                _ ("C files, an .ihop project, or compile_commands.json"),
                                                "win.open", FALSE));
  gtk_box_append (GTK_BOX (box), action_button (_ ("Open a folder…"), _ ("All C files in it"),
                                                "win.open-folder", FALSE));
  add_recent (box, window);
  gtk_widget_add_css_class (box, "welcome");
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}
