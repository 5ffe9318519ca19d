/* Parts in rows: one beside the other, and in a new row where the width ends, as words are. A bar of buttons needs no more
 * width than its widest part, so that a window can be made narrow and nothing of it is cut off. */
#pragma once
#include <gtk/gtk.h>

/* Lays out a GtkBox so from now on. Its own spacing and orientation mean nothing any more. A part with "hexpand" takes what
 * is left of its row. */
void ihop_box_wrap (GtkWidget *box, int spacing);
