#include "base/source.h"
#include <string.h>

IhopSource *
ihop_source_new (const char *path, const char *text, gsize length)
{
  IhopSource *source = g_new0 (IhopSource, 1);
  gsize start = 0;

  g_atomic_ref_count_init (&source->references);
  source->path = g_strdup (path);
  source->text = g_malloc (length + 1);
  memcpy (source->text, text, length);
  source->text[length] = '\0';
  source->length = length;
  source->lines = g_array_new (FALSE, FALSE, sizeof (gsize));
  source->skipped = g_array_new (FALSE, FALSE, sizeof (IhopSpan));
  g_array_append_val (source->lines, start);
  for (gsize i = 0; i < length; i++)
    if (text[i] == '\n')
      {
        start = i + 1;
        g_array_append_val (source->lines, start);
      }
  return source;
}

IhopSource *
ihop_source_ref (IhopSource *source)
{
  g_atomic_ref_count_inc (&source->references);
  return source;
}

void
ihop_source_unref (IhopSource *source)
{
  if (source == NULL || !g_atomic_ref_count_dec (&source->references))
    return;
  g_array_unref (source->lines);
  g_clear_pointer (&source->owners, g_array_unref);
  g_array_unref (source->skipped);
  g_free (source->text);
  g_free (source->path);
  g_free (source);
}

void
ihop_source_set_owners (IhopSource *source, GArray *owners)
{
  g_assert (owners->len >= source->lines->len);
  g_clear_pointer (&source->owners, g_array_unref);
  source->owners = owners;
}

/* From 0: of the line that this byte stands in. */
static guint
index_of_line (const IhopSource *source, gsize offset)
{
  guint low = 0, high = source->lines->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (source->lines, gsize, middle) <= offset)
        low = middle;
      else
        high = middle;
    }
  return low;
}

void
ihop_source_locate (const IhopSource *source, gsize offset, guint *line, guint *column)
{
  guint index = index_of_line (source, offset);

  *line = source->owners ? g_array_index (source->owners, guint, index) : index + 1;
  *column = (guint) (offset - g_array_index (source->lines, gsize, index)) + 1;
}

gsize
ihop_source_line_start (const IhopSource *source, guint line)
{
  if (line == 0)
    return 0;
  if (line > source->lines->len)
    return source->length;
  return g_array_index (source->lines, gsize, line - 1);
}

char *
ihop_source_indent (const IhopSource *source, gsize offset)
{
  const char *start = source->text + g_array_index (source->lines, gsize, index_of_line (source, offset));

  return g_strndup (start, strspn (start, " \t"));
}

gboolean
ihop_range_contains (IhopRange outer, IhopRange inner)
{
  return outer.source != NULL && outer.source == inner.source && outer.begin <= inner.begin
         && inner.end <= outer.end;
}

guint
ihop_range_line (IhopRange range)
{
  guint line = 0, column;

  if (range.source)
    ihop_source_locate (range.source, range.begin, &line, &column);
  return line;
}

guint
ihop_range_text_line (IhopRange range)
{
  return range.source ? index_of_line (range.source, range.begin) + 1 : 0;
}

guint
ihop_range_column (IhopRange range)
{
  guint line, column = 0;

  if (range.source)
    ihop_source_locate (range.source, range.begin, &line, &column);
  return column;
}

char *
ihop_range_text (IhopRange range)
{
  if (range.source == NULL)
    return NULL;
  return g_strndup (range.source->text + range.begin, range.end - range.begin);
}

char *
ihop_text_line (const char *text, guint line)
{
  const char *begin = line ? text : NULL;

  for (guint i = 1; begin && i < line; i++)
    begin = (begin = strchr (begin, '\n')) ? begin + 1 : NULL;
  return begin ? g_strstrip (g_strndup (begin, strcspn (begin, "\n"))) : g_strdup ("");
}
