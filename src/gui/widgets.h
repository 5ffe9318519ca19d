/* Small things that several panes are made of. */
#pragma once
#include "gui/document.h"
#include "gui/text.h"
#include <gtk/gtk.h>
#include <gtksourceview/gtksource.h>

void ihop_box_clear (GtkWidget *box);
/* A label that wraps, left-aligned, its text selectable; style may be NULL. */
GtkWidget *ihop_label_new (const char *text, const char *style);
/* "tooltip" may be NULL. The button's accessible name is its label. */
GtkWidget *ihop_button_new (const char *label, const char *tooltip, GCallback clicked, gpointer data);
/* A C text that is read only, coloured as the window is, inside a scrolled window. view may be NULL. */
GtkWidget *ihop_text_view_new (const char *name, GtkSourceView **view);
/* Follows the window between light and dark. */
void ihop_text_buffer_follow_style (GtkSourceBuffer *buffer);
/* What a widget shows is about the text before: it is dimmed, and said to be busy, until this is called with FALSE. */
void ihop_widget_set_old (GtkWidget *widget, gboolean is_old);
void ihop_widget_set_class (GtkWidget *widget, const char *class, gboolean has);
/* Escape closes a dialog, as everywhere. */
void ihop_dialog_close_by_escape (GtkWindow *dialog);
