/* Pieces of the page (show_html.c). Own to this room. */
#pragma once
#include "bench/show.h"

/* A page as far as its <main>, named after a run. */
GString *ihop_page_begin (const char *name);
/* Text between tags or in an attribute. */
void ihop_page_put (GString *page, const char *text);
void ihop_page_printf (GString *page, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The figure of one size: speed-up over the original, a row a kernel, logarithmic. */
void ihop_page_figure (GString *page, const IhopRun *run, const char *size, gboolean stands_alone);
