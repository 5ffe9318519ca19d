/* What the program is run with when it is observed; or a file that tells of a run. */
#include "gui/dialogs.h"
#include "gui/widgets.h"

typedef struct
{
  IhopWindow *window;
  GtkWidget *dialog, *arguments, *input, *seconds, *trouble;
} Dialog;

static void
close_dialog (GtkButton *button, gpointer data)
{
  gtk_window_destroy (GTK_WINDOW (((Dialog *) data)->dialog));
}

static void
start (GtkButton *button, gpointer data)
{
  Dialog *self = data;
  IhopObserveOrder *order = g_new0 (IhopObserveOrder, 1);
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->arguments));
  const char *input = gtk_editable_get_text (GTK_EDITABLE (self->input));
  g_autoptr (GError) error = NULL;

  order->seconds = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->seconds));
  order->file = ihop_document_selection (ihop_window_document (self->window))->file;
  order->input = *input ? g_strdup (input) : NULL;
  if ((!g_shell_parse_argv (words, NULL, &order->arguments, &error)
       && !g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
      || (*input && !g_file_test (input, G_FILE_TEST_IS_REGULAR)))
    {
      g_autofree char *absent = g_strdup_printf (_ ("%s: there is no such file"), input);
      gboolean is_words = error && !g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING);
      gtk_label_set_text (GTK_LABEL (self->trouble), is_words ? error->message : absent);
      ihop_observe_order_free (order);
      return;
    }
  ihop_document_tell (ihop_window_document (self->window), FALSE,
                      _ ("The program is being built and run with its accesses recorded…"));
  ihop_document_observe (ihop_window_document (self->window), order);
  close_dialog (NULL, self);
}

/* ---- a file ---- */

static void
chosen (GtkNativeDialog *chooser, int response, gpointer data)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *path = file ? g_file_get_path (file) : NULL;

  if (response == GTK_RESPONSE_ACCEPT && path)
    ihop_document_read_profile (ihop_window_document (data), path);
  g_object_unref (chooser);
}

void
ihop_dialog_read_profile (IhopWindow *window)
{
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (_ ("Read what a run has shown"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_OPEN,
                                   _ ("_Open"), _ ("_Cancel"));

  g_signal_connect_object (chooser, "response", G_CALLBACK (chosen), window, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
choose_file (GtkButton *button, gpointer data)
{
  Dialog *self = data;
  IhopWindow *window = self->window;

  close_dialog (NULL, self);
  ihop_dialog_read_profile (window);
}

/* ---- the window ---- */

static void
add_row (GtkWidget *grid, int row, const char *label, GtkWidget *widget, const char *help)
{
  GtkWidget *name = gtk_label_new (label), *text = ihop_label_new (help, "dim");

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (name), 20);
  gtk_label_set_width_chars (GTK_LABEL (text), 40); /* else room is kept for a narrower window's lines */
  gtk_widget_set_hexpand (widget, TRUE);
  ihop_text_name (widget, label, help);
  gtk_grid_attach (GTK_GRID (grid), name, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, 1, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), text, 1, row + 1, 1, 1);
}

static GtkWidget *
make_grid (Dialog *self)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 14);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 5);
  self->arguments = gtk_entry_new ();
  self->input = gtk_entry_new ();
  self->seconds = gtk_spin_button_new_with_range (1, 36000, 10);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->seconds), 60);
  gtk_entry_set_activates_default (GTK_ENTRY (self->arguments), TRUE);
  gtk_entry_set_activates_default (GTK_ENTRY (self->input), TRUE);
  add_row (grid, 0, _ ("Arguments"), self->arguments, _ ("What the program is given, as in a shell"));
  add_row (grid, 2, _ ("Standard input"), self->input, _ ("A file, or nothing"));
  add_row (grid, 4, _ ("Seconds a run may take"), self->seconds,
           _ ("It runs twice; with its accesses recorded it is up to some forty times slower"));
  return grid;
}

static GtkWidget *
make_buttons (Dialog *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *good = ihop_button_new (_ ("Build and observe"), NULL, G_CALLBACK (start), self);

  gtk_widget_add_css_class (good, "suggested-action");
  self->trouble = ihop_label_new (NULL, "verdict-sequential");
  gtk_widget_set_hexpand (self->trouble, TRUE);
  gtk_box_append (GTK_BOX (buttons), ihop_button_new (_ ("Read a file…"),
                                                      _ ("What “ihop observe --profile” has written"),
                                                      G_CALLBACK (choose_file), self));
  gtk_box_append (GTK_BOX (buttons), self->trouble);
  gtk_box_append (GTK_BOX (buttons), ihop_button_new (_ ("Cancel"), NULL, G_CALLBACK (close_dialog), self));
  gtk_box_append (GTK_BOX (buttons), good);
  gtk_window_set_default_widget (GTK_WINDOW (self->dialog), good);
  return buttons;
}

void
ihop_dialog_observe (IhopWindow *window)
{
  Dialog *self = g_new0 (Dialog, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *what = ihop_label_new (_ ("Runs the program as it is shown, and tells of each loop whether its iterations met. One "
                                       "run proves nothing: what was seen stands beside the verdict, not in its place."),
                                    NULL);

  gtk_label_set_width_chars (GTK_LABEL (what), 64);
  self->window = window;
  self->dialog = g_object_new (GTK_TYPE_WINDOW, "transient-for", window, "modal", TRUE, "title",
                               _ ("Observe a run"), "default-width", 560, NULL);
  g_object_set_data_full (G_OBJECT (self->dialog), "ihop-dialog", self, g_free);
  gtk_widget_add_css_class (box, "card-body");
  gtk_box_append (GTK_BOX (box), what);
  gtk_box_append (GTK_BOX (box), make_grid (self));
  gtk_box_append (GTK_BOX (box), make_buttons (self));
  gtk_window_set_child (GTK_WINDOW (self->dialog), box);
  ihop_dialog_close_by_escape (GTK_WINDOW (self->dialog));
  gtk_window_present (GTK_WINDOW (self->dialog));
}
