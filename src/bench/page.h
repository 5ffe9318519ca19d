/* Pieces of the page (show_html.c, page_cells.c). Own to this room. */
#pragma once
#include "bench/show.h"

/* A page as far as its <main>, named after a run. */
GString *ihop_page_begin (const char *name);
/* Text between tags or in an attribute. */
void ihop_page_put (GString *page, const char *text);
void ihop_page_printf (GString *page, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* A column's head, which sorts by it; "tip" may be NULL. */
void ihop_page_head (GString *page, const char *title, const char *tip);
/* Cells; NaN is a dash. "class" may be NULL. */
void ihop_page_number (GString *page, const char *class, double value, const char *text);
void ihop_page_seconds (GString *page, double seconds);
void ihop_page_bytes (GString *page, double bytes);
void ihop_page_count (GString *page, double count);
void ihop_page_cell (GString *page, const char *text);
/* A row's head: a link to what the page says of the kernel. */
void ihop_page_kernel_link (GString *page, const char *kernel);

/* show_device.c: the table of what is known of the device, and whether there is anything to fill it with. */
gboolean ihop_page_has_device (const IhopRun *run, const char *size);
void ihop_page_device (GString *page, const IhopRun *run, const char *size);
/* The figure of one size: speed-up over the original, a row a kernel, logarithmic. */
void ihop_page_figure (GString *page, const IhopRun *run, const char *size, gboolean stands_alone);
