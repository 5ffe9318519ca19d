#include "base/edits.h"
#include <string.h>

typedef struct
{
  gsize begin, end; /* begin == end: an insertion */
  gboolean replaces;
  int order; /* of asking; negative: in front of all others there */
  char *text;
  guint line; /* of the owner's that it counts to; 0: where it is put */
} Edit;

struct _IhopEdits
{
  const IhopSource *source;
  GArray *list; /* of Edit */
  gboolean sorted;
};

static void
edit_clear (gpointer data)
{
  g_free (((Edit *) data)->text);
}

IhopEdits *
ihop_edits_new (const IhopSource *source)
{
  IhopEdits *edits = g_new0 (IhopEdits, 1);

  edits->source = source;
  edits->list = g_array_new (FALSE, FALSE, sizeof (Edit));
  g_array_set_clear_func (edits->list, edit_clear);
  return edits;
}

void
ihop_edits_free (IhopEdits *edits)
{
  if (edits == NULL)
    return;
  g_array_unref (edits->list);
  g_free (edits);
}

static void
add (IhopEdits *edits, gsize begin, gsize end, gboolean replaces, int order, const char *text, guint line)
{
  Edit edit = { begin, end, replaces, order, g_strdup (text), line };

  g_assert (begin <= end && end <= edits->source->length);
  g_array_append_val (edits->list, edit);
  edits->sorted = FALSE;
}

void
ihop_edits_insert (IhopEdits *edits, gsize offset, const char *text)
{
  add (edits, offset, offset, FALSE, (int) edits->list->len, text, 0);
}

void
ihop_edits_insert_for (IhopEdits *edits, gsize offset, const char *text, guint line)
{
  add (edits, offset, offset, FALSE, (int) edits->list->len, text, line);
}

void
ihop_edits_insert_first (IhopEdits *edits, gsize offset, const char *text)
{
  add (edits, offset, offset, FALSE, -1 - (int) edits->list->len, text, 0);
}

void
ihop_edits_replace (IhopEdits *edits, gsize begin, gsize end, const char *text)
{
  add (edits, begin, end, TRUE, (int) edits->list->len, text, 0);
}

/* By place; at one place insertions first, each in the order of asking. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const Edit *x = a, *y = b;

  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  if (x->replaces != y->replaces)
    return x->replaces ? 1 : -1;
  return x->order < y->order ? -1 : 1;
}

static void
sort (IhopEdits *edits)
{
  gsize reached = 0;

  if (edits->sorted)
    return;
  g_array_sort (edits->list, compare);
  for (guint i = 0; i < edits->list->len; i++)
    {
      const Edit *edit = &g_array_index (edits->list, Edit, i);
      g_assert (edit->begin >= reached);
      reached = edit->end;
    }
  edits->sorted = TRUE;
}

gboolean
ihop_edits_is_empty (const IhopEdits *edits)
{
  return edits->list->len == 0;
}

gboolean
ihop_edits_covers (const IhopEdits *edits, gsize offset)
{
  for (guint i = 0; i < edits->list->len; i++)
    {
      const Edit *edit = &g_array_index (edits->list, Edit, i);
      if (edit->replaces && edit->begin <= offset && offset < edit->end)
        return TRUE;
    }
  return FALSE;
}

static GString *
apply (IhopEdits *edits, gsize begin, gsize end)
{
  GString *result = g_string_sized_new (end - begin + 256);
  gsize at = begin;
  gboolean whole = end == edits->source->length;

  sort (edits);
  for (guint i = 0; i < edits->list->len; i++)
    {
      const Edit *edit = &g_array_index (edits->list, Edit, i);
      if (edit->begin < begin || edit->end > end || (edit->begin == end && !whole))
        continue;
      g_string_append_len (result, edits->source->text + at, (gssize) (edit->begin - at));
      g_string_append (result, edit->text);
      at = edit->end;
    }
  g_string_append_len (result, edits->source->text + at, (gssize) (end - at));
  return result;
}

char *
ihop_edits_apply (IhopEdits *edits, gsize *length)
{
  GString *result = apply (edits, 0, edits->source->length);

  if (length != NULL)
    *length = result->len;
  return g_string_free (result, FALSE);
}

char *
ihop_edits_apply_range (IhopEdits *edits, gsize begin, gsize end)
{
  return g_string_free (apply (edits, begin, end), FALSE);
}

/* Those that begin behind a line break of the source. */
static void
add_lines (GArray *lines, const IhopSource *source, gsize begin, gsize end)
{
  for (gsize i = begin; i < end; i++)
    if (source->text[i] == '\n')
      {
        guint line, column;
        ihop_source_locate (source, i + 1, &line, &column);
        g_array_append_val (lines, line);
      }
}

/* Those that begin behind a line break of what is put there. */
static void
add_new_lines (GArray *lines, const IhopSource *source, const Edit *edit)
{
  guint line = edit->line, here, column;

  ihop_source_locate (source, edit->begin, &here, &column);
  for (const char *c = edit->text; *c; c++)
    if (*c == '\n')
      {
        gboolean ends = c[1] == '\0';
        g_array_append_val (lines, *(line == 0 || ends ? &here : &line));
      }
}

GArray *
ihop_edits_lines (IhopEdits *edits)
{
  const IhopSource *source = edits->source;
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint));
  gsize at = 0;
  guint first, column;

  sort (edits);
  ihop_source_locate (source, 0, &first, &column);
  g_array_append_val (lines, first);
  for (guint i = 0; i < edits->list->len; i++)
    {
      const Edit *edit = &g_array_index (edits->list, Edit, i);
      add_lines (lines, source, at, edit->begin);
      add_new_lines (lines, source, edit);
      at = edit->end;
    }
  add_lines (lines, source, at, source->length);
  return lines;
}
