/* Words on the screen: translated, and the same for a verdict wherever it is shown. */
#pragma once
#include "project/loop_view.h"
#include <glib/gi18n.h>
#include <gtk/gtk.h>

/* A verdict is always shown as symbol, word and colour together. */
const char *ihop_text_verdict_symbol (IhopVerdict verdict); /* "✓" "✗" "?" */
const char *ihop_text_verdict (IhopVerdict verdict);        /* "parallel", translated */
/* Style class: "verdict-parallel" … (style.css) */
const char *ihop_text_verdict_class (IhopVerdict verdict);
/* "#26a269" …, readable on what a view has behind it. */
const char *ihop_text_verdict_color (IhopVerdict verdict, gboolean is_dark);
/* Whether the window is dark now. */
gboolean ihop_text_is_dark (void);
/* Sets accessible name (and, if not NULL, description) of a widget. */
void ihop_text_name (GtkWidget *widget, const char *name, const char *description);
