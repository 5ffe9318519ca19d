#include "gui/loop_card.h"
#include "gui/background.h"
#include "gui/loop_why.h"
#include "gui/remedies.h"
#include "gui/seen.h"
#include "gui/widgets.h"
#include "project/device_check.h"
#include <string.h>

struct _IhopLoopCard
{
  GtkBox parent_instance;
  IhopDocument *document;
  GtkWidget *help;         /* box for the steps that help, or NULL */
  GtkWidget *parallel;     /* button; NULL: the loop is marked … */
  GtkWidget *refusal;      /* … label: why the device will not run it, once that is known; NULL: nobody asks */
  GtkWidget *block;        /* entry; NULL: the loop cannot be marked */
  const IhopLoopView *loop; /* that the card is about; only to be compared */
  IhopSnapshot *snapshot;  /* that it belongs to, referenced, so that "loop" cannot come again by chance */
  char *shown;             /* its address, or NULL */
  char *mark;
  guint file;
  GCancellable *checking;  /* as "asking" */
  GCancellable *asking;    /* an answer after its cancelling is dropped by the document */
  gboolean had_block_focus; /* the keyboard was there before the card was made anew */
};

G_DEFINE_FINAL_TYPE (IhopLoopCard, ihop_loop_card, GTK_TYPE_BOX)

#define MOST_REMEDIES 4

static void
add (IhopLoopCard *self, GtkWidget *widget)
{
  gtk_box_append (GTK_BOX (self), widget);
}

static void
add_heading (IhopLoopCard *self, const char *text)
{
  GtkWidget *label = ihop_label_new (text, "heading-small");

  gtk_widget_set_margin_top (label, 8);
  add (self, label);
}

/* ---- steps that help ---- */

typedef struct
{
  IhopLoopCard *card;      /* only for the main thread */
  guint file;
  char *address;
  gboolean is_marked;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_free (question->address);
  g_free (question);
}

static gpointer
find_remedies (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;

  return ihop_snapshot_remedies (snapshot, question->file, question->address, MOST_REMEDIES);
}

static void
add_remedy (IhopLoopCard *self, const IhopRemedyView *remedy)
{
  g_autoptr (IhopMessage) steps = ihop_message_word (remedy->steps);
  GtkWidget *button = ihop_remedy_new (self->document, self->file, steps);

  gtk_box_append (GTK_BOX (self->help), button);
  gtk_box_append (GTK_BOX (self->help), ihop_label_new (remedy->effect, "dim"));
}

static void
found_remedies (IhopDocument *document, gpointer *result, gpointer data)
{
  IhopLoopCard *self = ((const Question *) data)->card;
  const GPtrArray *remedies = *result;

  if (self->help == NULL)
    return;
  ihop_box_clear (self->help);
  for (guint i = 0; i < remedies->len; i++)
    add_remedy (self, remedies->pdata[i]);
  if (remedies->len == 0)
    gtk_box_append (GTK_BOX (self->help),
                    ihop_label_new (_ ("No step of the catalogue was found to help."), "dim"));
}

static void
ask_for_help (IhopLoopCard *self)
{
  Question *question = g_new0 (Question, 1);

  question->card = self;
  question->file = self->file;
  question->address = g_strdup (self->shown);
  ihop_box_clear (self->help);
  gtk_box_append (GTK_BOX (self->help), ihop_label_new (_ ("Trying steps…"), "dim"));
  if (self->asking)
    g_cancellable_cancel (self->asking);
  g_set_object (&self->asking, ihop_document_run (self->document, find_remedies, found_remedies, question,
                                                  question_free, (GDestroyNotify) g_ptr_array_unref));
}

static void
help_clicked (GtkButton *button, gpointer data)
{
  ask_for_help (data);
}

/* ---- the device ---- */

static void
mark (IhopLoopCard *self, const char *words)
{
  g_autofree char *step = g_strdup_printf ("target %s%s", self->shown, words);

  ihop_document_try (self->document, self->file, step, TRUE);
}

static void
mark_parallel (GtkButton *button, gpointer data)
{
  mark (data, "");
}

static void
mark_off (GtkButton *button, gpointer data)
{
  mark (data, " off");
}

/* The other clauses of the mark stay. */
static void
set_block (gpointer widget, gpointer data)
{
  IhopLoopCard *self = data;
  g_auto (GStrv) parts = g_strsplit (gtk_editable_get_text (GTK_EDITABLE (self->block)), " ", -1);
  g_autofree char *size = g_strjoinv ("", parts);
  GString *words = g_string_new (NULL);
  g_auto (GStrv) old = g_strsplit (self->mark ? self->mark : "", " ", -1);

  for (guint i = 1; old[0] && old[i]; i++)
    if (*old[i] && !g_str_has_prefix (old[i], "block("))
      g_string_append_printf (words, " %s", old[i]);
  if (*size)
    g_string_append_printf (words, " block(%s)", size);
  mark (self, words->str);
  g_string_free (words, TRUE);
}

static char *
block_in (const char *words)
{
  const char *found = words ? strstr (words, "block(") : NULL;

  return found ? g_strndup (found + 6, strcspn (found + 6, ")")) : g_strdup ("");
}

static void
add_block_entry (IhopLoopCard *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *block = block_in (self->mark);

  self->block = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->block), _ ("best"));
  gtk_editable_set_text (GTK_EDITABLE (self->block), block);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->block), 9);
  ihop_text_name (self->block, _ ("Block size"), _ ("Threads along x, y, z: 32,8"));
  gtk_widget_set_tooltip_text (self->block, _ ("Threads along x, y, z, such as 32,8; empty: the profiler's "
                                               "choice (Ctrl+B)"));
  g_signal_connect (self->block, "activate", G_CALLBACK (set_block), self);
  gtk_box_append (GTK_BOX (row), gtk_label_new (_ ("Block")));
  gtk_box_append (GTK_BOX (row), self->block);
  gtk_box_append (GTK_BOX (row), ihop_button_new (_ ("Set block"), NULL, G_CALLBACK (set_block), self));
  add (self, row);
}

/* ---- whether it will run there ---- */

static gpointer
check_device (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;

  return ihop_snapshot_device_refusal (snapshot, question->file, question->address, question->is_marked,
                                       ihop_background_should_stop, cancellable);
}

static void
show_accepted (IhopLoopCard *self)
{
  if (self->mark == NULL)
    return;
  gtk_label_set_text (GTK_LABEL (self->refusal), _ ("✓ on the GPU"));
  gtk_widget_remove_css_class (self->refusal, "verdict-sequential");
  gtk_widget_add_css_class (self->refusal, "verdict-parallel");
  gtk_widget_set_visible (self->refusal, TRUE);
}

static void
checked_device (IhopDocument *document, gpointer *result, gpointer data)
{
  IhopLoopCard *self = ((const Question *) data)->card;
  const char *why = *result;

  if (self->refusal == NULL)
    return;
  if (why == NULL)
    {
      show_accepted (self);
      return;
    }
  g_autofree char *text = g_strdup_printf (_ ("✗ “Generate” refuses it: %s"), why);
  gtk_label_set_text (GTK_LABEL (self->refusal), text);
  gtk_widget_set_visible (self->refusal, TRUE);
  if (self->parallel)
    {
      gtk_widget_set_sensitive (self->parallel, FALSE);
      gtk_widget_set_tooltip_text (self->parallel, text);
    }
}

/* Said before anybody generates. */
static void
add_refusal (IhopLoopCard *self)
{
  Question *question = g_new0 (Question, 1);

  question->card = self;
  question->file = self->file;
  question->address = g_strdup (self->shown);
  question->is_marked = self->mark != NULL;
  self->refusal = ihop_label_new ("", "verdict-sequential");
  gtk_widget_set_visible (self->refusal, FALSE);
  add (self, self->refusal);
  g_set_object (&self->checking, ihop_document_wonder (self->document, check_device, checked_device, question,
                                                       question_free, g_free));
}

static void
add_device (IhopLoopCard *self, const IhopLoopView *loop)
{
  add_heading (self, _ ("On the GPU"));
  if ((self->mark || loop->verdict == IHOP_PARALLEL) && !ihop_document_is_old (self->document))
    add_refusal (self);
  if (self->mark)
    {
      g_autofree char *pragma = g_strdup_printf ("#pragma %s", self->mark);
      add (self, ihop_label_new (pragma, "step-text"));
      if (strstr (self->mark, "serial") == NULL)
        add_block_entry (self);
      add (self, ihop_button_new (_ ("Take off the GPU"), NULL, G_CALLBACK (mark_off), self));
      return;
    }
  GtkWidget *parallel = ihop_button_new (_ ("Put on GPU"),
                                         _ ("Marks the nest: its iterations are spread over threads"),
                                         G_CALLBACK (mark_parallel), self);
  gtk_widget_add_css_class (parallel, "suggested-action");
  gtk_widget_set_sensitive (parallel, loop->verdict == IHOP_PARALLEL);
  if (loop->verdict != IHOP_PARALLEL)
    gtk_widget_set_tooltip_text (parallel, _ ("The loop is not proved to be parallel."));
  self->parallel = parallel;
  add (self, parallel);
}

static void
add_verdict (IhopLoopCard *self, const IhopLoopView *loop)
{
  g_autofree char *verdict = g_strdup_printf ("%s %s", ihop_text_verdict_symbol (loop->verdict),
                                              ihop_text_verdict (loop->verdict));
  g_autofree char *place = g_strdup_printf (_ ("lines %u to %u"), loop->line, loop->last_line);
  GtkWidget *name = ihop_label_new (loop->address, "title-4"), *word = ihop_label_new (verdict, "title-4");

  gtk_widget_add_css_class (word, ihop_text_verdict_class (loop->verdict));
  add (self, name);
  add (self, word);
  add (self, ihop_label_new (place, "dim"));
  if (loop->verdict == IHOP_PARALLEL)
    add (self, ihop_label_new (_ ("All iterations can run at once."), "finding"));
}

static void
add_help (IhopLoopCard *self, const IhopLoopView *loop)
{
  add_heading (self, _ ("Steps that help"));
  self->help = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  add (self, self->help);
  if (loop->verdict != IHOP_PARALLEL && ihop_document_is_analysed (self->document))
    ask_for_help (self);
  else
    gtk_box_append (GTK_BOX (self->help),
                    ihop_button_new (_ ("Look for steps that help"),
                                     _ ("Tries the catalogue on this loop; each step is proved"),
                                     G_CALLBACK (help_clicked), self));
}

static void
show_nothing (IhopLoopCard *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);

  if (selection->function)
    add (self, ihop_label_new (selection->function, "title-4"));
  add (self, ihop_label_new (_ ("Select a loop to see whether it can run in parallel, and why: click into "
                                "it, or press Alt+Down."),
                             "dim"));
}

/* The card is made anew while somebody may be typing in it. The keyboard goes to the pane itself (a focus
 * that is destroyed leaves the window deaf) and from there back to the same place when that is there. */
static void
keep_focus (IhopLoopCard *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *at = root ? gtk_root_get_focus (root) : NULL;

  if (at == NULL || !gtk_widget_is_ancestor (at, GTK_WIDGET (self)))
    return;
  self->had_block_focus = self->block && gtk_widget_is_ancestor (at, self->block);
  gtk_root_set_focus (root, GTK_WIDGET (self));
}

static void
bring_focus_back (IhopLoopCard *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (root == NULL || gtk_root_get_focus (root) != GTK_WIDGET (self))
    return;
  if (self->had_block_focus && self->block)
    gtk_widget_grab_focus (self->block);
  else
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
stop_asking (IhopLoopCard *self)
{
  if (self->asking)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  if (self->checking)
    g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
}

void
ihop_loop_card_show (IhopLoopCard *self, const IhopLoopView *loop)
{
  IhopSnapshot *snapshot = ihop_document_snapshot (self->document);

  if (loop && loop == self->loop && snapshot == self->snapshot)
    return; /* nothing is new */
  keep_focus (self);
  stop_asking (self);
  self->loop = loop;
  g_clear_pointer (&self->snapshot, ihop_snapshot_unref);
  self->snapshot = snapshot ? ihop_snapshot_ref (snapshot) : NULL;
  g_free (self->shown);
  g_free (self->mark);
  self->shown = g_strdup (loop ? loop->address : NULL);
  self->mark = g_strdup (loop ? loop->mark : NULL);
  self->file = loop ? loop->file : 0;
  self->help = self->block = self->parallel = self->refusal = NULL;
  ihop_box_clear (GTK_WIDGET (self));
  if (loop == NULL)
    {
      show_nothing (self);
      return;
    }
  add_verdict (self, loop);
  if (ihop_document_seen (self->document, loop))
    add (self, ihop_seen_box_new (ihop_document_seen (self->document, loop)));
  add (self, ihop_loop_why_new (self->document, loop));
  add_device (self, loop);
  add_help (self, loop);
  bring_focus_back (self);
}

void
ihop_loop_card_renew (IhopLoopCard *self, const IhopLoopView *loop)
{
  self->loop = NULL;
  ihop_loop_card_show (self, loop);
}

void
ihop_loop_card_finish (IhopLoopCard *self)
{
  if (self->loop && self->help && self->loop->verdict != IHOP_PARALLEL)
    ask_for_help (self);
}

void
ihop_loop_card_focus_block (IhopLoopCard *self)
{
  if (self->block)
    gtk_widget_grab_focus (self->block);
}

/* ---- the widget ---- */

static void
ihop_loop_card_dispose (GObject *object)
{
  stop_asking (IHOP_LOOP_CARD (object));
  G_OBJECT_CLASS (ihop_loop_card_parent_class)->dispose (object);
}

static void
ihop_loop_card_finalize (GObject *object)
{
  IhopLoopCard *self = IHOP_LOOP_CARD (object);

  g_free (self->shown);
  g_free (self->mark);
  g_clear_pointer (&self->snapshot, ihop_snapshot_unref);
  G_OBJECT_CLASS (ihop_loop_card_parent_class)->finalize (object);
}

static void
ihop_loop_card_class_init (IhopLoopCardClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ihop_loop_card_dispose;
  G_OBJECT_CLASS (class)->finalize = ihop_loop_card_finalize;
}

static void
ihop_loop_card_init (IhopLoopCard *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 5);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "card-body");
}

GtkWidget *
ihop_loop_card_new (IhopDocument *document)
{
  IhopLoopCard *self = g_object_new (IHOP_TYPE_LOOP_CARD, NULL);

  self->document = document;
  return GTK_WIDGET (self);
}
