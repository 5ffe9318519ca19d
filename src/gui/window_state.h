/* Sizes of the window and its parts, text size, dark or light: kept from one start to the next. */
#pragma once
#include <gtk/gtk.h>

typedef struct _IhopWindowState IhopWindowState;

/* Applies what was kept. */
IhopWindowState *ihop_window_state_new (GtkWindow *window, GtkWidget *left, GtkWidget *right,
                                        GtkWidget *bottom);
void ihop_window_state_free (IhopWindowState *state);
void ihop_window_state_save (IhopWindowState *state);
/* The source's letters, in points. */
double ihop_window_state_text (const IhopWindowState *state);
void ihop_window_state_scale (IhopWindowState *state, int by);
