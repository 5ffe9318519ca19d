/* The selected loop: its card, beside the source. */
#include "gui/loop_card.h"
#include "gui/pane.h"
#include "gui/widgets.h"

#define IHOP_TYPE_LOOP_PANE (ihop_loop_pane_get_type ())
G_DECLARE_FINAL_TYPE (IhopLoopPane, ihop_loop_pane, IHOP, LOOP_PANE, GtkBox)

struct _IhopLoopPane
{
  GtkBox parent_instance;
  IhopDocument *document;
  IhopLoopCard *card;
};

G_DEFINE_FINAL_TYPE (IhopLoopPane, ihop_loop_pane, GTK_TYPE_BOX)

static void
renew (IhopLoopPane *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);
  const IhopLoopView *loop = NULL;

  if (ihop_document_n_files (self->document))
    loop = ihop_document_loop (self->document, selection->file, selection->address);
  ihop_loop_card_show (self->card, loop);
}

/* What is known of the text before stays until more is known. */
static void
changed (IhopLoopPane *self)
{
  ihop_widget_set_old (GTK_WIDGET (self->card), ihop_document_is_old (self->document));
  if (!ihop_document_is_old (self->document))
    renew (self);
}

/* The same loop, with what a run has shown of it. */
static void
observed (IhopLoopPane *self)
{
  const IhopSelection *selection = ihop_document_selection (self->document);

  if (ihop_document_n_files (self->document))
    ihop_loop_card_renew (self->card, ihop_document_loop (self->document, selection->file, selection->address));
}

static void
finished (IhopLoopPane *self)
{
  changed (self);
  ihop_loop_card_finish (self->card);
}

static void
focus (IhopLoopPane *self, const char *what)
{
  if (g_str_equal (what, "block"))
    ihop_loop_card_focus_block (self->card);
}

/* ---- the widget ---- */

static void
ihop_loop_pane_class_init (IhopLoopPaneClass *class)
{
}

static void
ihop_loop_pane_init (IhopLoopPane *self)
{
}

static GtkWidget *
create (IhopDocument *document)
{
  IhopLoopPane *self = g_object_new (IHOP_TYPE_LOOP_PANE, NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *card = ihop_loop_card_new (document);

  self->document = document;
  self->card = IHOP_LOOP_CARD (card);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), card);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
  g_signal_connect_object (document, "selection", G_CALLBACK (renew), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "observed", G_CALLBACK (observed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "finished", G_CALLBACK (finished), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "focus", G_CALLBACK (focus), self, G_CONNECT_SWAPPED);
  renew (self);
  return GTK_WIDGET (self);
}

const IhopPane ihop_pane_loop = {
  .name = "loop",
  .title = N_ ("Loop"),
  .key = "<Alt>1",
  .place = IHOP_PLACE_RIGHT,
  .create = create,
};
