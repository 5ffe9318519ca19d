/* How the owner lays code out, so that what we add looks the same. */
#pragma once
#include "ir/print.h"

typedef struct
{
  char unit[10];           /* one level of indentation */
  gboolean brace_below;    /* "{" on a line of its own … */
  gboolean brace_indented; /* … and one level in, as GNU does */
  gboolean space_keyword;  /* "for (" */
  gboolean space_call;     /* "f (x)" */
} IhopLayout;

IhopLayout ihop_layout_of (const IhopSource *source);

/* Our text in the owner's layout. It is written with a tab a level, "f (x)", "if (", and "{" at
 * the end of lines; all its lines get "indent" in front. Comments and strings are left alone.
 * Caller frees. */
char *ihop_layout_text (const IhopLayout *layout, const char *indent, const char *text);
void ihop_layout_append (const IhopLayout *layout, GString *out, const char *indent,
                         const char *format, ...) G_GNUC_PRINTF (4, 5);
/* The same with a line break at the end. */
void ihop_layout_line (const IhopLayout *layout, GString *out, const char *indent, const char *format, ...) G_GNUC_PRINTF (4, 5);
/* indent plus so many levels. Caller frees. */
char *ihop_layout_indent (const IhopLayout *layout, const char *indent, guint levels);
