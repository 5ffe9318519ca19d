/* The list of steps for a loop, in groups: what helps here, what is possible, what is refused and why. */
#pragma once
#include "gui/trials.h"
#include <gtk/gtk.h>

GtkWidget *ihop_steps_list_new (void);
/* A row for each form of the trials, which have to stay until the list is cleared. */
void ihop_steps_list_fill (GtkWidget *list, IhopTrials *trials);
void ihop_steps_list_clear (GtkWidget *list);
/* More is known of this form. */
void ihop_steps_list_show (GtkWidget *list, guint number);
/* Only rows with these words are shown. */
void ihop_steps_list_search (GtkWidget *list, const char *words);
/* Of the row's form; G_MAXUINT: it is a heading, or NULL. */
guint ihop_steps_list_number (GtkListBoxRow *row);
/* The one that is nearest to what is looked for, else the first, of those that are shown and can be tried; or NULL. */
GtkListBoxRow *ihop_steps_list_first (GtkWidget *list);
