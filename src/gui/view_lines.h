/* Lines of a view of text: marked, brought into sight, replaced. Lines count from 1. */
#pragma once
#include <gtk/gtk.h>

void ihop_view_lines_tag (GtkTextBuffer *buffer, GtkTextTag *tag, guint first, guint last);
void ihop_view_lines_untag (GtkTextBuffer *buffer, GtkTextTag *tag);
/* Lines that are in sight stay where they are. */
void ihop_view_lines_show (GtkTextView *view, guint line, guint last);
/* Of CUDA: where the first kernel begins; 1: there is none. */
guint ihop_view_lines_first_kernel (GtkTextView *view);
/* The buffer's text, which is "old", becomes "text". Only what differs is replaced: the cursor stays, and the text does not
 * jump. */
void ihop_view_lines_replace (GtkTextBuffer *buffer, const char *old, const char *text);
