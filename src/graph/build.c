#include "graph/build.h"
#include "ir/print.h"
#include <string.h>

enum { MOST_COLUMNS = 34, MOST_LINES = 4 };

void
ihop_drawn_measure (IhopDrawn *node)
{
  g_auto (GStrv) lines = g_strsplit (node->label ? node->label : "", "\n", -1);
  glong columns = 2;

  for (guint i = 0; lines[i]; i++)
    columns = MAX (columns, g_utf8_strlen (lines[i], -1));
  node->width = (double) columns * 6.7 + 20;
  node->height = (double) MAX (g_strv_length (lines), 1) * 15 + 14;
}

/* Where to break a line that is too long: behind a blank, else where it ends. */
static gsize
break_at (const char *text)
{
  gsize length = strlen (text);

  if (length <= MOST_COLUMNS)
    return length;
  for (gsize i = MOST_COLUMNS; i > MOST_COLUMNS / 2; i--)
    if (text[i] == ' ')
      return i;
  gsize end = MOST_COLUMNS;
  while (end > 1 && ((guchar) text[end] & 0xC0) == 0x80)
    end--;
  return end;
}

static char *
wrapped (const char *text)
{
  GString *result = g_string_new (NULL);

  for (guint line = 0; *text; line++)
    {
      gsize length = break_at (text);
      if (line)
        g_string_append (result, "\n  ");
      if (line == MOST_LINES)
        {
          g_string_append (result, "…");
          break;
        }
      g_string_append_len (result, text, (gssize) length);
      text += length;
      while (*text == ' ')
        text++;
    }
  return g_string_free (result, FALSE);
}

/* Line breaks and runs of blanks as one blank. */
static char *
on_one_line (const char *text)
{
  GString *line = g_string_new (NULL);

  for (const char *c = text; *c; c++)
    if (!g_ascii_isspace (*c))
      g_string_append_c (line, *c);
    else if (line->len && line->str[line->len - 1] != ' ')
      g_string_append_c (line, ' ');
  return g_string_free (line, FALSE);
}

char *
ihop_build_text (const IhopNode *node)
{
  g_autofree char *text = NULL;

  if (node->kind == IHOP_IF || node->kind == IHOP_SWITCH || node->kind == IHOP_WHILE)
    {
      g_autofree char *condition = ihop_print_node (node->child[0], NULL);
      text = g_strdup_printf ("%s (%s)", node->kind == IHOP_IF ? "if"
                              : node->kind == IHOP_SWITCH ? "switch" : "while", condition);
    }
  else
    text = ihop_print_node (node, NULL);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *line = on_one_line (valid);
  return wrapped (line);
}

static IhopRange
range_of (const IhopNode *node)
{
  return node->range.source ? node->range : node->place;
}

void
ihop_build_lines (const IhopNode *node, guint *first, guint *last)
{
  IhopRange range = range_of (node);
  guint column;

  *first = *last = ihop_range_line (range);
  if (range.source && range.end > range.begin)
    ihop_source_locate (range.source, range.end - 1, last, &column);
}

const char *
ihop_build_file (const IhopNode *node)
{
  IhopRange range = range_of (node);

  return range.source ? range.source->path : NULL;
}

/* An if or a loop stands for its head only. */
void
ihop_build_place (IhopDrawn *drawn, const IhopNode *node)
{
  ihop_build_lines (node, &drawn->first_line, &drawn->last_line);
  if (node->kind == IHOP_IF || node->kind == IHOP_SWITCH || ihop_kind_is_loop (node->kind))
    drawn->last_line = drawn->first_line;
  drawn->file = g_strdup (ihop_build_file (node));
}

guint
ihop_build_loop_group (IhopDiagram *diagram, const IhopLoop *loop, const IhopNode *node, int parent)
{
  IhopDrawnGroup *group = ihop_diagram_add_group (diagram, parent);
  const IhopSymbol *iterator = ihop_loop_iterator (node);
  const char *word = node->kind == IHOP_FOR ? "for" : node->kind == IHOP_WHILE ? "while" : "do";

  group->label = g_strdup_printf ("%s%s%s%s%s", word, iterator ? " " : "",
                                  iterator ? iterator->name : "", loop ? ": " : "",
                                  loop ? ihop_verdict_name (loop->verdict) : "");
  group->address = loop ? g_strdup (loop->name->address) : NULL;
  group->verdict = loop ? (int) loop->verdict : -1;
  group->file = g_strdup (ihop_build_file (node));
  ihop_build_lines (node, &group->first_line, &group->last_line);
  return diagram->groups->len - 1;
}
