/* Lines of "#define" and "#undef" that a function has lost because its body was printed without
 * macros (print.c): behind the function they still say what names mean. */
#include "ir/print_private.h"
#include <string.h>

static gboolean
is_word (char letter)
{
  return g_ascii_isalnum (letter) || letter == '_';
}

/* The name as a word somewhere in text[begin … end-1]: also in another macro, a comment or a string. */
static gboolean
stands_between (const IhopSource *source, gsize begin, gsize end, const char *name)
{
  const char *text = source->text, *at = text + begin;
  gsize length = strlen (name);

  for (; (at = g_strstr_len (at, (gssize) (end - (gsize) (at - text)), name)); at += length)
    if ((at == text || !is_word (at[-1])) && !is_word (at[length]))
      return TRUE;
  return FALSE;
}

/* A header may ask for it as well as the file. */
static gboolean
is_asked_for (const IhopTree *tree, IhopRange body, const char *name)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_INCLUDE && directive->range.begin >= body.end)
        return TRUE;
    }
  return stands_between (tree->source, 0, body.begin, name)
         || stands_between (tree->source, body.end, tree->source->length, name);
}

static gboolean
is_kept_kind (const IhopDirective *directive, IhopRange body)
{
  return (directive->kind == IHOP_DIRECTIVE_DEFINE || directive->kind == IHOP_DIRECTIVE_UNDEF)
         && directive->range.source == body.source && directive->range.begin >= body.begin
         && directive->range.end <= body.end;
}

/* Only the last word on a name counts, and that it was taken away before: it may be defined in other
 * words only then. */
static gboolean
counts (const IhopTree *tree, IhopRange body, guint at)
{
  const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, at), *next = NULL;

  for (guint i = at + 1; i < tree->directives->len && next == NULL; i++)
    {
      const IhopDirective *later = &g_array_index (tree->directives, IhopDirective, i);
      if (is_kept_kind (later, body) && g_str_equal (later->name, directive->name))
        next = later;
    }
  return next == NULL || directive->kind == IHOP_DIRECTIVE_UNDEF;
}

char *
ihop_print_lost_directives (const IhopTree *tree, IhopRange body)
{
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (!is_kept_kind (directive, body) || !counts (tree, body, i)
          || !is_asked_for (tree, body, directive->name))
        continue;
      g_autofree char *line = ihop_range_text (directive->range);
      g_string_append_printf (lines, "%s\n", line);
    }
  return g_string_free (lines, FALSE);
}
