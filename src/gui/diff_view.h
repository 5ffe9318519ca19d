/* Two texts side by side with what differs, only where they differ. */
#pragma once
#include <gtk/gtk.h>

#define IHOP_TYPE_DIFF_VIEW (ihop_diff_view_get_type ())
G_DECLARE_FINAL_TYPE (IhopDiffView, ihop_diff_view, IHOP, DIFF_VIEW, GtkBox)

GtkWidget *ihop_diff_view_new (void);
void ihop_diff_view_set (IhopDiffView *view, const char *left_title, const char *left,
                         const char *right_title, const char *right);
