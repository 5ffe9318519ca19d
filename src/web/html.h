/* Writing HTML. Everything that did not come from this program goes through ihop_html_text. */
#pragma once
#include <glib.h>

/* Escaped, good in text and in quoted attributes; what is no UTF-8 becomes U+FFFD. NULL is nothing. */
void ihop_html_text (GString *out, const char *text);
void ihop_html_text_len (GString *out, const char *text, gsize length);
/* A format whose %s are escaped; the format itself is ours. Only %s, %u and %%. */
void ihop_html_add (GString *out, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* A whole page around a body (takes it). head: more for <head>, or NULL. Caller frees. */
char *ihop_html_page (const char *title, const char *head, char *body);
