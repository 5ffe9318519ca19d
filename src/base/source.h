/* A source file as bytes, and ranges in it.
 *
 * Everything that ihop says about a program, it says about bytes of a file that
 * the owner wrote. A range is half open, counted in bytes from the file's start;
 * lines and columns (both from 1, columns in bytes) are worked out when shown. */
#pragma once
#include <glib.h>

typedef struct _IhopSource IhopSource;
struct _IhopSource
{
  gatomicrefcount references;
  char *path;       /* as the user named it (or as Clang found it, for a header) */
  char *text;       /* the bytes, NUL-terminated beyond the end; may hold NULs */
  gsize length;
  GArray *lines;    /* of gsize: where each line starts */
  GArray *owners;   /* of guint: the line of the owner's file that each line stands for; NULL: this is the owner's text */
  GArray *skipped;  /* of IhopSpan, in order: what #if took out, with the lines of #if, and calls of
                       macros that expand to nothing */
};

typedef struct
{
  gsize begin, end;
} IhopSpan;

typedef struct
{
  const IhopSource *source; /* NULL: this text was not written by the owner */
  gsize begin, end;
} IhopRange;

/* Takes nothing; copies path and text. */
IhopSource *ihop_source_new (const char *path, const char *text, gsize length);
IhopSource *ihop_source_ref (IhopSource *source);
void ihop_source_unref (IhopSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSource, ihop_source_unref)

/* What ihop has made of a file is read again, but people are told the lines of their own file: owners (of guint, taken) has
 * for each line of this text the one that it stands for. Before anybody asks. */
void ihop_source_set_owners (IhopSource *source, GArray *owners);
/* Line and column (from 1) of a byte, as its owner counts them. Offsets past the end give the last line. */
void ihop_source_locate (const IhopSource *source, gsize offset, guint *line, guint *column);
/* The byte at which a line (from 1) starts; the length for a line past the end. */
gsize ihop_source_line_start (const IhopSource *source, guint line);
/* The words of a line (from 1) of some text, without the white space around them; "" where there is none. Caller frees. */
char *ihop_text_line (const char *text, guint line);
/* White space that the line of this byte begins with. Caller frees. */
char *ihop_source_indent (const IhopSource *source, gsize offset);

static inline gboolean
ihop_range_is_known (IhopRange range)
{
  return range.source != NULL;
}

gboolean ihop_range_contains (IhopRange outer, IhopRange inner);
guint ihop_range_line (IhopRange range);   /* 0 when not known */
guint ihop_range_text_line (IhopRange range); /* in the text as it is, for whoever looks for a line in it; else as above */
guint ihop_range_column (IhopRange range);
/* A copy of the bytes; NULL when the range is not known. Caller frees. */
char *ihop_range_text (IhopRange range);
