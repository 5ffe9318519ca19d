/* Small questions about C text in expressions. */
#pragma once
#include <glib.h>

char *ihop_text_factor (const char *text);
char *ihop_text_summand (const char *text);
/* Whether an identifier stands in the text. */
gboolean ihop_text_has_word (const char *text, const char *word);
/* The same outside of comments, strings and #pragma. */
gboolean ihop_text_has_name (const char *text, const char *name);
/* Takes out lines with "#pragma target" and the like, and with directives that start or share threads.
 * Takes text; caller frees the result. */
char *ihop_text_without_marks (char *text);
/* The text with another word for each of these. Caller frees. */
char *ihop_text_replace_word (const char *text, const char *word, const char *other);
/* Where the line begins that this place is in. */
gsize ihop_text_line_begin (const char *text, gsize at);
