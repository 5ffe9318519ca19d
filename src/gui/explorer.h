/* Files, functions and loops with their verdicts. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

GtkWidget *ihop_explorer_new (IhopDocument *document);
/* The list takes the keyboard. */
void ihop_explorer_focus (GtkWidget *explorer);
