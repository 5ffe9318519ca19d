/* A CUDA source and what can be known of it without a card: its kernels proved, one run checked or counted. */
#include "gui/cuda_work.h"
#include "gui/pane.h"
#include "gui/run_controls.h"
#include "gui/shaded_view.h"
#include "gui/view_lines.h"
#include "gui/widgets.h"

#define IHOP_TYPE_CUDA_PANE (ihop_cuda_pane_get_type ())
G_DECLARE_FINAL_TYPE (IhopCudaPane, ihop_cuda_pane, IHOP, CUDA_PANE, GtkBox)

struct _IhopCudaPane
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *starts[IHOP_N_CUDA_TASKS];
  IhopRunControls controls;
  GtkWidget *arguments, *about, *notes, *output_view;
  GtkSourceView *view;
  GtkTextBuffer *output;
  GCancellable *running;   /* NULL: nothing runs */
  IhopCudaSource *shown;   /* what is in the view; NULL: nothing … */
  IhopCudaSource *subject; /* … and what the result is about */
  IhopCudaTask task;       /* likewise */
  IhopCudaResult *result;  /* NULL: there is none */
};

G_DEFINE_FINAL_TYPE (IhopCudaPane, ihop_cuda_pane, GTK_TYPE_BOX)

static const struct
{
  const char *focus;       /* what the document asks for when this is to be begun */
  const char *label, *help, *about;
} tasks[] = {
  [IHOP_CUDA_PROVE] = { "cuda-prove", N_ ("Prove"), N_ ("Whether threads race, miss a barrier or leave an array, for all sizes, without a run"),
                        N_ ("What is proved of %s") },
  [IHOP_CUDA_CHECK] = { "cuda-check", N_ ("Check a run"), N_ ("Runs the program here, without a card, and looks at each access to memory"),
                        N_ ("What a run of %s has shown") },
  [IHOP_CUDA_COUNT] = { "cuda-count", N_ ("Count a run"), N_ ("Runs the program here, without a card, and counts what it would ask of one"),
                        N_ ("What a run of %s asks of a card") },
};

/* ---- running ---- */

typedef struct
{
  IhopCudaOrder *order;
  IhopDocument *document;
  const char *what;        /* progress, on its way to the main thread */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->order, ihop_cuda_order_free);
  g_object_unref (job->document);
  g_free (job);
}

static IhopCudaPane *
pane_of (IhopDocument *document)
{
  return g_object_get_data (G_OBJECT (document), "ihop-cuda");
}

static gboolean
show_progress (gpointer data)
{
  Job *job = data;
  IhopCudaPane *self = pane_of (job->document);
  g_autofree char *text = g_strdup_printf ("%s…", _ (job->what));

  if (self && self->running)
    ihop_run_controls_say (&self->controls, text);
  job_free (job);
  return G_SOURCE_REMOVE;
}

static void
progress (const char *what, gpointer data)
{
  Job *told = g_new0 (Job, 1);

  told->document = g_object_ref (((const Job *) data)->document);
  told->what = what;
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, show_progress, told, NULL); /* in front of drawing: a spinner draws all the time */
}

static gpointer
work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  return ihop_cuda_work (((const Job *) data)->order, cancellable, progress, data);
}

static void
set_running (IhopCudaPane *self, GCancellable *running)
{
  g_set_object (&self->running, running);
  for (guint i = 0; i < IHOP_N_CUDA_TASKS; i++)
    gtk_widget_set_sensitive (self->starts[i], running == NULL && self->shown);
  ihop_run_controls_set_running (&self->controls, running != NULL);
  ihop_document_set_cuda_work (self->document, running != NULL);
}

/* ---- what is known ---- */

/* The result; perhaps another time when the text was the same. */
static gboolean
is_of_shown (IhopCudaPane *self)
{
  return self->shown && g_str_equal (self->subject->path, self->shown->path) && g_str_equal (self->subject->text, self->shown->text);
}

static void
point (IhopCudaPane *self, const IhopCudaNote *note, guint number)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  guint line = g_array_index (note->places, IhopCudaPlace, number).line, other = 0;
  GtkTextIter at;

  for (guint i = 0; i < note->places->len && i < 2; i++)
    if (i != number)
      other = g_array_index (note->places, IhopCudaPlace, i).line;
  ihop_shaded_view_set (IHOP_SHADED_VIEW (self->view), IHOP_BAND_FIRST_SPOT, line, line);
  ihop_shaded_view_set (IHOP_SHADED_VIEW (self->view), IHOP_BAND_SECOND_SPOT, other, other);
  if (line == 0 || !is_of_shown (self))
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &at, (int) line - 1);
  gtk_text_buffer_place_cursor (buffer, &at);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), &at, 0, TRUE, 0, 0.3);
}

static void
go (GtkButton *button, gpointer data)
{
  point (data, g_object_get_data (G_OBJECT (gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_GRID)), "ihop-note"),
         GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ihop-place")));
}

/* What is said of another text than the one that is shown stays to be compared with, and says so. */
static void
show_age (IhopCudaPane *self)
{
  gboolean is_old = self->result && (!is_of_shown (self) || ihop_document_is_cuda_old (self->document));
  g_autofree char *name = self->subject ? g_path_get_basename (self->subject->path) : NULL;
  g_autofree char *said = self->result ? g_strdup_printf (_ (tasks[self->task].about), name) : g_strdup ("");
  g_autofree char *old = is_old ? g_strdup_printf (_ ("Out of date: %s, as it was before. The text is another one now."), said) : NULL;
  gboolean is_made_old = self->result == NULL && ihop_document_is_cuda_old (self->document);

  gtk_label_set_text (GTK_LABEL (self->about), old ? old
                      : is_made_old ? _ ("Generated from the text before: generate again.") : said);
  gtk_widget_set_visible (self->about, *gtk_label_get_text (GTK_LABEL (self->about)) != '\0');
  ihop_widget_set_class (self->about, "verdict-unknown", is_old || is_made_old);
  ihop_widget_set_old (self->notes, is_old);
}

static void
show_result (IhopCudaPane *self)
{
  const char *text = self->subject ? self->subject->text : "";

  ihop_box_clear (self->notes);
  for (guint i = 0; self->result && i < self->result->notes->len; i++)
    {
      IhopCudaNote *note = self->result->notes->pdata[i];
      gtk_box_append (GTK_BOX (self->notes), ihop_cuda_card_new (note, text, G_CALLBACK (go), self));
    }
  const char *output = self->result && self->result->output ? self->result->output : "";
  gtk_text_buffer_set_text (self->output, output, -1);
  gtk_widget_set_visible (self->output_view, *output != '\0');
  show_age (self);
}

/* The first place of all is gone to: where two threads meet stands there, both marked. */
static void
show_first (IhopCudaPane *self)
{
  for (guint i = 0; i < self->result->notes->len; i++)
    {
      const IhopCudaNote *note = self->result->notes->pdata[i];
      if (note->places->len == 0 || g_array_index (note->places, IhopCudaPlace, 0).line == 0)
        continue;
      point (self, note, 0);
      return;
    }
}

static void
done (IhopDocument *document, gpointer *result, gpointer data)
{
  IhopCudaPane *self = pane_of (document);
  const Job *job = data;

  if (self == NULL || self->running == NULL || *result == NULL)
    return;
  set_running (self, NULL);
  g_clear_pointer (&self->result, ihop_cuda_result_free);
  g_clear_pointer (&self->subject, ihop_cuda_source_unref);
  self->result = g_steal_pointer (result);
  self->subject = ihop_cuda_source_ref (job->order->source);
  self->task = job->order->task;
  show_result (self);
  show_first (self);
}

/* ---- commands ---- */

/* FALSE: they are no words, which was told. */
static gboolean
read_arguments (IhopCudaPane *self, char ***arguments)
{
  g_autoptr (GError) error = NULL;
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->arguments));

  if (g_shell_parse_argv (words, NULL, arguments, &error) || g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
    return TRUE;
  ihop_document_tell (self->document, TRUE, "%s", error->message);
  return FALSE;
}

static void
begin (IhopCudaPane *self, IhopCudaTask task)
{
  char **arguments = NULL;
  Job *job;

  if (self->running || self->shown == NULL || !read_arguments (self, &arguments))
    return;
  const IhopSession *session = ihop_document_session (self->document);
  job = g_new0 (Job, 1);
  job->document = g_object_ref (self->document);
  job->order = g_new0 (IhopCudaOrder, 1);
  job->order->task = task;
  job->order->source = ihop_cuda_source_ref (self->shown);
  job->order->arguments = arguments;
  job->order->seconds = ihop_run_controls_seconds (&self->controls);
  job->order->gpu = session ? g_strdup (ihop_session_settings (session)->gpu) : NULL;
  set_running (self, ihop_document_run (self->document, work, done, job, job_free, ihop_cuda_result_free));
}

static void
start (GtkButton *button, gpointer data)
{
  begin (data, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ihop-task")));
}

static void
cancel (GtkButton *button, gpointer data)
{
  IhopCudaPane *self = data;

  if (self->running == NULL)
    return;
  g_cancellable_cancel (self->running);
  set_running (self, NULL);
  ihop_run_controls_say (&self->controls, _ ("cancelled"));
}

static void
focus (IhopCudaPane *self, const char *what)
{
  for (guint i = 0; i < IHOP_N_CUDA_TASKS; i++)
    if (g_str_equal (what, tasks[i].focus))
      begin (self, i);
  if (g_str_equal (what, "cuda-cancel"))
    cancel (NULL, self);
}

/* ---- the document ---- */

/* Another source, perhaps the same file with another text. */
static void
renewed (IhopCudaPane *self)
{
  IhopCudaSource *source = ihop_document_cuda (self->document);

  if (self->running)
    cancel (NULL, self);
  g_clear_pointer (&self->shown, ihop_cuda_source_unref);
  self->shown = source ? ihop_cuda_source_ref (source) : NULL;
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), source ? source->text : "", -1);
  ihop_view_lines_show (GTK_TEXT_VIEW (self->view), ihop_view_lines_first_kernel (GTK_TEXT_VIEW (self->view)), 1);
  ihop_shaded_view_set (IHOP_SHADED_VIEW (self->view), IHOP_BAND_FIRST_SPOT, 0, 0);
  ihop_shaded_view_set (IHOP_SHADED_VIEW (self->view), IHOP_BAND_SECOND_SPOT, 0, 0);
  /* Of another file nothing is of interest any more. */
  if (self->subject && (source == NULL || !g_str_equal (self->subject->path, source->path)))
    {
      g_clear_pointer (&self->result, ihop_cuda_result_free);
      g_clear_pointer (&self->subject, ihop_cuda_source_unref);
      show_result (self);
    }
  set_running (self, NULL);
  show_age (self);
}

static void
changed (IhopCudaPane *self)
{
  if (self->running)
    cancel (NULL, self);
  show_age (self);
}

/* ---- the widget ---- */

static void
ihop_cuda_pane_dispose (GObject *object)
{
  IhopCudaPane *self = IHOP_CUDA_PANE (object);

  if (self->running)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_pointer (&self->result, ihop_cuda_result_free);
  g_clear_pointer (&self->subject, ihop_cuda_source_unref);
  g_clear_pointer (&self->shown, ihop_cuda_source_unref);
  G_OBJECT_CLASS (ihop_cuda_pane_parent_class)->dispose (object);
}

static void
ihop_cuda_pane_class_init (IhopCudaPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_cuda_pane_dispose;
}

static void
ihop_cuda_pane_init (IhopCudaPane *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

static void
add_starts (IhopCudaPane *self, GtkWidget *bar)
{
  for (guint i = 0; i < IHOP_N_CUDA_TASKS; i++)
    {
      self->starts[i] = ihop_button_new (_ (tasks[i].label), _ (tasks[i].help), G_CALLBACK (start), self);
      g_object_set_data (G_OBJECT (self->starts[i]), "ihop-task", GUINT_TO_POINTER (i));
      gtk_box_append (GTK_BOX (bar), self->starts[i]);
    }
  gtk_widget_add_css_class (self->starts[IHOP_CUDA_PROVE], "suggested-action");
}

static GtkWidget *
make_bar (IhopCudaPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  add_starts (self, bar);
  self->arguments = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->arguments), _ ("Arguments of the program"));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->arguments), 18);
  ihop_text_name (self->arguments, _ ("Arguments of the program"), NULL);
  gtk_box_append (GTK_BOX (bar), self->arguments);
  ihop_run_controls_add (&self->controls, bar, G_CALLBACK (cancel), self);
  return bar;
}

static GtkWidget *
make_left (IhopCudaPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scrolled = gtk_scrolled_window_new ();

  self->about = ihop_label_new (NULL, "heading-small");
  self->notes = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_widget_add_css_class (box, "card");
  gtk_box_append (GTK_BOX (box), self->about);
  gtk_box_append (GTK_BOX (box), self->notes);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  ihop_text_name (scrolled, _ ("What is known of the CUDA source"), NULL);
  return scrolled;
}

/* The source above what programs and compilers say. */
static GtkWidget *
make_right (IhopCudaPane *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL), *source = ihop_text_view_new (_ ("CUDA source"), &self->view);
  GtkSourceView *view;
  GtkWidget *output = ihop_text_view_new (_ ("Counts, and output of the program"), &view);
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)));

  gtk_source_buffer_set_language (buffer, gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "cpp"));
  ihop_shaded_view_follow_style (IHOP_SHADED_VIEW (self->view));
  gtk_source_view_set_show_line_numbers (self->view, TRUE);
  self->output = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_source_buffer_set_highlight_syntax (GTK_SOURCE_BUFFER (self->output), FALSE);
  gtk_paned_set_start_child (GTK_PANED (paned), source);
  gtk_paned_set_end_child (GTK_PANED (paned), output);
  gtk_widget_set_size_request (output, -1, 60);
  gtk_widget_set_visible (output, FALSE);
  self->output_view = output;
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_widget_set_hexpand (paned, TRUE);
  return paned;
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopCudaPane *self = g_object_new (IHOP_TYPE_CUDA_PANE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->document = document;
  g_object_set_data (G_OBJECT (document), "ihop-cuda", self);
  gtk_box_append (GTK_BOX (self), make_bar (self));
  gtk_box_append (GTK_BOX (box), make_left (self));
  gtk_box_append (GTK_BOX (box), make_right (self));
  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  gtk_box_append (GTK_BOX (self), box);
  set_running (self, NULL);
  show_age (self);
  g_signal_connect_object (document, "cuda", G_CALLBACK (renewed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "focus", G_CALLBACK (focus), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_cuda = {
  .name = "cuda",
  .title = N_ ("CUDA"),
  .key = "<Control>9",
  .place = IHOP_PLACE_BOTTOM,
  .create = create,
};
