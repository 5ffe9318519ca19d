/* What is said against something, and what helps, each as a button that does it. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

/* A remedy as a button if it is a step that can be tried, or something that only the owner can say (vouch_button.h); else as
 * a sentence. */
GtkWidget *ihop_remedy_new (IhopDocument *document, guint file, const IhopMessage *remedy);
/* What the diags say, each with its place to show and its remedies. */
void ihop_box_add_diags (GtkWidget *box, IhopDocument *document, guint file, const IhopDiags *diags);
