/* Rows of the explorer: what a file, a function or a loop looks like. */
#pragma once
#include <gtk/gtk.h>

/* For a list of GtkTreeListRow of IhopItem. The caller owns it. */
GtkListItemFactory *ihop_explorer_rows_new (void);
