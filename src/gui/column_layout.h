/* A column of a list whose rows know nothing of each other: wants the same width whatever it says, and does with less where
 * there is no room. */
#pragma once
#include <gtk/gtk.h>

/* Likewise, but as wide as the longest of these texts (NULL-terminated, copied). */
void ihop_label_set_column_for (GtkWidget *label, const char *const *texts);
/* A label that shortens its words. characters: how many it wants. */
void ihop_label_set_column (GtkWidget *label, int characters);
