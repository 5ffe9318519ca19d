/* The step that was tried: its verdict and what it changes, or why it is refused. */
#include "gui/diff_view.h"
#include "gui/pane.h"
#include "gui/remedies.h"
#include "gui/widgets.h"
#include "project/effect.h"
#include "project/units.h"

#define IHOP_TYPE_PREVIEW (ihop_preview_get_type ())
G_DECLARE_FINAL_TYPE (IhopPreview, ihop_preview, IHOP, PREVIEW, GtkBox)

struct _IhopPreview
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *step, *verdict, *take, *dismiss, *bar, *pages, *diff, *refusal, *effect;
  GCancellable *asking;    /* for what the step would change */
};

G_DEFINE_FINAL_TYPE (IhopPreview, ihop_preview, GTK_TYPE_BOX)

static void
take (GtkButton *button, gpointer data)
{
  ihop_document_accept (IHOP_PREVIEW (data)->document);
}

static void
dismiss (GtkButton *button, gpointer data)
{
  ihop_document_dismiss (IHOP_PREVIEW (data)->document);
}

static void
show_diff (IhopPreview *self, const IhopProposal *proposal)
{
  IhopSnapshotFile before = ihop_snapshot_file (proposal->before, proposal->file);
  IhopSnapshotFile after = ihop_snapshot_file (proposal->after, proposal->file);

  ihop_diff_view_set (IHOP_DIFF_VIEW (self->diff), _ ("Now"), before.text, _ ("After the step"),
                      after.text);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), "diff");
}

/* The lines that collide light up in the source right away. */
static void
show_refusal (IhopPreview *self, const IhopProposal *proposal)
{
  const IhopDiag *first = proposal->diags->len ? proposal->diags->pdata[0] : NULL;

  ihop_box_clear (self->refusal);
  ihop_box_add_diags (self->refusal, self->document, proposal->file, proposal->diags);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), "refusal");
  if (first && first->line)
    ihop_document_point (self->document, proposal->file, first->line, 0);
}

/* ---- what it would change ---- */

typedef struct
{
  IhopPreview *preview;    /* only for the main thread */
  IhopSnapshot *after;
  guint file;
  char *step;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  ihop_snapshot_unref (question->after);
  g_free (question->step);
  g_free (question);
}

static gpointer
find_effect (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;

  return ihop_snapshot_effect (snapshot, question->after, question->file, question->step);
}

/* "✓ 3 ✗ 1" */
static char *
counts_text (const guint *verdicts)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 3; i++)
    if (verdicts[i])
      g_string_append_printf (text, "%s%s %u", text->len ? " " : "", ihop_text_verdict_symbol (i), verdicts[i]);
  return g_string_free (text, FALSE);
}

/* nothing: what a number below 0 means. */
static void
add_pair (GString *text, const char *format, const double *both, const char *nothing, char *(*with_unit) (double number))
{
  g_autofree char *before = both[0] < 0 ? g_strdup (nothing) : with_unit (both[0]);
  g_autofree char *after = both[1] < 0 ? g_strdup (nothing) : with_unit (both[1]);

  g_string_append (text, " · ");
  g_string_append_printf (text, format, before, after);
}

static void
show_effect (IhopDocument *document, gpointer *result, gpointer data)
{
  IhopPreview *self = ((const Question *) data)->preview;
  const IhopEffect *effect = *result;
  g_autoptr (GString) text = g_string_new (NULL);

  if (effect == NULL)
    return;
  g_autofree char *before = counts_text (effect->verdicts[0]), *after = counts_text (effect->verdicts[1]);
  g_string_append_printf (text, _ ("Loops of %s: %s → %s"), effect->function, before, after);
  if (effect->seconds[0] >= 0 || effect->seconds[1] >= 0)
    add_pair (text, _ ("predicted with the GPU: %s → %s"), effect->seconds, _ ("nothing is on it"), ihop_units_seconds);
  if (effect->bytes[0] >= 0 || effect->bytes[1] >= 0)
    add_pair (text, _ ("copied: %s → %s"), effect->bytes, _ ("nothing"), ihop_units_bytes);
  gtk_label_set_text (GTK_LABEL (self->effect), text->str);
  gtk_widget_set_visible (self->effect, TRUE);
}

static void
stop_asking (IhopPreview *self)
{
  if (self->asking)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  gtk_widget_set_visible (self->effect, FALSE);
}

static void
ask_for_effect (IhopPreview *self, const IhopProposal *proposal)
{
  Question *question = g_new0 (Question, 1);

  question->preview = self;
  question->after = ihop_snapshot_ref (proposal->after);
  question->file = proposal->file;
  question->step = g_strdup (proposal->step);
  g_set_object (&self->asking, ihop_document_run (self->document, find_effect, show_effect, question, question_free, ihop_effect_free));
}

static void
proposed (IhopPreview *self)
{
  stop_asking (self);
  const IhopProposal *proposal = ihop_document_proposal (self->document);
  gboolean is_legal = proposal && proposal->after;

  gtk_widget_set_visible (self->bar, proposal != NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), "nothing");
  if (proposal == NULL)
    return;
  gtk_label_set_text (GTK_LABEL (self->step), proposal->step);
  gtk_label_set_text (GTK_LABEL (self->verdict),
                      is_legal ? _ ("✓ proved: the program means the same") : _ ("✗ refused"));
  gtk_widget_remove_css_class (self->verdict, is_legal ? "verdict-sequential" : "verdict-parallel");
  gtk_widget_add_css_class (self->verdict, is_legal ? "verdict-parallel" : "verdict-sequential");
  gtk_widget_set_sensitive (self->take, is_legal);
  if (is_legal)
    {
      show_diff (self, proposal);
      ask_for_effect (self, proposal);
    }
  else
    show_refusal (self, proposal);
}

/* ---- the widget ---- */

static void
ihop_preview_dispose (GObject *object)
{
  IhopPreview *self = IHOP_PREVIEW (object);

  if (self->asking)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  G_OBJECT_CLASS (ihop_preview_parent_class)->dispose (object);
}

static void
ihop_preview_class_init (IhopPreviewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_preview_dispose;
}

static void
make_bar (IhopPreview *self)
{
  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->step = ihop_label_new (NULL, "step-text");
  gtk_label_set_wrap (GTK_LABEL (self->step), FALSE);
  gtk_label_set_ellipsize (GTK_LABEL (self->step), PANGO_ELLIPSIZE_END);
  self->verdict = gtk_label_new (NULL);
  self->take = ihop_button_new (_ ("Take this step"), _ ("Ctrl+Enter"), G_CALLBACK (take), self);
  self->dismiss = ihop_button_new (_ ("Dismiss"), _ ("Escape"), G_CALLBACK (dismiss), self);
  gtk_widget_add_css_class (self->take, "suggested-action");
  gtk_widget_set_hexpand (self->verdict, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->verdict), 0);
  gtk_widget_add_css_class (self->bar, "bar");
  gtk_box_append (GTK_BOX (self->bar), self->step);
  gtk_box_append (GTK_BOX (self->bar), self->verdict);
  gtk_box_append (GTK_BOX (self->bar), self->take);
  gtk_box_append (GTK_BOX (self->bar), self->dismiss);
}

static void
ihop_preview_init (IhopPreview *self)
{
  GtkWidget *nothing = ihop_label_new (_ ("Choose a step under “Steps” to see here what it would change, "
                                          "before it is taken."),
                                       "dim");
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  make_bar (self);
  self->pages = gtk_stack_new ();
  self->diff = ihop_diff_view_new ();
  self->refusal = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->refusal, "card-body");
  gtk_widget_add_css_class (nothing, "card-body");
  gtk_widget_set_valign (nothing, GTK_ALIGN_START);
  ihop_text_name (self->refusal, _ ("Why it is refused"), NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->refusal);
  gtk_stack_add_named (GTK_STACK (self->pages), nothing, "nothing");
  gtk_stack_add_named (GTK_STACK (self->pages), self->diff, "diff");
  gtk_stack_add_named (GTK_STACK (self->pages), scrolled, "refusal");
  self->effect = ihop_label_new (NULL, "dim");
  gtk_widget_set_visible (self->effect, FALSE);
  gtk_widget_add_css_class (self->effect, "diff-title");
  gtk_box_append (GTK_BOX (self), self->bar);
  gtk_box_append (GTK_BOX (self), self->effect);
  gtk_box_append (GTK_BOX (self), self->pages);
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopPreview *self = g_object_new (IHOP_TYPE_PREVIEW, NULL);

  self->document = document;
  g_signal_connect_object (document, "proposed", G_CALLBACK (proposed), self, G_CONNECT_SWAPPED);
  proposed (self);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_preview = {
  .name = "preview",
  .title = N_ ("Preview"),
  .key = "<Control>2",
  .place = IHOP_PLACE_BOTTOM,
  .create = create,
};
