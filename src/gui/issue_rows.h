/* The rows of the list of issues: verdict, loop, line, finding, and what can be done about it there. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

/* For items of gui/item.h. The document outlives it. The caller owns it. */
GtkListItemFactory *ihop_issue_rows_new (IhopDocument *document);
