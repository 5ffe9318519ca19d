/* A remedy that only the owner can give: a button that vouches for it, with what was found to come of that. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

/* NULL: the remedy is another one. */
GtkWidget *ihop_vouch_button_new (IhopDocument *document, const IhopMessage *remedy);
