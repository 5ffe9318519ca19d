#include "gui/loop_popover.h"
#include "gui/loop_card.h"
#include "gui/text.h"

GtkWidget *
ihop_loop_popover_new (GtkWidget *parent)
{
  GtkWidget *popover = gtk_popover_new (), *scrolled = gtk_scrolled_window_new ();

  g_object_set (scrolled, "hscrollbar-policy", GTK_POLICY_NEVER, "propagate-natural-height", TRUE,
                "max-content-height", 430, "width-request", 430, NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_RIGHT);
  gtk_widget_set_parent (popover, parent);
  ihop_text_name (popover, _ ("What is known of this loop"), NULL);
  return popover;
}

/* The card is made for this one time: what it shows is old as soon as the text changes. */
void
ihop_loop_popover_show (GtkWidget *popover, IhopDocument *document, const IhopLoopView *loop, const GdkRectangle *place)
{
  GtkWidget *card = ihop_loop_card_new (document);

  ihop_loop_card_show (IHOP_LOOP_CARD (card), loop);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (gtk_popover_get_child (GTK_POPOVER (popover))), card);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), place);
  gtk_popover_popup (GTK_POPOVER (popover));
}

void
ihop_loop_popover_close (GtkWidget *popover)
{
  gtk_popover_popdown (GTK_POPOVER (popover));
}
