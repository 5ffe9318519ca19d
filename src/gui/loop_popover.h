/* What is known of a loop, beside its line: what, why, witness, remedies. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

/* Its parent unparents it (gtk_widget_unparent) when it goes. */
GtkWidget *ihop_loop_popover_new (GtkWidget *parent);
/* place: in the parent's coordinates. */
void ihop_loop_popover_show (GtkWidget *popover, IhopDocument *document, const IhopLoopView *loop, const GdkRectangle *place);
void ihop_loop_popover_close (GtkWidget *popover);
