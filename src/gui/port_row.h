/* One line of what a search has found: a tick, the step, what it does, what it is predicted to change. */
#pragma once
#include "project/port.h"
#include <gtk/gtk.h>

/* "toggled" is called when the tick changes. */
GtkWidget *ihop_port_row_new (const IhopPortLine *line, GCallback toggled, gpointer data);
gboolean ihop_port_row_is_ticked (GtkWidget *row);
/* What it changes or why it is refused, as far as "line" says; not ticked: neither. */
void ihop_port_row_show (GtkWidget *row, const IhopPortLine *line);
/* It is being tried. */
void ihop_port_row_wait (GtkWidget *row);
