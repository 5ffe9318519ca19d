/* The text of the file that is selected, as it is after the steps: highlighted, with verdicts beside
 * it, the selected fragment shaded. It can be edited wherever it is the
 * owner's own (ihop_document_type). */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

GtkWidget *ihop_source_view_new (IhopDocument *document);
void ihop_source_view_focus (GtkWidget *view);
