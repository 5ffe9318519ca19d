#include "gpugen/emit/function_place.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

/* The line before this one: where it begins, and whether there is one. */
static gboolean
line_before (const char *text, gsize *line)
{
  if (*line == 0)
    return FALSE;
  *line = ihop_text_line_begin (text, *line - 1);
  return TRUE;
}

static gboolean
has_prefix (const char *text, gsize at, const char *prefix)
{
  while (text[at] == ' ' || text[at] == '\t')
    at++;
  return strncmp (text + at, prefix, strlen (prefix)) == 0;
}

static gboolean
ends_comment (const char *text, gsize begin, gsize end)
{
  while (end > begin && g_ascii_isspace (text[end - 1]))
    end--;
  return end >= begin + 2 && text[end - 2] == '*' && text[end - 1] == '/';
}

/* A line with nothing on it but names of macros: "EXPORT". */
static gboolean
is_word_line (const char *text, gsize at)
{
  gsize letters = 0;

  for (; text[at] && text[at] != '\n'; at++)
    if (g_ascii_isalnum (text[at]) || text[at] == '_')
      letters++;
    else if (!g_ascii_isspace (text[at]))
      return FALSE;
  return letters > 0;
}

/* A comment right above a function belongs to it. */
gsize
ihop_host_before_function (const IhopSource *source, const IhopFunction *function)
{
  const char *text = source->text;
  gsize line = ihop_text_line_begin (text, function->range.begin), at, before;

  /* A macro of no words ("EXPORT int f (…)") is no part of the function, but belongs to it. */
  for (gsize i = line; i < function->range.begin; i++)
    if (text[i] != ' ' && text[i] != '\t' && text[i] != '_' && !g_ascii_isalnum (text[i]))
      return function->range.begin;
  for (before = line; line_before (text, &before) && is_word_line (text, before);)
    line = before;
  at = before = line;
  while (line_before (text, &before) && has_prefix (text, before, "//"))
    at = before;
  before = at;
  if (!line_before (text, &before) || !ends_comment (text, before, at))
    return at;
  while (!has_prefix (text, before, "/*") && strncmp (text + before, "\n", 1) != 0)
    if (!line_before (text, &before))
      return at;
  return has_prefix (text, before, "/*") ? before : at;
}
