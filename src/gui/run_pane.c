/* Compile and run: the original, the fallback, the emulated program, CUDA where there is a card; every
 * result compared, every time beside what was predicted, and kept in the project. */
#include "gui/pane.h"
#include "gui/run.h"
#include "gui/run_controls.h"
#include "gui/widgets.h"
#include "project/keep.h"
#include "project/units.h"
#include <string.h>

#define IHOP_TYPE_RUN_PANE (ihop_run_pane_get_type ())
G_DECLARE_FINAL_TYPE (IhopRunPane, ihop_run_pane, IHOP, RUN_PANE, GtkBox)

struct _IhopRunPane
{
  GtkBox parent_instance;
  IhopDocument *document;
  IhopRunControls controls;
  GtkWidget *start, *table, *chart, *notes;
  GtkTextBuffer *output;
  GCancellable *running;   /* NULL: nothing runs */
  GtkWidget *about;        /* label: what the result is about */
  char *subject, *hash;    /* of what has run, as ihop_snapshot_hash; NULL: nothing has */
};

G_DEFINE_FINAL_TYPE (IhopRunPane, ihop_run_pane, GTK_TYPE_BOX)

/* ---- running ---- */

typedef struct
{
  IhopDocument *document;
  double seconds;
  guint state, file;
  char *what;              /* progress, on its way to the main thread */
} Job;

static void
job_free (gpointer data)
{
  g_object_unref (((Job *) data)->document);
  g_free (data);
}

static gboolean
show_progress (gpointer data)
{
  Job *job = data;
  IhopRunPane *self = g_object_get_data (G_OBJECT (job->document), "ihop-run");

  if (self && self->running)
    ihop_run_controls_say (&self->controls, job->what);
  g_free (job->what);
  job_free (job);
  return G_SOURCE_REMOVE;
}

static void
progress (const char *what, gpointer data)
{
  const Job *job = data;
  Job *told = g_new0 (Job, 1);

  told->document = g_object_ref (job->document);
  told->what = g_strdup_printf ("%s…", what);
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, show_progress, told, NULL); /* in front of drawing: a spinner draws all the time */
}

static gpointer
work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;

  return ihop_run_work (snapshot, job->file, job->seconds, cancellable, progress, data);
}

static void
set_running (IhopRunPane *self, GCancellable *running)
{
  g_set_object (&self->running, running);
  gtk_widget_set_sensitive (self->start, running == NULL);
  ihop_run_controls_set_running (&self->controls, running != NULL);
}

static void
keep_times (IhopRunPane *self, const IhopRunResult *result, guint state)
{
  /* A variant's row holds one time: that of one program of several would be taken for another one's. */
  IhopKeep *keep = result->is_one_of_several ? NULL : ihop_document_keep (self->document);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *made = g_date_time_format_iso8601 (now);

  for (guint k = 0; keep && k < IHOP_RUN_VARIANTS; k++)
    {
      const IhopMeasurement one = { .state = state, .product = (char *) ihop_run_products[k],
                                    .predicted = result->predicted[k], .seconds = result->measured[k],
                                    .made = made };
      g_autoptr (GError) error = NULL;
      if ((one.seconds >= 0 || one.predicted >= 0) && !ihop_keep_add_measurement (keep, &one, &error))
        ihop_document_tell (self->document, TRUE, "%s", error->message);
    }
}

/* ---- what the result is about ---- */

/* "lu.c, after interchange kernel_lu/i j" */
static char *
subject_of (IhopRunPane *self, const IhopRunResult *run, guint file, guint state)
{
  const IhopSession *session = ihop_document_session (self->document);
  g_autofree char *name = g_path_get_basename (ihop_session_path (session, file)), *way = ihop_run_state_text (self->document, state);
  guint n = ihop_session_n_files (session);

  return n == 1 || run->is_one_of_several ? g_strdup_printf ("%s, %s", name, way)
                                          : g_strdup_printf (_ ("%s and %u more, %s"), name, n - 1, way);
}

/* It stays to be compared with, and says that it is no longer of what is shown. */
static void
show_age (IhopRunPane *self)
{
  IhopSnapshot *shown = ihop_document_snapshot (self->document);
  g_autofree char *hash = self->hash && shown ? ihop_snapshot_hash (shown) : NULL;
  gboolean is_old = g_strcmp0 (hash, self->hash) != 0;
  g_autofree char *text
    = self->hash == NULL ? g_strdup ("")
      : is_old ? g_strdup_printf (_ ("Out of date: this was the run of %s. The text is another one now; run it again."),
                                  self->subject)
               : g_strdup_printf (_ ("The run of %s"), self->subject);

  gtk_label_set_text (GTK_LABEL (self->about), text);
  gtk_widget_set_visible (self->about, *text != '\0');
  if (is_old)
    gtk_widget_add_css_class (self->about, "verdict-unknown");
  else
    gtk_widget_remove_css_class (self->about, "verdict-unknown");
  ihop_widget_set_old (self->notes, is_old);
  ihop_widget_set_old (self->chart, is_old);
}

static void
keep_subject (IhopRunPane *self, const IhopRunResult *run, guint file, guint state)
{
  g_free (self->subject);
  g_free (self->hash);
  self->subject = subject_of (self, run, file, state);
  self->hash = ihop_snapshot_hash (ihop_document_snapshot (self->document));
  show_age (self);
}

static void
add_output (IhopRunPane *self, const char *title, const char *text)
{
  GtkTextIter end;
  g_autofree char *whole = g_strdup_printf ("── %s ──\n%s%s", title, text && *text ? text : _ ("(nothing)\n"),
                                            text && *text && !g_str_has_suffix (text, "\n") ? "\n" : "");

  gtk_text_buffer_get_end_iter (self->output, &end);
  gtk_text_buffer_insert (self->output, &end, whole, -1);
}

/* Each product's verdict in a sentence. */
static void
show_report (IhopRunPane *self, const IhopCheckReport *report)
{
  ihop_box_clear (self->notes);
  gtk_text_buffer_set_text (self->output, "", 0);
  add_output (self, ihop_run_title (0), report->original_output);
  for (guint i = 0; i < report->results->len; i++)
    {
      const IhopCheckResult *one = report->results->pdata[i];
      gboolean is_good = one->state == IHOP_CHECK_EQUAL || one->state == IHOP_CHECK_WITHIN;
      const char *symbol = is_good ? "✓" : one->state == IHOP_CHECK_SKIPPED ? "–" : "✗";
      g_autofree char *bytes = ihop_units_bytes ((double) one->moved), *least = ihop_units_bytes ((double) one->least);
      g_autofree char *moved = one->has_transfers
        ? g_strdup_printf (_ ("; %s copied, %s at least"), bytes, least) : g_strdup ("");
      g_autofree char *text = g_strdup_printf ("%s %s: %s%s%s%s", symbol, ihop_run_product_title (one->product),
                                               one->state == IHOP_CHECK_EQUAL ? _ ("equal in every bit")
                                               : ihop_check_state_name (one->state), one->message ? ": " : "",
                                               one->message ? one->message : "", moved);
      gtk_box_append (GTK_BOX (self->notes),
                      ihop_label_new (text, is_good ? "verdict-parallel"
                                            : one->state == IHOP_CHECK_SKIPPED ? "dim" : "verdict-sequential"));
      if (one->output)
        add_output (self, ihop_run_product_title (one->product), one->output);
    }
  for (guint i = 0; i < report->notes->len; i++)
    gtk_box_append (GTK_BOX (self->notes), ihop_label_new (report->notes->pdata[i], "dim"));
  if (report->failure)
    gtk_box_append (GTK_BOX (self->notes), ihop_label_new (report->failure, "verdict-sequential"));
}

static void
done (IhopDocument *document, gpointer *result, gpointer data)
{
  IhopRunPane *self = g_object_get_data (G_OBJECT (document), "ihop-run");
  const IhopRunResult *run = *result;
  const Job *job = data;

  if (self == NULL || self->running == NULL)
    return;
  set_running (self, NULL);
  keep_subject (self, run, job->file, job->state);
  if (run->report)
    {
      show_report (self, run->report);
      if (run->is_one_of_several)
        gtk_box_append (GTK_BOX (self->notes),
                        ihop_label_new (_ ("The files are several programs; this is the one of the selected file. "
                                           "Its times are not kept."),
                                        "dim"));
      keep_times (self, run, job->state);
      ihop_run_times_show (self->document, self->table, self->chart);
    }
  else
    {
      ihop_box_clear (self->notes);
      gtk_box_append (GTK_BOX (self->notes), ihop_label_new (run->error, "verdict-sequential"));
    }
}

static void
start (GtkButton *button, gpointer data)
{
  IhopRunPane *self = data;
  Job *job;

  if (ihop_document_snapshot (self->document) == NULL || self->running)
    return;
  job = g_new0 (Job, 1);
  job->document = g_object_ref (self->document);
  job->seconds = ihop_run_controls_seconds (&self->controls);
  job->file = ihop_document_selection (self->document)->file;
  job->state = ihop_session_current (ihop_document_session (self->document))->id;
  ihop_box_clear (self->notes);
  g_clear_pointer (&self->hash, g_free);
  show_age (self);
  set_running (self, ihop_document_run (self->document, work, done, job, job_free, ihop_run_result_free));
}

static void
cancel (GtkButton *button, gpointer data)
{
  IhopRunPane *self = data;

  if (self->running == NULL)
    return;
  g_cancellable_cancel (self->running);
  set_running (self, NULL);
  ihop_run_controls_say (&self->controls, _ ("cancelled"));
}

/* Another session: what ran in the one before is nobody's business here. */
static void
opened (IhopRunPane *self)
{
  g_clear_pointer (&self->hash, g_free);
  ihop_box_clear (self->notes);
  gtk_text_buffer_set_text (self->output, "", 0);
  show_age (self);
}

/* Another text: what runs is of no interest any more. */
static void
changed (IhopRunPane *self)
{
  if (self->running)
    cancel (NULL, self);
  gtk_widget_set_sensitive (self->start, ihop_document_n_files (self->document) > 0);
  show_age (self);
  ihop_run_times_show (self->document, self->table, self->chart);
}

/* ---- the widget ---- */

static void
ihop_run_pane_dispose (GObject *object)
{
  IhopRunPane *self = IHOP_RUN_PANE (object);

  if (self->running)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_pointer (&self->subject, g_free);
  g_clear_pointer (&self->hash, g_free);
  G_OBJECT_CLASS (ihop_run_pane_parent_class)->dispose (object);
}

static void
ihop_run_pane_class_init (IhopRunPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_run_pane_dispose;
}

static void
ihop_run_pane_init (IhopRunPane *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

static GtkWidget *
make_bar (IhopRunPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->start = ihop_button_new (_ ("Compile and run"),
                                 _ ("Build and run the original and every product, compare all results"),
                                 G_CALLBACK (start), self);
  gtk_widget_add_css_class (self->start, "suggested-action");
  gtk_box_append (GTK_BOX (bar), self->start);
  ihop_run_controls_add (&self->controls, bar, G_CALLBACK (cancel), self);
  return bar;
}

static GtkWidget *
make_left (IhopRunPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *sideways = gtk_scrolled_window_new ();

  self->about = ihop_label_new (NULL, "heading-small");
  gtk_widget_set_visible (self->about, FALSE);
  self->notes = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->table = gtk_grid_new ();
  ihop_text_name (self->table, _ ("Times"), _ ("Predicted and measured times of every variant"));
  gtk_widget_set_tooltip_text (self->table,
                               _ ("Predicted: the loops worked on; measured: the whole program, once"));
  self->chart = ihop_run_chart_new ();
  gtk_widget_add_css_class (box, "card");
  gtk_box_append (GTK_BOX (box), self->about);
  gtk_box_append (GTK_BOX (box), self->notes);
  gtk_box_append (GTK_BOX (box), self->chart);
  /* In a narrow window the numbers are scrolled, not the sentences. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (sideways), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (sideways), self->table);
  gtk_box_append (GTK_BOX (box), sideways);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopRunPane *self = g_object_new (IHOP_TYPE_RUN_PANE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkSourceView *view;
  GtkWidget *output = ihop_text_view_new (_ ("Output of the programs"), &view);

  self->document = document;
  self->output = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_source_buffer_set_highlight_syntax (GTK_SOURCE_BUFFER (self->output), FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  g_object_set_data (G_OBJECT (document), "ihop-run", self);
  gtk_box_append (GTK_BOX (self), make_bar (self));
  gtk_box_append (GTK_BOX (box), make_left (self));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_widget_set_size_request (output, 230, -1);
  gtk_widget_set_hexpand (output, FALSE);
  gtk_box_append (GTK_BOX (box), output);
  gtk_box_append (GTK_BOX (self), box);
  set_running (self, NULL);
  g_signal_connect_object (document, "opened", G_CALLBACK (opened), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  changed (self);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_run = {
  .name = "run",
  .title = N_ ("Run"),
  .key = "<Control>7",
  .place = IHOP_PLACE_BOTTOM,
  .create = create,
};
