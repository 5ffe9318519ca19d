/* Beside the source: a loop's share of the run that was observed, and what is copied to the device (↓) and back (↑) in a line. */
#pragma once
#include "gui/document.h"
#include <gtksourceview/gtksource.h>

/* For the view of the source, which holds it. */
void ihop_source_margin_attach (GtkSourceView *view, IhopDocument *document);
/* The view shows this file. */
void ihop_source_margin_show (GtkSourceView *view, guint file);
