#include "gui/window_state.h"
#include "gui/text.h"

/* Between two parts of the window. What its owner has given the one part stays what they want, whatever place there is. */
typedef struct
{
  GtkPaned *paned;
  gboolean is_end;         /* the end has its own size, else the start */
  int wanted;              /* pixels; of the end with the handle */
  int most;                /* how far the handle could go when this was last looked at */
} Divider;

#define N_DIVIDERS 3

struct _IhopWindowState
{
  GtkWindow *window;
  Divider dividers[N_DIVIDERS];
  GKeyFile *file;
  char *path;
  double text;
};

#define GROUP "window"

static const struct { const char *name; gboolean is_end; int usual; } panes[N_DIVIDERS]
  = { { "left", FALSE, 280 }, { "right-size", TRUE, 490 }, { "bottom-size", TRUE, 300 } };

static int
number (IhopWindowState *state, const char *name, int usual)
{
  g_autoptr (GError) error = NULL;
  int value = g_key_file_get_integer (state->file, GROUP, name, &error);

  return error ? usual : value;
}

static int
length (const Divider *divider)
{
  GtkWidget *widget = GTK_WIDGET (divider->paned);

  return gtk_orientable_get_orientation (GTK_ORIENTABLE (widget)) == GTK_ORIENTATION_HORIZONTAL
           ? gtk_widget_get_width (widget)
           : gtk_widget_get_height (widget);
}

/* Where the handle has to be. FALSE: there is no place yet. */
static gboolean
find_place (const Divider *divider, int *position, int *most)
{
  int least, wanted = divider->is_end ? length (divider) - divider->wanted : divider->wanted;

  g_object_get (divider->paned, "min-position", &least, "max-position", most, NULL);
  *position = CLAMP (wanted, least, MAX (*most, least));
  return *most > 0 && *most < G_MAXINT;
}

/* The window has another size, or a part needs more. */
static void
place (GtkPaned *paned, GParamSpec *property, gpointer data)
{
  Divider *divider = data;
  int position;

  if (find_place (divider, &position, &divider->most))
    gtk_paned_set_position (paned, position);
}

/* By the owner, unless it had to be there, or the place itself has changed: then it was us, or GTK. */
static void
moved (GtkPaned *paned, GParamSpec *property, gpointer data)
{
  Divider *divider = data;
  int most, due, position = gtk_paned_get_position (paned);

  if (find_place (divider, &due, &most) && position != due && most == divider->most)
    divider->wanted = divider->is_end ? length (divider) - position : position;
}

static void
divider_init (IhopWindowState *state, guint i, GtkWidget *paned)
{
  Divider *divider = &state->dividers[i];

  *divider = (Divider) { .paned = GTK_PANED (paned), .is_end = panes[i].is_end,
                         .wanted = MAX (number (state, panes[i].name, panes[i].usual), 50) };
  g_signal_connect (paned, "notify::max-position", G_CALLBACK (place), divider);
  g_signal_connect (paned, "notify::position", G_CALLBACK (moved), divider);
}

static void
apply (IhopWindowState *state)
{
  int width = number (state, "width", 1280), height = number (state, "height", 800);

  gtk_window_set_default_size (state->window, CLAMP (width, 640, 8000), CLAMP (height, 400, 8000));
  if (number (state, "maximized", 0))
    gtk_window_maximize (state->window);
  if (number (state, "dark", 0))
    g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", TRUE, NULL);
  state->text = CLAMP (number (state, "text", 105), 60, 320) / 10.0;
}

IhopWindowState *
ihop_window_state_new (GtkWindow *window, GtkWidget *left, GtkWidget *right, GtkWidget *bottom)
{
  IhopWindowState *state = g_new0 (IhopWindowState, 1);

  state->window = window;
  state->file = g_key_file_new ();
  state->path = g_build_filename (g_get_user_state_dir (), "ihop", "window.ini", NULL);
  g_key_file_load_from_file (state->file, state->path, G_KEY_FILE_NONE, NULL);
  apply (state);
  GtkWidget *const paneds[N_DIVIDERS] = { left, right, bottom };
  for (guint i = 0; i < N_DIVIDERS; i++)
    divider_init (state, i, paneds[i]);
  return state;
}

void
ihop_window_state_free (IhopWindowState *state)
{
  for (guint i = 0; i < N_DIVIDERS; i++)
    g_signal_handlers_disconnect_by_data (state->dividers[i].paned, &state->dividers[i]);
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
      int width, height;
      gtk_window_get_default_size (state->window, &width, &height); /* that it has now, as GTK counts */
      g_key_file_set_integer (state->file, GROUP, "width", width);
      g_key_file_set_integer (state->file, GROUP, "height", height);
    }
  g_key_file_set_integer (state->file, GROUP, "maximized", is_maximized);
  for (guint i = 0; i < N_DIVIDERS; i++)
    g_key_file_set_integer (state->file, GROUP, panes[i].name, state->dividers[i].wanted);
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
