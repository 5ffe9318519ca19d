/* How the owner lays code out, so that new code looks the same.
 *
 * A guess from counting lines: what follows a line that ends in "{" tells the unit of
 * indentation, where "{" stands tells the rest. A tie, or a file with nothing to count, gives
 * two blanks and "{" at the line's end, as PolyBench has it. */
#include "ir/print_private.h"
#include <string.h>

enum
{
  STYLE_BYTES = 64 * 1024, /* enough of a file to know its owner by */
  STYLE_UNITS = 9
};

typedef struct
{
  guint units[STYLE_UNITS]; /* [0]: tab, else blanks */
  guint below, behind, indented, keyword_tight, keyword_space, call_tight, call_space;
} StyleCounts;

typedef struct
{
  const char *start, *end; /* without white space on either side */
  gsize indent;
  gboolean tab;
} StyleLine;

static StyleLine
line_read (const char *text, gsize length)
{
  StyleLine line = { .start = text, .end = text + length };

  while (line.start < line.end && (*line.start == ' ' || *line.start == '\t'))
    line.tab |= *line.start++ == '\t';
  line.indent = line.start - text;
  while (line.end > line.start && g_ascii_isspace (line.end[-1]))
    line.end--;
  return line;
}

static void
count_unit (StyleCounts *counts, const StyleLine *line, const StyleLine *before)
{
  if (before->end == before->start || before->end[-1] != '{' || line->indent <= before->indent)
    return;
  gsize unit = line->indent - before->indent;
  if (line->tab && unit == 1)
    counts->units[0]++;
  else if (unit < STYLE_UNITS)
    counts->units[unit]++;
}

static void
count_brace (StyleCounts *counts, const StyleLine *line, const StyleLine *before)
{
  gboolean alone = line->end == line->start + 1 && line->start[0] == '{';

  if (alone && line->indent > 0)
    {
      counts->below++;
      counts->indented += line->indent > before->indent;
    }
  else if (line->end > line->start + 1 && line->end[-1] == '{' && line->indent > 0)
    counts->behind++;
}

static void
count_keyword (StyleCounts *counts, const StyleLine *line)
{
  static const char *const keywords[] = { "for", "if", "while" };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    {
      gsize length = strlen (keywords[i]);
      if ((gsize) (line->end - line->start) < length + 2
          || strncmp (line->start, keywords[i], length) != 0)
        continue;
      counts->keyword_tight += line->start[length] == '(';
      counts->keyword_space += line->start[length] == ' ' && line->start[length + 1] == '(';
    }
}

/* "name(" against "name (" at a statement's start. */
static void
count_call (StyleCounts *counts, const StyleLine *line)
{
  const char *at = line->start;

  while (at < line->end && (g_ascii_isalnum (*at) || *at == '_'))
    at++;
  if (at == line->start || line->end[-1] != ';' || at + 1 >= line->end)
    return;
  counts->call_tight += at[0] == '(';
  counts->call_space += at[0] == ' ' && at[1] == '(';
}

static StyleCounts
count_text (const char *text, gsize length)
{
  StyleCounts counts = { 0 };
  StyleLine before = { .start = text, .end = text };

  for (gsize at = 0; at < length;)
    {
      const char *newline = memchr (text + at, '\n', length - at);
      gsize next = newline ? (gsize) (newline - text) + 1 : length;
      StyleLine line = line_read (text + at, next - at);
      at = next;
      if (line.end == line.start)
        continue;
      count_unit (&counts, &line, &before);
      count_brace (&counts, &line, &before);
      count_keyword (&counts, &line);
      count_call (&counts, &line);
      before = line;
    }
  return counts;
}

static IhopStyle
style_guess (const char *text, gsize length)
{
  static const char blanks[STYLE_UNITS] = "        ";
  StyleCounts counts = count_text (text, MIN (length, STYLE_BYTES));
  guint best = 2;

  for (guint i = 0; i < STYLE_UNITS; i++)
    if (i != 1 && counts.units[i] > counts.units[best])
      best = i;
  return (IhopStyle){ .unit = best ? blanks + STYLE_UNITS - 1 - best : "\t",
                      .brace_below = counts.below > counts.behind,
                      .brace_indented = counts.indented * 2 > counts.below,
                      .space_keyword = counts.keyword_space >= counts.keyword_tight,
                      .space_call = counts.call_space > counts.call_tight };
}

static gboolean
find_source (const IhopNode *node, gpointer data)
{
  const IhopSource **source = data;

  if (*source == NULL)
    *source = node->place.source ? node->place.source : node->range.source;
  return *source == NULL;
}

const IhopStyle *
ihop_printing_style (IhopPrinting *printing, const IhopNode *node)
{
  const IhopSource *source = NULL;

  if (!printing->has_style)
    {
      ihop_node_walk (node, find_source, &source);
      printing->style = style_guess (source ? source->text : "", source ? source->length : 0);
      printing->has_style = TRUE;
    }
  return &printing->style;
}
