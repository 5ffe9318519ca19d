/* The column beside the line numbers: at the line of each loop its verdict's symbol, to click. */
#pragma once
#include "gui/document.h"
#include <gtksourceview/gtksource.h>

#define IHOP_TYPE_SOURCE_GUTTER (ihop_source_gutter_get_type ())
G_DECLARE_FINAL_TYPE (IhopSourceGutter, ihop_source_gutter, IHOP, SOURCE_GUTTER,
                      GtkSourceGutterRendererText)

/* clicked: the loop's address (NULL: nothing there) and the area of the line in the renderer. */
typedef void (*IhopGutterClicked) (const IhopLoopView *loop, const GdkRectangle *area, gpointer data);
GtkSourceGutterRenderer *ihop_source_gutter_new (IhopGutterClicked clicked, gpointer data);
/* Of const IhopLoopView *, kept by somebody else until the next call with NULL: none. The array may grow and be
 * shown again. */
void ihop_source_gutter_show (IhopSourceGutter *gutter, const GPtrArray *loops);
