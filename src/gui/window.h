/* The window: header bar, explorer on the left, source in the middle, panes around. */
#pragma once
#include "gui/document.h"
#include <gtk/gtk.h>

#define IHOP_TYPE_WINDOW (ihop_window_get_type ())
G_DECLARE_FINAL_TYPE (IhopWindow, ihop_window, IHOP, WINDOW, GtkApplicationWindow)

IhopWindow *ihop_window_new (GtkApplication *application);
IhopDocument *ihop_window_document (IhopWindow *window);
/* Brings a pane to the front, by its name. */
void ihop_window_show_pane (IhopWindow *window, const char *name);
gboolean ihop_window_shows_pane (IhopWindow *window, const char *name);
/* The pane that has the keyboard, or else the one below the source, gets the whole window; or gives it back. */
void ihop_window_toggle_whole (IhopWindow *self);
/* The source view, or the explorer, takes the keyboard. */
void ihop_window_focus_source (IhopWindow *window);
void ihop_window_focus_explorer (IhopWindow *window);
/* The source's letters one step larger (1) or smaller (-1). */
void ihop_window_scale_text (IhopWindow *window, int by);
