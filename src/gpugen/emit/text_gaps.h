/* The blanks and comments around statements: where a line begins and ends, and what may be written there. Places are bytes of "text", which ends with a 0. */
#pragma once
#include <glib.h>

/* Whether there are only blanks and tabs from one place to the other. */
gboolean ihop_gap_is_blank (const char *text, gsize from, gsize to);
/* Behind all spaces before the place, line breaks too. */
gsize ihop_gap_begin (const char *text, gsize at);
/* The end of the line, if only blanks or one comment come between it and the place, which is the end of a statement; else the place. */
gsize ihop_gap_line_end (const char *text, gsize at);
/* Whether what is written at the place stays on its line as code: no comment runs to the line's end, and it is no directive. */
gboolean ihop_gap_can_follow (const char *text, gsize at);
/* Lines as they stand inside of other text: without the first one's indentation and the last line break. Caller frees. */
char *ihop_gap_inner_lines (const char *lines);
