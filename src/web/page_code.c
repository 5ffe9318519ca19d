/* Source text with its comments, directives and words marked: enough to read by, no more. */
#include "web/html.h"
#include "web/page.h"
#include <string.h>

static const char *const words[] = {
  "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
  "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short",
  "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile",
  "while", "size_t", "__global__", "__device__", "__shared__", "dim3",
};

static gboolean
is_word (const char *text, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && strncmp (words[i], text, length) == 0)
      return TRUE;
  return FALSE;
}

static void
put_marked (GString *out, const char *mark, const char *text, gsize length)
{
  g_string_append_printf (out, "<span class=\"%s\">", mark);
  ihop_html_text_len (out, text, length);
  g_string_append (out, "</span>");
}

/* Length of the text constant that begins here, within its line. */
static gsize
constant_length (const char *text, gsize most)
{
  gsize n = 1;

  while (n < most && text[n] != text[0])
    n += text[n] == '\\' ? 2 : 1;
  return MIN (n + 1, most);
}

/* One piece of a line: its length, and what mark it gets (NULL: none). in_comment is carried on. */
static gsize
next_piece (const char *text, gsize most, gboolean *in_comment, const char **mark)
{
  gsize n = 1;

  *mark = NULL;
  if (*in_comment || (most > 1 && text[0] == '/' && text[1] == '*'))
    {
      const char *end = g_strstr_len (text + (*in_comment ? 0 : 2), (gssize) (most - (*in_comment ? 0 : 2)),
                                      "*/");
      *in_comment = end == NULL;
      *mark = "co";
      return end ? (gsize) (end - text) + 2 : most;
    }
  if (most > 1 && text[0] == '/' && text[1] == '/')
    {
      *mark = "co";
      return most;
    }
  if (text[0] == '"' || text[0] == '\'')
    {
      *mark = "st";
      return constant_length (text, most);
    }
  if (!g_ascii_isalpha (text[0]) && text[0] != '_')
    return 1;
  while (n < most && (g_ascii_isalnum (text[n]) || text[n] == '_'))
    n++;
  if (is_word (text, n))
    *mark = "kw";
  return n;
}

static void
put_line (GString *out, const char *line, gsize length, gboolean *in_comment)
{
  gsize at = 0, plain = 0;
  gsize blank = 0;

  while (blank < length && (line[blank] == ' ' || line[blank] == '\t'))
    blank++;
  if (!*in_comment && blank < length && line[blank] == '#')
    {
      put_marked (out, "pp", line, length);
      return;
    }
  while (at < length)
    {
      const char *mark;
      gsize n = next_piece (line + at, length - at, in_comment, &mark);
      if (mark)
        {
          ihop_html_text_len (out, line + plain, at - plain);
          put_marked (out, mark, line + at, n);
          plain = at + n;
        }
      at += n;
    }
  ihop_html_text_len (out, line + plain, length - plain);
}

GPtrArray *
ihop_web_page_code_lines (const char *text)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  gboolean in_comment = FALSE;

  for (const char *at = text; *at;)
    {
      GString *out = g_string_new (NULL);
      gsize length = strcspn (at, "\n");
      put_line (out, at, length, &in_comment);
      g_ptr_array_add (lines, g_string_free (out, FALSE));
      at += length + (at[length] == '\n');
    }
  return lines;
}
