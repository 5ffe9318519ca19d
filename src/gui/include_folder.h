/* A folder more in which headers are looked for: one of the compiler's flags, kept with the file or the project. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

/* Asks for the folder, above the window that the widget is in; then all is analysed anew. */
void ihop_include_folder_choose (GtkWidget *from, IhopDocument *document);
