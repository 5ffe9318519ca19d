/* What of the window does not have its place, for tests: IHOP_LAYOUT=FILE gives the window an action "measure-layout", which
 * writes into FILE a line for each widget that
 *   beyond      reaches over the window's edge,
 *   squeezed    got less than it needs,
 *   cut         can only be seen in part, as what it lies in would have to be scrolled sideways,
 *   shortened   is a button or a tab whose words are not all there.
 * Text and pictures scroll by nature, and are left out. */
#pragma once
#include <gtk/gtk.h>

/* Does nothing where nobody asks for it. */
void ihop_layout_report_offer (GtkWindow *window);
