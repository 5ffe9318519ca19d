/* Small questions about C text in expressions. */
#include "gpugen/plan/text_words.h"
#include "gpugen/kernel/openmp_directives.h"
#include <string.h>

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.';
}

/* Whether all operators of "set" stand inside parentheses or brackets. */
static gboolean
only_nested (const char *text, const char *set)
{
  int depth = 0;

  for (const char *at = text; *at; at++)
    {
      if (*at == '(' || *at == '[')
        depth++;
      else if (*at == ')' || *at == ']')
        depth--;
      else if (depth == 0 && strchr (set, *at))
        return FALSE;
    }
  return TRUE;
}

static char *
wrapped (const char *text, const char *operators)
{
  gboolean cast = text[0] == '(' && only_nested (text, "+-*/%") && text[strlen (text) - 1] != ')';

  if (only_nested (text, operators) && !cast)
    return g_strdup (text);
  return g_strdup_printf ("(%s)", text);
}

char *
ihop_text_factor (const char *text)
{
  return wrapped (text, "+-*/%<>=!&|^?:,~");
}

char *
ihop_text_summand (const char *text)
{
  return wrapped (text, "<>=!&|^?:,");
}

gboolean
ihop_text_has_word (const char *text, const char *word)
{
  gsize length = strlen (word);

  for (const char *at = strstr (text, word); at; at = strstr (at + 1, word))
    if ((at == text || !is_word (at[-1])) && !is_word (at[length]))
      return TRUE;
  return FALSE;
}

char *
ihop_text_replace_word (const char *text, const char *word, const char *other)
{
  GString *out = g_string_new (NULL);
  gsize length = strlen (word);

  for (const char *at = text; *at;)
    if (strncmp (at, word, length) == 0 && (at == text || !is_word (at[-1]))
        && !is_word (at[length]))
      {
        g_string_append (out, other);
        at += length;
      }
    else
      g_string_append_c (out, *at++);
  return g_string_free (out, FALSE);
}

/* Behind the comment, string or #pragma that begins here; "at" itself: none does. */
static const char *
behind_aside (const char *at, gboolean line_begins)
{
  const char *end = at;

  if (g_str_has_prefix (at, "/*"))
    {
      end = strstr (at + 2, "*/");
      return end ? end + 2 : at + strlen (at);
    }
  if (g_str_has_prefix (at, "//")
           || (line_begins && *at == '#' && g_str_has_prefix (at + 1 + strspn (at + 1, " \t"), "pragma")))
    end = at + strcspn (at, "\n");
  else if (*at == '"' || *at == '\'')
    {
      for (end = at + 1; *end && *end != *at && *end != '\n'; end++)
        end += *end == '\\' && end[1];
      return *end ? end + 1 : end;
    }
  return end;
}

gboolean
ihop_text_has_name (const char *text, const char *name)
{
  gsize length = strlen (name);
  gboolean line_begins = TRUE;

  if (strstr (text, name) == NULL)
    return FALSE;
  for (const char *at = text; *at;)
    {
      const char *behind = behind_aside (at, line_begins);
      if (behind == at && strncmp (at, name, length) == 0 && !is_word (at[length])
          && (at == text || !is_word (at[-1])))
        return TRUE;
      line_begins = *at == '\n' || (line_begins && g_ascii_isspace (*at));
      at = behind > at ? behind : at + 1;
    }
  return FALSE;
}

static gboolean
is_mark_line (const char *line)
{
  static const char *const marks[] = { "ihop", "target", "scop", "endscop" };

  line += strspn (line, " \t");
  if (*line++ != '#')
    return FALSE;
  line += strspn (line, " \t");
  if (!g_str_has_prefix (line, "pragma"))
    return FALSE;
  line += strlen ("pragma") + strspn (line + strlen ("pragma"), " \t");
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_has_prefix (line, marks[i]) && !is_word (line[strlen (marks[i])]))
      return TRUE;
  return ihop_is_threads_directive (line);
}

char *
ihop_text_without_marks (char *text)
{
  GString *out;

  if (strstr (text, "pragma") == NULL)
    return text;
  out = g_string_new (NULL);
  for (const char *line = text; *line;)
    {
      gsize length = strcspn (line, "\n");
      gboolean drop = is_mark_line (line);
      while (drop && line[length] == '\n' && length > 0 && line[length - 1] == '\\')
        length += 1 + strcspn (line + length + 1, "\n");
      length += line[length] == '\n';
      if (!drop)
        g_string_append_len (out, line, (gssize) length);
      line += length;
    }
  g_free (text);
  return g_string_free (out, FALSE);
}

gsize
ihop_text_line_begin (const char *text, gsize at)
{
  while (at > 0 && text[at - 1] != '\n')
    at--;
  return at;
}
