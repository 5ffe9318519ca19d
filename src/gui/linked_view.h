/* Text that was made of the source, and the source, light each other up: tints say which kernel a line belongs to, the pointer
 * over a line lights those on the other side, and so does the cursor, which also scrolls there. */
#pragma once
#include "gui/document.h"
#include "gui/shaded_view.h"

/* For the view of a product; the view holds what it needs. */
void ihop_linked_view_attach (IhopShadedView *view, IhopDocument *document);
/* The text that is in the view now, made of this file: for each of its lines the line of the source, or 0, and for each line
 * of the source its kernel (see plan_view.h). Both are copied; NULL: not (yet) known. */
void ihop_linked_view_show (IhopShadedView *view, guint file, const GArray *lines, const GByteArray *kernels);

/* For the view of the source. */
void ihop_linked_source_attach (IhopShadedView *view, IhopDocument *document);
void ihop_linked_source_show (IhopShadedView *view, guint file);
