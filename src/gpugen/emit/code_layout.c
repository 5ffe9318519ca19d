/* Templates are written one way and read the owner's way. */
#include "gpugen/emit/code_layout.h"
#include "ir/print.h"
#include "ir/print_private.h"
#include <string.h>

IhopLayout
ihop_layout_of (const IhopSource *source)
{
  IhopNode node = { .kind = IHOP_EMPTY, .place = { source, 0, 0 } };
  IhopPrinter printer = { 0 };
  IhopPrinting printing = { .printer = &printer };
  const IhopStyle *style = ihop_printing_style (&printing, &node);
  IhopLayout layout = { .brace_below = style->brace_below,
                        .brace_indented = style->brace_indented,
                        .space_keyword = style->space_keyword,
                        .space_call = style->space_call };

  g_strlcpy (layout.unit, style->unit, sizeof layout.unit);
  return layout;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Whether the blank at "at", between a word and "(", goes away. */
static gboolean
drops_blank (const IhopLayout *layout, const char *line, const char *at)
{
  static const char *const keywords[] = { "if", "for", "while", "switch" };
  static const char *const apart[] = { "return", "else", "do", "void", "int", "const" };
  const char *word = at;

  if (at > line + 2 && at[1] == '(' && strncmp (at - 3, ">>>", 3) == 0)
    return !layout->space_call;
  if (at == line || at[1] != '(' || !is_word (at[-1]) || at[2] == '*')
    return FALSE;
  while (word > line && is_word (word[-1]))
    word--;
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (strlen (keywords[i]) == (gsize) (at - word)
        && strncmp (word, keywords[i], at - word) == 0)
      return !layout->space_keyword;
  for (guint i = 0; i < G_N_ELEMENTS (apart); i++)
    if (strlen (apart[i]) == (gsize) (at - word) && strncmp (word, apart[i], at - word) == 0)
      return FALSE;
  return !layout->space_call;
}

/* The end of the comment (or its line) or string that starts here; "at" itself if none does. */
static const char *
skip_quoted (const char *at)
{
  const char *end = at;

  if (at[0] == '/' && (at[1] == '*' || at[1] == '/'))
    return at + strcspn (at, "\n");
  if (*at != '"' && *at != '\'')
    return at;
  for (end = at + 1; *end && *end != '\n' && *end != *at; end++)
    if (*end == '\\' && end[1])
      end++;
  return *end == *at ? end + 1 : end;
}

static gboolean
opens_below (const IhopLayout *layout, const char *line, const char *at)
{
  return layout->brace_below && at[0] == ' ' && at[1] == '{' && at[2] == '\n' && at > line
         && at[-1] != '=';
}

/* One line, without its indentation, "from" to the newline or the end. */
static const char *
append_line (const IhopLayout *layout, GString *out, const char *line, const char *indent)
{
  static const char otherwise[] = "} else";
  const char *at = line;

  if (layout->brace_below && g_str_has_prefix (line, otherwise))
    {
      g_string_append_printf (out, "}\n%selse", indent);
      at = line + strlen (otherwise);
    }
  if (line[0] == ' ' && line[1] == '*') /* a comment goes on */
    {
      g_string_append_len (out, line, (gssize) strcspn (line, "\n"));
      return line + strcspn (line, "\n");
    }
  while (*at && *at != '\n')
    {
      const char *end = skip_quoted (at);
      if (end != at)
        g_string_append_len (out, at, end - at);
      else if (opens_below (layout, line, at))
        {
          g_string_append_printf (out, "\n%s{", indent);
          end = at + 2;
        }
      else if (*at == ' ' && drops_blank (layout, line, at))
        end = at + 1;
      else
        {
          g_string_append_c (out, *at);
          end = at + 1;
        }
      at = end;
    }
  return at;
}

char *
ihop_layout_text (const IhopLayout *layout, const char *indent, const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text)
    {
      gsize tabs = strspn (text, "\t");
      g_autofree char *levels = ihop_layout_indent (layout, indent, (guint) tabs);
      text += tabs;
      if (*text != '\n')
        g_string_append (out, *text == '#' ? "" : levels);
      text = append_line (layout, out, text, levels);
      if (*text == '\n')
        g_string_append_c (out, *text++);
    }
  return g_string_free (out, FALSE);
}

static void
append (const IhopLayout *layout, GString *out, const char *indent, const char *end, const char *format, va_list args)
{
  g_autofree char *text = g_strdup_vprintf (format, args);
  g_autofree char *whole = g_strconcat (text, end, NULL);
  g_autofree char *laid_out = ihop_layout_text (layout, indent, whole);

  g_string_append (out, laid_out);
}

void
ihop_layout_append (const IhopLayout *layout, GString *out, const char *indent, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  append (layout, out, indent, "", format, args);
  va_end (args);
}

void
ihop_layout_line (const IhopLayout *layout, GString *out, const char *indent, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  append (layout, out, indent, "\n", format, args);
  va_end (args);
}

char *
ihop_layout_indent (const IhopLayout *layout, const char *indent, guint levels)
{
  GString *out = g_string_new (indent);

  for (guint i = 0; i < levels; i++)
    g_string_append (out, layout->unit);
  return g_string_free (out, FALSE);
}
