/* The text of the file that is selected, as it is after the steps: highlighted, with verdicts beside
 * it, the selected fragment shaded. The owner's own text (no steps taken) can be edited. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

GtkWidget *ihop_source_view_new (IhopDocument *document);
void ihop_source_view_focus (GtkWidget *view);
