#include "gui/window_state.h"
#include "gui/text.h"

struct _IhopWindowState
{
  GtkWindow *window;
  GtkWidget *panes[3];
  GKeyFile *file;
  char *path;
  double text;
};

#define GROUP "window"

static const char *const pane_names[] = { "left", "right", "bottom" };

static int
number (IhopWindowState *state, const char *name, int usual)
{
  g_autoptr (GError) error = NULL;
  int value = g_key_file_get_integer (state->file, GROUP, name, &error);

  return error ? usual : value;
}

static void
apply (IhopWindowState *state)
{
  int width = number (state, "width", 1280), height = number (state, "height", 800);

  gtk_window_set_default_size (state->window, CLAMP (width, 640, 8000), CLAMP (height, 400, 8000));
  if (number (state, "maximized", 0))
    gtk_window_maximize (state->window);
  for (guint i = 0; i < G_N_ELEMENTS (pane_names); i++)
    {
      int position = number (state, pane_names[i], 0);
      if (position > 50)
        gtk_paned_set_position (GTK_PANED (state->panes[i]), position);
    }
  if (number (state, "dark", 0))
    g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", TRUE, NULL);
  state->text = CLAMP (number (state, "text", 105), 60, 320) / 10.0;
}

IhopWindowState *
ihop_window_state_new (GtkWindow *window, GtkWidget *left, GtkWidget *right, GtkWidget *bottom)
{
  IhopWindowState *state = g_new0 (IhopWindowState, 1);

  state->window = window;
  state->panes[0] = left;
  state->panes[1] = right;
  state->panes[2] = bottom;
  state->file = g_key_file_new ();
  state->path = g_build_filename (g_get_user_state_dir (), "ihop", "window.ini", NULL);
  g_key_file_load_from_file (state->file, state->path, G_KEY_FILE_NONE, NULL);
  apply (state);
  return state;
}

void
ihop_window_state_free (IhopWindowState *state)
{
  g_key_file_unref (state->file);
  g_free (state->path);
  g_free (state);
}

/* What cannot be written is not missed. */
void
ihop_window_state_save (IhopWindowState *state)
{
  g_autofree char *folder = g_path_get_dirname (state->path);
  gboolean is_maximized = gtk_window_is_maximized (state->window);

  if (!is_maximized)
    {
      g_key_file_set_integer (state->file, GROUP, "width", gtk_widget_get_width (GTK_WIDGET (state->window)));
      g_key_file_set_integer (state->file, GROUP, "height",
                              gtk_widget_get_height (GTK_WIDGET (state->window)));
    }
  g_key_file_set_integer (state->file, GROUP, "maximized", is_maximized);
  for (guint i = 0; i < G_N_ELEMENTS (pane_names); i++)
    g_key_file_set_integer (state->file, GROUP, pane_names[i],
                            gtk_paned_get_position (GTK_PANED (state->panes[i])));
  g_key_file_set_integer (state->file, GROUP, "dark", ihop_text_is_dark ());
  g_key_file_set_integer (state->file, GROUP, "text", (int) (state->text * 10 + 0.5));
  g_mkdir_with_parents (folder, 0700);
  g_key_file_save_to_file (state->file, state->path, NULL);
}

double
ihop_window_state_text (const IhopWindowState *state)
{
  return state->text;
}

void
ihop_window_state_scale (IhopWindowState *state, int by)
{
  state->text = CLAMP (state->text + by, 6.0, 32.0);
}
