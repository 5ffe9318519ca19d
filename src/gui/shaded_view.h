/* A source view that shades bands of whole lines below the text. (Tags could do that, but GTK 4.8 goes on
 * drawing some lines as they were before they were tagged, and tags cost time in long files.) */
#pragma once
#include <gtksourceview/gtksource.h>

#define IHOP_TYPE_SHADED_VIEW (ihop_shaded_view_get_type ())
G_DECLARE_FINAL_TYPE (IhopShadedView, ihop_shaded_view, IHOP, SHADED_VIEW, GtkSourceView)

typedef enum
{
  IHOP_BAND_SELECTED, IHOP_BAND_FIRST_SPOT, IHOP_BAND_SECOND_SPOT, IHOP_BAND_HOVERED, /* spots lie over the selection */
  IHOP_N_BANDS
} IhopBand;

GtkWidget *ihop_shaded_view_new (GtkSourceBuffer *buffer);
/* Lines from 1; first 0: no such band. */
void ihop_shaded_view_set (IhopShadedView *view, IhopBand band, guint first, guint last);
/* Tints of single lines, below the bands: one byte a line of the text. 0: none; 1 and more: each another colour; with
 * IHOP_TINT_LIT: as a spot. Copies them; n 0: none. */
#define IHOP_TINT_LIT 0x80
void ihop_shaded_view_tint (IhopShadedView *view, const guint8 *tints, guint n);
/* The line (from 1) at a height of the widget. */
guint ihop_shaded_view_line_at (IhopShadedView *view, double y);
/* The source's colours, light or dark as the window is, so that the same colour means the same. */
void ihop_shaded_view_follow_style (IhopShadedView *view);
void ihop_shaded_view_set_colors (IhopShadedView *view, const char *selected, const char *spot);
