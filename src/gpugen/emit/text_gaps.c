/* The blanks and comments around statements. */
#include "gpugen/emit/text_gaps.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

gboolean
ihop_gap_is_blank (const char *text, gsize from, gsize to)
{
  for (; from < to; from++)
    if (text[from] != ' ' && text[from] != '\t')
      return FALSE;
  return TRUE;
}

gsize
ihop_gap_line_end (const char *text, gsize at)
{
  gsize end = at;

  while (text[end] == ' ' || text[end] == '\t')
    end++;
  if (text[end] == '/' && text[end + 1] == '/')
    end += strcspn (text + end, "\n");
  else if (text[end] == '/' && text[end + 1] == '*')
    {
      const char *close = strstr (text + end + 2, "*/");
      gsize stop = close ? (gsize) (close - text) + 2 : end;
      if (close && memchr (text + end, '\n', stop - end) == NULL)
        end = stop;
      while (text[end] == ' ' || text[end] == '\t')
        end++;
    }
  return text[end] == '\n' || text[end] == '\0' ? end : at;
}

char *
ihop_gap_inner_lines (const char *lines)
{
  char *text = g_strdup (lines + strspn (lines, " \t"));
  gsize length = strlen (text);

  if (length > 0 && text[length - 1] == '\n')
    text[length - 1] = '\0';
  return text;
}

/* Something that looks like one in a string counts as well. */
static gboolean
has_line_comment (const char *text, gsize from, gsize to)
{
  return g_strstr_len (text + from, (gssize) (to - from), "//") != NULL;
}

gsize
ihop_gap_begin (const char *text, gsize at)
{
  while (at > 0 && g_ascii_isspace (text[at - 1]))
    at--;
  return at;
}

gboolean
ihop_gap_can_follow (const char *text, gsize at)
{
  gsize line = ihop_text_line_begin (text, at);

  return !has_line_comment (text, line, at) && text[line + strspn (text + line, " \t")] != '#';
}
