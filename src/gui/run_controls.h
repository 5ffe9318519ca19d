/* What every pane has that runs something: how long it may take, a button that ends it, and how far it is. */
#pragma once
#include <gtk/gtk.h>

typedef struct
{
  GtkWidget *limit, *cancel, *spinner, *progress; /* the bar's */
} IhopRunControls;

/* Puts them at the end of the bar, a horizontal box, whose parts go on in another row where there is no room. cancel: called
 * with the button and data. */
void ihop_run_controls_add (IhopRunControls *self, GtkWidget *bar, GCallback cancel, gpointer data);
/* What it says of its progress is forgotten when nothing runs any more. */
void ihop_run_controls_set_running (const IhopRunControls *self, gboolean is_running);
void ihop_run_controls_say (const IhopRunControls *self, const char *progress);
/* That a run may take. */
double ihop_run_controls_seconds (const IhopRunControls *self);
