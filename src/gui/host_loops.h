/* What stays on the host, and why: a button that says how many loops, and opens the list. */
#pragma once
#include <gtk/gtk.h>

/* Not visible until there is something to tell. */
GtkWidget *ihop_host_loops_new (void);
/* sentences: of char *, one a loop; NULL: nothing is known. They are copied. */
void ihop_host_loops_show (GtkWidget *button, const GPtrArray *sentences);
