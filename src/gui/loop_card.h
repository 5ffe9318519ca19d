/* All there is to say about one loop: verdict, why, the iterations that collide, what would help (remedies
 * as buttons), and its place on the device. The pane beside the source shows one, and the popover beside
 * the gutter. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

#define IHOP_TYPE_LOOP_CARD (ihop_loop_card_get_type ())
G_DECLARE_FINAL_TYPE (IhopLoopCard, ihop_loop_card, IHOP, LOOP_CARD, GtkBox)

GtkWidget *ihop_loop_card_new (IhopDocument *document);
/* Of the text that is shown; NULL: nothing is selected. */
void ihop_loop_card_show (IhopLoopCard *card, const IhopLoopView *loop);
/* The same loop anew: a run has shown something of it. */
void ihop_loop_card_renew (IhopLoopCard *card, const IhopLoopView *loop);
/* All verdicts are there: loops that are not parallel ask for help by themselves. */
void ihop_loop_card_finish (IhopLoopCard *card);
void ihop_loop_card_focus_block (IhopLoopCard *card);
