/* What stands between two statements: white space, comments, preprocessor lines, code that #if
 * took out; and whether anything else does. */
#include "ir/print_private.h"
#include <string.h>

typedef struct
{
  const IhopSource *source;
  gsize at, end;
  IhopTrivia *trivia;
} Scan;

static const char *
scan_text (const Scan *scan)
{
  return scan->source->text + scan->at;
}

static gboolean
scan_is (const Scan *scan, const char *word)
{
  gsize length = strlen (word);

  return scan->end - scan->at >= length && strncmp (scan_text (scan), word, length) == 0;
}

static void
scan_to (Scan *scan, const char *stop)
{
  const char *found = g_strstr_len (scan_text (scan), scan->end - scan->at, stop);

  scan->at = found ? (gsize) (found - scan->source->text) + strlen (stop) : scan->end;
}

/* To the newline that ends the line, past those behind a backslash. */
static void
scan_line (Scan *scan)
{
  while (scan->at < scan->end && *scan_text (scan) != '\n')
    if (scan_is (scan, "/*"))
      scan_to (scan, "*/");
    else if (scan_is (scan, "\\\r\n"))
      scan->at += 3;
    else
      scan->at += scan_is (scan, "\\\n") ? 2 : 1;
}

static gboolean
scan_skipped (Scan *scan)
{
  const GArray *skipped = scan->source->skipped;
  guint low = 0, high = skipped->len;

  while (low < high) /* the last one that begins here or before */
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (skipped, IhopSpan, middle).begin <= scan->at)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0 || g_array_index (skipped, IhopSpan, low - 1).end <= scan->at)
    return FALSE;
  scan->at = MIN (g_array_index (skipped, IhopSpan, low - 1).end, scan->end);
  return TRUE;
}

static void
scan_directive (Scan *scan)
{
  gsize begin = scan->at;
  gboolean skipped = scan_skipped (scan);

  if (!skipped)
    scan_line (scan);
  const char *word = scan->source->text + begin + 1;
  word += strspn (word, " \t");
  if (strncmp (word, "if", 2) == 0 || strncmp (word, "el", 2) == 0
      || strncmp (word, "endif", 5) == 0)
    scan->trivia->has_conditionals = TRUE;
  scan->trivia->has_pragma |= !skipped && strncmp (word, "pragma", 6) == 0;
}

/* A token, or a string's worth of it; goes to "tokens" without white space. */
static void
scan_token (Scan *scan)
{
  char quote = *scan_text (scan);

  g_string_append_c (scan->trivia->tokens, quote);
  scan->at++;
  if (quote == '"' || quote == '\'')
    for (char last = 0; scan->at < scan->end && last != quote; scan->at++)
      {
        last = *scan_text (scan);
        g_string_append_c (scan->trivia->tokens, last);
        if (last == '\\' && scan->at + 1 < scan->end)
          scan->at++;
      }
  scan->trivia->after_tokens = scan->at;
}

static gboolean
starts_line (const IhopSource *source, gsize at)
{
  while (at > 0 && (source->text[at - 1] == ' ' || source->text[at - 1] == '\t'))
    at--;
  return at == 0 || source->text[at - 1] == '\n';
}

void
ihop_trivia_read (IhopTrivia *trivia, const IhopSource *source, gsize begin, gsize end)
{
  Scan scan = { .source = source, .at = begin, .end = end, .trivia = trivia };

  trivia->tokens = g_string_new (NULL);
  trivia->after_tokens = begin;
  trivia->has_conditionals = trivia->has_pragma = FALSE;
  while (scan.at < end)
    {
      char c = *scan_text (&scan);
      if (g_ascii_isspace (c))
        scan.at++;
      else if (scan_is (&scan, "/*"))
        scan_to (&scan, "*/");
      else if (scan_is (&scan, "//"))
        scan_line (&scan);
      else if (scan_is (&scan, "\\\n") || scan_is (&scan, "\\\r\n"))
        scan.at += 2;
      else if (c == '#' && starts_line (source, scan.at))
        scan_directive (&scan);
      else if (!scan_skipped (&scan))
        scan_token (&scan);
    }
}

void
ihop_trivia_clear (IhopTrivia *trivia)
{
  g_string_free (trivia->tokens, TRUE);
}

gsize
ihop_trivia_line_rest (const IhopSource *source, gsize begin, gsize end)
{
  Scan scan = { .source = source, .at = begin, .end = end };
  gboolean comment = FALSE;

  while (scan.at < end && *scan_text (&scan) != '\n')
    {
      gsize before = scan.at;
      if (scan_is (&scan, "//"))
        scan_line (&scan);
      else if (scan_is (&scan, "/*"))
        scan_to (&scan, "*/");
      else if (*scan_text (&scan) == ' ' || *scan_text (&scan) == '\t'
               || *scan_text (&scan) == '\r')
        {
          scan.at++;
          continue;
        }
      else
        return begin;
      comment = TRUE;
      if (memchr (source->text + before, '\n', scan.at - before))
        return begin; /* it goes on below: it belongs to what follows */
    }
  return comment && scan.at < end ? scan.at : begin;
}

/* The bytes without preprocessor lines of some kinds. */
static char *
without (const IhopSource *source, gsize begin, gsize end, gboolean conditionals, gboolean pragmas)
{
  GString *out = g_string_new (NULL);
  IhopTrivia seen = { 0 };
  Scan scan = { .source = source, .at = begin, .end = end, .trivia = &seen };

  while (scan.at < end)
    {
      gsize before = scan.at;
      seen.has_conditionals = seen.has_pragma = FALSE;
      if (*scan_text (&scan) == '#' && starts_line (source, scan.at))
        scan_directive (&scan);
      else if (scan_is (&scan, "/*"))
        scan_to (&scan, "*/");
      else if (!scan_skipped (&scan))
        scan.at++;
      if (!(conditionals && seen.has_conditionals) && !(pragmas && seen.has_pragma))
        {
          g_string_append_len (out, source->text + before, scan.at - before);
          continue;
        }
      while (seen.has_pragma && out->len && strchr (" \t", out->str[out->len - 1]))
        g_string_truncate (out, out->len - 1);
      scan.at += scan.at < end; /* with its newline */
    }
  return g_string_free (out, FALSE);
}

char *
ihop_trivia_without_conditionals (const IhopSource *source, gsize begin, gsize end)
{
  return without (source, begin, end, TRUE, FALSE);
}

char *
ihop_trivia_without_pragmas (const IhopSource *source, gsize begin, gsize end,
                             gboolean conditionals_too)
{
  return without (source, begin, end, conditionals_too, TRUE);
}

/* How a line of the preprocessor changes the depth of #if; 2: "#else" and the like. */
static int
conditional_step (const char *word)
{
  word += strspn (word, " \t");
  if (strncmp (word, "if", 2) == 0)
    return 1;
  if (strncmp (word, "endif", 5) == 0)
    return -1;
  return strncmp (word, "el", 2) == 0 ? 2 : 0;
}

static gboolean
is_directive (const char *text, const char *at)
{
  while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
    at--;
  return at == text || at[-1] == '\n';
}

/* Ends of what began before the text come first, then begins of what ends behind it. "#elif" and a
 * second "#else" add nothing to the first one. */
char *
ihop_trivia_unbalanced (const char *text)
{
  GString *ends = g_string_new (NULL);
  guint depth = 0;

  for (const char *at = strchr (text, '#'); at; at = strchr (at + 1, '#'))
    {
      int step = is_directive (text, at) ? conditional_step (at + 1) : 0;
      if (step == 1)
        depth++;
      else if (step == -1 && depth)
        depth--;
      else if (step == -1)
        g_string_append (ends, "#endif\n");
      else if (step == 2 && depth == 0 && !g_str_has_suffix (ends->str, "#else\n"))
        g_string_append (ends, "#else\n");
    }
  while (depth--)
    g_string_append (ends, "#if 1\n");
  return g_string_free (ends, FALSE);
}

gboolean
ihop_trivia_is_balanced (const char *text)
{
  g_autofree char *rest = ihop_trivia_unbalanced (text);

  return rest[0] == '\0';
}

gboolean
ihop_trivia_defines (const char *text)
{
  for (const char *at = strchr (text, '#'); at; at = strchr (at + 1, '#'))
    {
      const char *word = at + 1 + strspn (at + 1, " \t");
      if (is_directive (text, at)
          && (strncmp (word, "define", 6) == 0 || strncmp (word, "undef", 5) == 0))
        return TRUE;
    }
  return FALSE;
}
