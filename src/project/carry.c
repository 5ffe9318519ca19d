#include "project/carry.h"
#include "project/diff.h"
#include <string.h>

/* A place in a text. */
typedef struct
{
  guint line;              /* from 1 */
  gsize column;            /* bytes */
} Place;

static Place
place_of (const char *text, gsize offset)
{
  Place place = { 1, 0 };

  for (gsize i = 0; i < offset; i++)
    {
      place.line += text[i] == '\n';
      place.column = text[i] == '\n' ? 0 : place.column + 1;
    }
  return place;
}

static gsize
offset_of (const char *text, Place place)
{
  const char *at = text;

  for (guint line = 1; line < place.line; line++)
    at = strchr (at, '\n') + 1;
  return (gsize) (at - text) + place.column;
}

/* For each line of the right text the same line of the left one; 0: there is none. */
static GArray *
lines_left (const char *left, const char *right)
{
  g_autoptr (GArray) rows = ihop_diff_lines (left, right);
  GArray *lines = g_array_new (FALSE, TRUE, sizeof (guint));

  for (guint i = 0; i < rows->len; i++)
    {
      const IhopDiffRow *row = &g_array_index (rows, IhopDiffRow, i);
      if (row->right == 0)
        continue;
      if (row->right >= lines->len)
        g_array_set_size (lines, row->right + 1);
      g_array_index (lines, guint, row->right) = row->kind == IHOP_DIFF_SAME ? row->left : 0;
    }
  return lines;
}

static guint
left_of (const GArray *lines, guint line)
{
  return line < lines->len ? g_array_index (lines, guint, line) : 0;
}

/* A place at a line's beginning is the end of the line before, where that suits better. */
static void
move_up (const char *text, Place *place)
{
  Place above = { place->line - 1, 0 };

  place->line--;
  place->column = strcspn (text + offset_of (text, above), "\n") + 1;
}

/* All lines from first to last are the owner's, one after the other; else gives the first that is not. */
static guint
find_made (const GArray *lines, guint first, guint last)
{
  for (guint line = first; line <= last; line++)
    if (left_of (lines, line) == 0 || left_of (lines, line) != left_of (lines, first) + line - first)
      return line;
  return 0;
}

char *
ihop_carry_back (const char *owned, const char *stepped, const char *typed, guint *line)
{
  gsize n = strlen (stepped), m = strlen (typed), head = 0, tail = 0;

  while (head < MIN (n, m) && stepped[head] == typed[head])
    head++;
  while (tail < MIN (n, m) - head && stepped[n - 1 - tail] == typed[m - 1 - tail])
    tail++;
  Place first = place_of (stepped, head), last = place_of (stepped, n - tail);
  g_autoptr (GArray) lines = lines_left (owned, stepped);
  if (last.column == 0 && last.line > first.line)
    move_up (stepped, &last);
  else if (last.column == 0 && first.line > 1 && head == n - tail && left_of (lines, first.line) == 0)
    {
      move_up (stepped, &first);
      last = first;
    }
  *line = find_made (lines, first.line, last.line);
  if (*line)
    return NULL;
  first.line = left_of (lines, first.line);
  last.line = left_of (lines, last.line);
  gsize from = offset_of (owned, first), to = offset_of (owned, last);
  GString *text = g_string_new_len (owned, (gssize) from);
  g_string_append_len (text, typed + head, (gssize) (m - tail - head));
  g_string_append (text, owned + to);
  return g_string_free (text, FALSE);
}
