/* What the window is made of. A pane is one file that exports one IhopPane; panes.c lists it. The
 * window makes its widget once, puts it where it says, gives it an action that shows it
 * ("win.show-NAME") and remembers its size. A pane listens to the document's signals (document.h) and
 * asks the document for everything; it knows neither the window nor the other panes.
 *
 * A pane that is not visible need not work: ihop_pane_is_shown says so, and "map" tells when it is.
 * Nothing slow on the main thread: ihop_document_run. Every part that people use has an accessible
 * name (tests find it by that) and a tooltip where it is not plain. */
#pragma once
#include "gui/document.h"
#include "gui/text.h"
#include <gtk/gtk.h>

typedef enum
{
  IHOP_PLACE_BOTTOM, /* a tab below the source, over the whole width */
  IHOP_PLACE_RIGHT   /* a tab beside the source */
} IhopPlace;

typedef struct
{
  const char *name;        /* "issues": action win.show-issues, page of the stack */
  const char *title;       /* N_("Issues"): what the tab is called */
  const char *key;         /* "<Control>1", or NULL */
  IhopPlace place;
  GtkWidget *(*create) (IhopDocument *document); /* gives a floating reference; the document outlives it */
} IhopPane;

extern const IhopPane *const ihop_panes[]; /* in the order of the tabs; ends with NULL */

/* Commands that only make sense in a pane are actions that it adds to itself with gtk_widget_class_
 * install_action or a GSimpleActionGroup; commands for everybody are rows in commands.c. */
static inline gboolean
ihop_pane_is_shown (GtkWidget *pane)
{
  return gtk_widget_get_mapped (pane);
}
