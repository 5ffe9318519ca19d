/* What is done to all loops that a list shows. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

/* A button that opens what can be done with the loops among "shown" (of IhopItem): it keeps a reference. */
GtkWidget *ihop_issues_group_new (IhopDocument *document, GListModel *shown);
