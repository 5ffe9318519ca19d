#include "gui/graph_job.h"
#include "gui/background.h"
#include "gui/text.h"
#include "project/output.h"
#include "project/localize.h"
#include <string.h>

void
ihop_graph_wish_clear (IhopGraphWish *wish)
{
  g_clear_pointer (&wish->function, g_free);
  g_clear_pointer (&wish->loop, g_free);
  g_clear_pointer (&wish->folded, g_strfreev);
}

/* ---- making ---- */

typedef struct
{
  IhopGraphWish wish;
  IhopCollision *witness;
  GWeakRef owner;
  gpointer data;
  GCancellable **running;  /* the owner's */
  GCancellable *own;       /* not held: only compared */
  IhopGraphReady ready;
} Job;

typedef struct
{
  IhopDiagram *diagram;
  char *error;
} Answer;

static void
job_free (gpointer data)
{
  Job *job = data;

  ihop_graph_wish_clear (&job->wish);
  ihop_collision_free (job->witness);
  g_weak_ref_clear (&job->owner);
  g_free (job);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  ihop_diagram_free (answer->diagram);
  g_free (answer->error);
  g_free (answer);
}

char *
ihop_graph_notes (const IhopDiagram *diagram)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; diagram && i < diagram->notes->len; i++)
    {
      g_autofree char *note = ihop_message_localize (diagram->notes->pdata[i]);
      g_string_append_printf (text, "%s%s", i ? " " : "", note);
    }
  return g_string_free (text, FALSE);
}

/* Parts that a large graph is shown without. "near" is so near that it can be read. */
static void
leave_out (const IhopGraphWish *wish, const char *path, IhopDiagram *diagram)
{
  enum { NEAR = 2 };

  if (wish->folded)
    ihop_diagram_fold_chosen (diagram, (const char *const *) wish->folded);
  if (wish->most)
    ihop_diagram_fold_loops (diagram, wish->most);
  if (wish->first)
    ihop_diagram_keep_near (diagram, path, wish->first, wish->last, NEAR);
}

static void
draw (IhopProject *project, const Job *job, Answer *answer)
{
  const IhopGraphWish *wish = &job->wish;
  const IhopProjectFile *file = ihop_project_files (project)->pdata[wish->file];
  IhopDiagramOptions options = { .kind = wish->kind, .function = wish->function, .loop = wish->loop,
                                 .size = wish->size, .witness = job->witness };
  g_autoptr (IhopPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  if (wish->with_plan && file->tree)
    {
      IhopPlanOptions plan_options = { .choose = ihop_project_usual_choice (file) };
      memcpy (plan_options.block, wish->block, sizeof wish->block);
      options.plan = plan = ihop_plan_new (ihop_project_facts (project), file->tree, &plan_options);
    }
  answer->diagram = ihop_project_diagram (project, &options, &error);
  if (answer->diagram)
    leave_out (wish, file->path, answer->diagram);
  if (error)
    answer->error = g_strdup (ihop_phrase_localize (error->message));
}

static gpointer
work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  Answer *answer = g_new0 (Answer, 1);
  g_autoptr (GError) error = NULL;
  IhopProject *project = ihop_snapshot_lock (snapshot);

  draw (project, data, answer);
  ihop_snapshot_unlock (snapshot);
  if (answer->diagram && !ihop_diagram_layout (answer->diagram, 0, cancellable, &error))
    {
      answer->error = g_strdup (ihop_phrase_localize (error->message));
      g_clear_pointer (&answer->diagram, ihop_diagram_free);
    }
  return answer;
}

static void
done (IhopDocument *document, gpointer *result, gpointer data)
{
  Job *job = data;
  Answer *answer = *result;
  g_autoptr (GObject) owner = g_weak_ref_get (&job->owner);

  if (owner == NULL || *job->running != job->own || answer == NULL)
    return;
  g_clear_object (job->running);
  job->ready (g_steal_pointer (&answer->diagram), answer->error, job->data);
}

void
ihop_graph_job (IhopDocument *document, const IhopGraphWish *wish, const IhopCollision *witness,
                GObject *owner, GCancellable **running, IhopGraphReady ready)
{
  Job *job = g_new0 (Job, 1);

  if (*running)
    g_cancellable_cancel (*running);
  g_clear_object (running);
  job->wish = *wish;
  job->wish.function = g_strdup (wish->function);
  job->wish.loop = g_strdup (wish->loop);
  job->wish.folded = g_strdupv (wish->folded);
  job->witness = ihop_collision_copy (witness);
  g_weak_ref_init (&job->owner, owner);
  job->data = owner;
  job->running = running;
  job->ready = ready;
  *running = job->own = g_object_ref (ihop_document_run (document, work, done, job, job_free, answer_free));
}

/* ---- writing ---- */

typedef struct
{
  IhopDocument *document;
  IhopGraphCanvas *canvas; /* weak */
} Export;

static void
export_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

typedef struct
{
  const IhopDiagram *diagram; /* shared */
  char *path;
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  ihop_diagram_free ((IhopDiagram *) picture->diagram);
  g_free (picture->path);
  g_free (picture);
}

/* A large PNG takes seconds. */
static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Picture *picture = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ihop_diagram_to_file_format (picture->diagram, picture->path, &error);

  if (bytes && ihop_output_write_bytes (picture->path, bytes, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
write_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IhopDocument *document = IHOP_DOCUMENT (source);
  const Picture *picture = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    ihop_document_tell (document, FALSE, _ ("The picture is in %s."), picture->path);
  else
    {
      ihop_document_tell (document, TRUE, _ ("The picture could not be written: %s"), ihop_phrase_localize (error->message));
    }
  g_application_release (g_application_get_default ());
}

/* Not by ihop_document_run: what was asked for is written, whatever is shown by then, and even if the window is
 * closed meanwhile. */
static void
write_to (IhopDocument *document, const IhopDiagram *diagram, const char *path)
{
  g_autoptr (GTask) task = g_task_new (document, NULL, write_done, NULL);
  Picture *picture = g_new0 (Picture, 1);

  picture->diagram = ihop_diagram_share (diagram);
  picture->path = g_strdup (path);
  g_application_hold (g_application_get_default ());
  g_task_set_task_data (task, picture, picture_free);
  ihop_background_run (task, write_thread);
}

static void
chosen (GtkNativeDialog *dialog, int response, Export *export)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  const IhopDiagram *diagram = export->canvas ? ihop_graph_canvas_diagram (export->canvas) : NULL;

  if (response == GTK_RESPONSE_ACCEPT && path && diagram)
    write_to (export->document, diagram, path);
  g_object_unref (dialog);
}

static void
ask (IhopDocument *document, IhopGraphCanvas *canvas, const char *ending)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (canvas));
  const IhopDiagram *diagram = ihop_graph_canvas_diagram (canvas);
  GtkFileChooserNative *dialog;
  Export *export = g_new0 (Export, 1);

  if (diagram == NULL)
    {
      g_free (export);
      ihop_document_tell (document, TRUE, "%s", _ ("There is no graph to be written."));
      return;
    }
  export->document = document;
  export->canvas = canvas;
  dialog = gtk_file_chooser_native_new (_ ("Save the graph"), GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_SAVE,
                                        _ ("_Save"), _ ("_Cancel"));
  g_autofree char *name = g_strconcat (ihop_diagram_kind_name (diagram->kind), ending, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_data (dialog, "response", G_CALLBACK (chosen), export, export_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
ending_clicked (GtkButton *button, Export *export)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER);

  gtk_popover_popdown (GTK_POPOVER (popover));
  ask (export->document, export->canvas, g_object_get_data (G_OBJECT (button), "ending"));
}

/* The command: of the graph that is in sight. */
static void
asked (IhopDocument *document, const char *what, GtkWidget *button)
{
  if (g_str_equal (what, "picture") && gtk_widget_get_mapped (button))
    ask (document, g_object_get_data (G_OBJECT (button), "canvas"), ".svg");
}

GtkWidget *
ihop_graph_export_button (IhopDocument *document, IhopGraphCanvas *canvas)
{
  static const char *const endings[] = { ".svg", ".png", ".pdf", ".dot", ".json" };
  static const char *const names[] = { "SVG", "PNG", "PDF", "Graphviz", "JSON" };
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      GtkWidget *item = gtk_button_new_with_label (names[i]);
      Export *export = g_new0 (Export, 1);
      *export = (Export) { document, canvas };
      gtk_button_set_has_frame (GTK_BUTTON (item), FALSE);
      g_object_set_data (G_OBJECT (item), "ending", (gpointer) endings[i]);
      g_autofree char *spoken = g_strdup_printf (_ ("Save as %s"), names[i]);
      ihop_text_name (item, spoken, NULL);
      g_signal_connect_data (item, "clicked", G_CALLBACK (ending_clicked), export, export_free, 0);
      gtk_box_append (GTK_BOX (box), item);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "document-save-symbolic");
  gtk_widget_set_tooltip_text (button, _ ("Save the graph as a picture"));
  ihop_text_name (button, _ ("Save the graph"), NULL);
  g_object_set_data (G_OBJECT (button), "canvas", canvas);
  g_signal_connect_object (document, "focus", G_CALLBACK (asked), button, 0);
  return button;
}

/* ---- looking closer ---- */

static void
color_legend (GtkSettings *settings, GParamSpec *property, GtkWidget *label)
{
  g_autofree char *markup = g_strdup_printf (
    "<span foreground='%s'>━</span> %s  <span foreground='%s'>━</span> %s  <span foreground='%s'>━</span> %s  ┈ %s",
    ihop_text_is_dark () ? "#78aeed" : "#1c71d8", _ ("flow"), ihop_text_is_dark () ? "#ffa348" : "#c64600",
    _ ("anti"), ihop_text_is_dark () ? "#dc8add" : "#813d9c", _ ("output"), _ ("no obstacle"));

  gtk_label_set_markup (GTK_LABEL (label), markup);
}

GtkWidget *
ihop_graph_legend_new (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  color_legend (NULL, NULL, label);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme",
                           G_CALLBACK (color_legend), label, 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "graph-note");
  gtk_widget_set_tooltip_text (label, _ ("Dotted: taken away by private copies, reductions or counting "
                                         "variables; dashed: perhaps"));
  return label;
}

static void
zoom_in (IhopGraphCanvas *canvas)
{
  ihop_graph_canvas_zoom (canvas, 1.25);
}

static void
zoom_out (IhopGraphCanvas *canvas)
{
  ihop_graph_canvas_zoom (canvas, 0.8);
}

void
ihop_graph_add_zoom (GtkWidget *bar, IhopGraphCanvas *canvas)
{
  static const struct { const char *icon, *name; void (*run) (IhopGraphCanvas *canvas); } rows[] = {
    { "zoom-out-symbolic", N_ ("Zoom out (-)"), zoom_out },
    { "zoom-in-symbolic", N_ ("Zoom in (+)"), zoom_in },
    { "zoom-fit-best-symbolic", N_ ("Show all (0)"), ihop_graph_canvas_fit }
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *button = gtk_button_new_from_icon_name (rows[i].icon);
      gtk_widget_set_tooltip_text (button, _ (rows[i].name));
      ihop_text_name (button, _ (rows[i].name), NULL);
      g_signal_connect_swapped (button, "clicked", G_CALLBACK (rows[i].run), canvas);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_box_append (GTK_BOX (bar), box);
}

guint
ihop_graph_file (IhopDocument *document, const char *path)
{
  const IhopSession *session = ihop_document_session (document);

  for (guint i = 0; path && session && i < ihop_session_n_files (session); i++)
    if (g_str_equal (ihop_session_path (session, i), path))
      return i;
  return G_MAXUINT;
}
