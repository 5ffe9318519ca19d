/* Context menus: what can be done with what lies under the pointer (right click) or is selected where the
 * keyboard is (Shift+F10, Menu). Commands come from the table of commands, steps from the registry of
 * transformations; what does not apply is there, too, but cannot be pressed, and its tooltip says why. */
#pragma once
#include "gui/commands.h"
#include "gui/document.h"
#include <gtk/gtk.h>

/* Selects what lies at a place of the widget. */
typedef void (*IhopMenuChoose) (GtkWidget *widget, double x, double y, gpointer data);

/* kinds: of commands. choose: NULL: what is selected stays so. */
void ihop_menu_attach (GtkWidget *widget, IhopDocument *document, guint kinds, IhopMenuChoose choose,
                       gpointer data);
/* The menu of the part of this window that has the keyboard, else of the source. */
void ihop_menu_open (GtkWidget *window);
/* A button with a command's action ("win.undo"): while it cannot be pressed, its tooltip says why. */
void ihop_menu_explain (GtkWidget *button);
