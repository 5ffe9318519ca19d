/* What the files are read under: compiler flags, a compile_commands.json, the device, assertions. */
#include "gui/dialogs.h"
#include "gui/widgets.h"
#include "project/catalog.h"
#include <string.h>

typedef struct
{
  IhopWindow *window;
  GtkWidget *dialog, *flags, *database, *assume, *alias, *gpu, *trouble;
  GPtrArray *gpus;         /* of IhopCatalogEntry * */
} Dialog;

static void
dialog_free (gpointer data)
{
  Dialog *self = data;

  g_ptr_array_unref (self->gpus);
  g_free (self);
}

/* ---- texts to settings and back ---- */

static char *
join_words (char **words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; words && words[i]; i++)
    {
      g_autofree char *quoted = g_shell_quote (words[i]);
      gboolean is_plain = g_regex_match_simple ("^[-A-Za-z0-9_./=,:+]+$", words[i], 0, 0);
      g_string_append_printf (text, "%s%s", i ? " " : "", is_plain ? words[i] : quoted);
    }
  return g_string_free (text, FALSE);
}

static char **
split_words (const char *text, GError **error)
{
  char **words = NULL;

  if (g_shell_parse_argv (text, NULL, &words, error))
    return words;
  if (error && g_error_matches (*error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
    {
      g_clear_error (error);
      return g_new0 (char *, 1);
    }
  return NULL;
}

/* One a line. */
static char **
lines_of (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, ";", -1);
  GPtrArray *words = g_ptr_array_new ();

  for (guint i = 0; lines[i]; i++)
    if (*g_strstrip (lines[i]))
      g_ptr_array_add (words, g_strdup (lines[i]));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}

static void
apply (GtkButton *button, gpointer data)
{
  Dialog *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopSettings) settings = g_new0 (IhopSettings, 1);
  const char *database = gtk_editable_get_text (GTK_EDITABLE (self->database));
  guint gpu = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->gpu));

  settings->flags = split_words (gtk_editable_get_text (GTK_EDITABLE (self->flags)), &error);
  if (settings->flags == NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->trouble), error->message);
      return;
    }
  settings->assume = lines_of (gtk_editable_get_text (GTK_EDITABLE (self->assume)));
  settings->database = *database ? g_strdup (database) : NULL;
  settings->alias = (IhopAliasMode) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->alias));
  if (gpu > 0 && gpu <= self->gpus->len)
    settings->gpu = g_strdup (((const IhopCatalogEntry *) self->gpus->pdata[gpu - 1])->name);
  ihop_document_set_settings (ihop_window_document (self->window), settings);
  gtk_window_destroy (GTK_WINDOW (self->dialog));
}

static void
cancel (GtkButton *button, gpointer data)
{
  gtk_window_destroy (GTK_WINDOW (((Dialog *) data)->dialog));
}

/* ---- the window ---- */

static void
add_row (GtkWidget *grid, const char *label, GtkWidget *widget, const char *help)
{
  static const int rows_each = 2;
  int row = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (grid), "row"));
  GtkWidget *name = gtk_label_new (label), *text = ihop_label_new (help, "dim");

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (name), 20);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 52);
  gtk_widget_set_hexpand (widget, TRUE);
  ihop_text_name (widget, label, help);
  gtk_grid_attach (GTK_GRID (grid), name, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, 1, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), text, 1, row + 1, 1, 1);
  g_object_set_data (G_OBJECT (grid), "row", GINT_TO_POINTER (row + rows_each));
}

static GtkWidget *
entry_new (const char *text)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), text ? text : "");
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  return entry;
}

static GtkWidget *
gpu_new (Dialog *self, const char *chosen)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint at = 0;

  g_ptr_array_add (names, (char *) _ ("the default"));
  for (guint i = 0; i < self->gpus->len; i++)
    {
      const IhopCatalogEntry *entry = self->gpus->pdata[i];
      g_ptr_array_add (names, entry->summary);
      if (g_strcmp0 (entry->name, chosen) == 0)
        at = i + 1;
    }
  g_ptr_array_add (names, NULL);
  GtkWidget *down = gtk_drop_down_new_from_strings ((const char *const *) names->pdata);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (down), at);
  return down;
}

static GtkWidget *
make_grid (Dialog *self, const IhopSettings *settings)
{
  GtkWidget *grid = gtk_grid_new ();
  const char *const ways[] = { _ ("test it when the program runs"), _ ("trust: pointers never overlap"),
                               _ ("refuse what would need a test"), NULL };
  g_autofree char *flags = join_words (settings->flags);
  g_autofree char *assume = settings->assume ? g_strjoinv ("; ", settings->assume) : g_strdup ("");

  gtk_grid_set_column_spacing (GTK_GRID (grid), 14);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 5);
  self->flags = entry_new (flags);
  self->database = entry_new (settings->database);
  self->assume = entry_new (assume);
  self->alias = gtk_drop_down_new_from_strings (ways);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->alias), settings->alias);
  self->gpu = gpu_new (self, settings->gpu);
  add_row (grid, _ ("Compiler flags"), self->flags, _ ("Such as -I include -D N=1000"));
  add_row (grid, _ ("Build folder"), self->database,
           _ ("A folder with compile_commands.json; each file's own flags are taken from there"));
  add_row (grid, _ ("You vouch for"), self->assume,
           _ ("What no analysis can know: n > 0; permutation p; size p = n; no NaN. Apart by semicolons. It is written "
              "down in what is generated."));
  add_row (grid, _ ("Pointers that may overlap"), self->alias,
           _ ("What is done where two pointers are not proved to be distinct"));
  add_row (grid, _ ("Device"), self->gpu, _ ("For which costs are predicted"));
  return grid;
}

void
ihop_dialog_settings (IhopWindow *window)
{
  const IhopSession *session = ihop_document_session (ihop_window_document (window));
  Dialog *self = g_new0 (Dialog, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->window = window;
  self->gpus = ihop_catalog_list ("gpus");
  self->dialog = g_object_new (GTK_TYPE_WINDOW, "transient-for", window, "modal", TRUE, "title",
                               _ ("Compiler flags and assertions"), "default-width", 580, NULL);
  g_object_set_data_full (G_OBJECT (self->dialog), "ihop-dialog", self, dialog_free);
  gtk_widget_add_css_class (box, "card-body");
  /* On a small screen it is scrolled. */
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), 200);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), make_grid (self, ihop_session_settings (session)));
  gtk_box_append (GTK_BOX (box), scrolled);
  self->trouble = ihop_label_new (NULL, "verdict-sequential");
  gtk_widget_set_hexpand (self->trouble, TRUE);
  GtkWidget *good = ihop_button_new (_ ("Apply"), NULL, G_CALLBACK (apply), self);
  gtk_widget_add_css_class (good, "suggested-action");
  gtk_box_append (GTK_BOX (buttons), self->trouble);
  gtk_box_append (GTK_BOX (buttons), ihop_button_new (_ ("Cancel"), NULL, G_CALLBACK (cancel), self));
  gtk_box_append (GTK_BOX (buttons), good);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_window_set_child (GTK_WINDOW (self->dialog), box);
  gtk_window_set_default_widget (GTK_WINDOW (self->dialog), good);
  ihop_dialog_close_by_escape (GTK_WINDOW (self->dialog));
  gtk_window_present (GTK_WINDOW (self->dialog));
}
