/* Comments of statements whose surroundings are new.
 *
 * Where a block keeps its layout (rebuilt.c) its comments stand in the gaps. Where it is printed from the
 * tree there are no gaps: then the comment in the lines above a statement and the one behind it in its line
 * go with the statement. Whether the same comment stands in the text anyway, or a copy of the statement has
 * it, is known in the end only: until then such comments are put between two bytes that hardly any C has;
 * where a file does have them, its comments stay where they are. */
#include "ir/print.h"
#include "ir/print_private.h"
#include <string.h>

enum { BEGIN = '\001', END = '\002' };

gboolean
ihop_comments_can_move (const IhopTree *tree)
{
  for (guint i = 0; i < tree->sources->len; i++)
    {
      const IhopSource *source = tree->sources->pdata[i];
      if (memchr (source->text, BEGIN, source->length) || memchr (source->text, END, source->length))
        return FALSE;
    }
  return TRUE;
}

static gsize
line_of (const IhopSource *source, gsize at)
{
  while (at > 0 && source->text[at - 1] != '\n')
    at--;
  return at;
}

/* The line that begins there, without white space around it. */
static char *
trimmed (const IhopSource *source, gsize line)
{
  const char *text = source->text + line, *newline = memchr (text, '\n', source->length - line);
  char *copy = g_strndup (text, newline ? (gsize) (newline - text) : source->length - line);

  return g_strstrip (copy);
}

/* Where a comment of whole lines begins whose last line this is; *line stays if it is none. */
static gsize
comment_above (const IhopSource *source, gsize line)
{
  g_autofree char *last = trimmed (source, line);
  gsize first = line;

  if (g_str_has_prefix (last, "//") && !g_str_has_suffix (last, "\\"))
    return line;
  if (!g_str_has_suffix (last, "*/") || strstr (last, "*/") != last + strlen (last) - 2)
    return G_MAXSIZE;
  for (;;)
    {
      g_autofree char *text = trimmed (source, first);
      if (first != line && strstr (text, "*/"))
        return G_MAXSIZE;
      if (g_str_has_prefix (text, "/*"))
        return first;
      if (first == 0 || strstr (text, "/*"))
        return G_MAXSIZE;
      first = line_of (source, first - 1);
    }
}

void
ihop_comments_open (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  const IhopSource *source = node->place.source;

  if (!printing->printer->keep_comments || source == NULL)
    return;
  gsize line = line_of (source, node->place.begin), first = line;
  g_autofree char *from = ihop_source_indent (source, node->place.begin);
  if (line + strlen (from) != node->place.begin)
    return;
  while (first > 0)
    {
      gsize above = comment_above (source, line_of (source, first - 1));
      if (above == G_MAXSIZE)
        break;
      first = above;
    }
  if (first == line)
    return;
  g_autofree char *own = ihop_source_indent (source, first);
  g_autofree char *text = g_strndup (source->text + first + strlen (own), line - first - strlen (own) - 1);
  g_autofree char *moved = ihop_print_reindent (text, from, indent);
  g_string_append_printf (out, "%c%s\n%s%c", BEGIN, moved, indent, END);
}

void
ihop_comments_close (IhopPrinting *printing, GString *out, const IhopNode *node)
{
  const IhopSource *source = node->place.source;

  if (!printing->printer->keep_comments || source == NULL || node->place.end <= node->place.begin)
    return;
  gsize rest = ihop_trivia_line_rest (source, node->place.end, source->length);
  if (rest > node->place.end)
    {
      g_autofree char *text = g_strndup (source->text + node->place.end, rest - node->place.end);
      g_string_append_printf (out, "%c%s%c", BEGIN, text, END);
    }
}

/* The text without what stands between the marks. */
static GString *
without_marked (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (; *text; text++)
    if (*text == BEGIN)
      text = strchr (text, END);
    else
      g_string_append_c (plain, *text);
  return plain;
}

/* A comment up to the line's end must have the line's end behind it. */
static gboolean
ends_well (const char *comment, const char *behind)
{
  const char *last = strrchr (comment, '\n');

  if (strstr (last ? last : comment, "//") == NULL)
    return TRUE;
  while (*behind == ' ' || *behind == '\t' || *behind == BEGIN)
    behind = *behind == BEGIN ? strchr (behind, END) + 1 : behind + 1;
  return *behind == '\n' || *behind == '\0' || g_str_has_prefix (behind, "//");
}

char *
ihop_comments_settle (const char *text)
{
  GString *plain = without_marked (text), *out = g_string_new (NULL);

  for (; *text; text++)
    {
      if (*text != BEGIN)
        {
          g_string_append_c (out, *text);
          continue;
        }
      const char *end = strchr (text, END);
      g_autofree char *comment = g_strndup (text + 1, (gsize) (end - text - 1));
      const char *start = comment + strspn (comment, " \t");
      g_autofree char *key = g_strndup (start, strcspn (start, "\n"));
      if (strstr (plain->str, key) == NULL && ends_well (comment, end + 1))
        {
          g_string_append (out, comment);
          g_string_append_printf (plain, "\n%s", key);
        }
      text = end;
    }
  g_string_free (plain, TRUE);
  return g_string_free (out, FALSE);
}
