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

/* Of the first the start has its size, of the others the end: so much it is larger than it must be. */
static const struct { const char *name; gboolean is_end; int usual; } panes[]
  = { { "left", FALSE, 280 }, { "right-end", TRUE, 190 }, { "bottom-end", TRUE, 125 } };

static int
number (IhopWindowState *state, const char *name, int usual)
{
  g_autoptr (GError) error = NULL;
  int value = g_key_file_get_integer (state->file, GROUP, name, &error);

  return error ? usual : value;
}

/* How large it may be is known as soon as it has a place in the window. */
static void
placed (GtkPaned *paned, GParamSpec *property, gpointer data)
{
  int most;

  g_object_get (paned, "max-position", &most, NULL);
  if (most <= 0 || most == G_MAXINT)
    return;
  g_signal_handlers_disconnect_by_func (paned, placed, data);
  gtk_paned_set_position (paned, MAX (most - GPOINTER_TO_INT (data), 0));
}

static void
apply_pane (IhopWindowState *state, guint i)
{
  int size = MAX (number (state, panes[i].name, panes[i].usual), 0);

  if (panes[i].is_end)
    g_signal_connect (state->panes[i], "notify::max-position", G_CALLBACK (placed), GINT_TO_POINTER (size));
  else if (size > 50)
    gtk_paned_set_position (GTK_PANED (state->panes[i]), size);
}

static void
save_pane (IhopWindowState *state, guint i)
{
  int most, position = gtk_paned_get_position (GTK_PANED (state->panes[i]));

  g_object_get (state->panes[i], "max-position", &most, NULL);
  if (most != G_MAXINT)
    g_key_file_set_integer (state->file, GROUP, panes[i].name, panes[i].is_end ? most - position : position);
}

static void
apply (IhopWindowState *state)
{
  int width = number (state, "width", 1280), height = number (state, "height", 800);

  gtk_window_set_default_size (state->window, CLAMP (width, 640, 8000), CLAMP (height, 400, 8000));
  if (number (state, "maximized", 0))
    gtk_window_maximize (state->window);
  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    apply_pane (state, i);
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
  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    save_pane (state, i);
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
