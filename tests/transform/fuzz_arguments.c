/* Random arguments of random steps: a table of patterns. */
#include "fuzz_arguments.h"
#include "ir/tree.h"
#include <stdlib.h>
#include <string.h>

/* Of several rows of one step, one is taken. "{2..4}" is a number from 2 to 4, "{a|b}" one of the words; LINE is a line of the
 * loop's body, ITERATOR the name of the loop's, VARIABLE that of the variable, NEW a function's that is not there yet. */
static const struct
{
  const char *step, *pattern;
} table[] = {
  { "skew", " {-2..3}" },
  { "shift", " {-2..3}" },
  { "strip-mine", " {1..5}" },
  { "unroll", " {2..4}" },
  { "unroll-and-jam", " {2..4}" },
  { "fuse", " {-1..3}" },
  { "fuse", " {-1..3}" },
  { "fuse", "{ shift|}" },
  { "fuse", " guard" },
  { "vectorize", " {2..8}" },
  { "vectorize", " {2..8}" },
  { "vectorize", " {2..8} reassociate" },
  { "swap-statements", " @{1..3}" },
  { "distribute", " all" },
  { "distribute", " LINE" },
  { "peel", " {first|last} {1..2}" },
  { "split", " 'ITERATOR < {-1..9}'" },
  { "split", " 'ITERATOR <= m - {0..3}'" },
  { "expand-assign", " LINE{| three-address}" },
  { "outline", "{| @1| @2| @3} NEW{|| 2}" },
  { "specialise", " {n 9|m 11|n 0}" },
  { "reduction", " VARIABLE {2|4|8} {||tree|atomic} reassociate" },
  { "scan", " VARIABLE {2..6} reassociate" },
  { "array-expand", " VARIABLE{|| 2}" },
  { "locate", " VARIABLE {2..6}" },
  { "pack", " VARIABLE {2..6}" },
  { "to-blocks", " {x|y|z|off}" },
  { "to-threads", " {x|y|z|off}" },
  { "fences", "" },
  { "cyclic", " {1..4}{|| open}" },
  { "stage", " VARIABLE {shared|registers} {1..4}" },
  { "unguard", "" },
  { "keep-last", "" },
  { "version", " {'n > 3'|'m <= n && n < 9'|'n < m' host}" },
  { "copy-loop", " LINE" },
  { "if-convert", "" },
  { "persistent", "" },
  { "rotate", " u" },
  { "swap-members", "" },
};

/* A line of the function's text; some start a statement of the loop. */
static guint
any_line (const FuzzArguments *self)
{
  const IhopNode *body = ihop_loop_body (self->name->loop), *child = body;

  if (body->kind == IHOP_BLOCK && body->n_children)
    child = body->child[g_rand_int_range (self->random, 0, (gint32) body->n_children)];
  return MAX (1, ihop_range_line (child->place));
}

/* What the braces stand for. */
static void
append_choice (const FuzzArguments *self, GString *text, const char *inside)
{
  g_auto (GStrv) words = g_strsplit (inside, "|", -1);
  const char *dots = strstr (inside, "..");

  if (dots)
    g_string_append_printf (text, "%d", g_rand_int_range (self->random, atoi (inside), atoi (dots + 2) + 1));
  else
    g_string_append (text, words[g_rand_int_range (self->random, 0, (gint32) g_strv_length (words))]);
}

static void
append_name (const FuzzArguments *self, GString *text, const char *word)
{
  const IhopSymbol *iterator = ihop_loop_iterator (self->name->loop);
  const char *function = self->name->function->symbol->name;

  if (g_str_equal (word, "LINE"))
    g_string_append_printf (text, "%u", any_line (self));
  else if (g_str_equal (word, "ITERATOR"))
    g_string_append (text, iterator ? iterator->name : "i");
  else if (g_str_equal (word, "NEW"))
    g_string_append_printf (text, "%.*s_%u", (int) strcspn (function, "_"), function, ++*self->made);
  else
    g_string_append (text, self->variable);
}

static char *
filled_in (const FuzzArguments *self, const char *pattern)
{
  GString *text = g_string_new (NULL);

  while (*pattern)
    {
      gsize length = *pattern == '{' ? strcspn (pattern, "}") + 1 : strspn (pattern, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
      g_autofree char *part = g_strndup (pattern + (*pattern == '{'), length - (*pattern == '{' ? 2 : 0));
      if (*pattern == '{')
        append_choice (self, text, part);
      else if (length)
        append_name (self, text, part);
      else
        g_string_append_c (text, *pattern);
      pattern += MAX (length, 1);
    }
  return g_string_free (text, FALSE);
}

char *
fuzz_arguments (const FuzzArguments *self, const char *step)
{
  const char *patterns[G_N_ELEMENTS (table)];
  gint32 n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (g_str_equal (table[i].step, step))
      patterns[n++] = table[i].pattern;
  return n ? filled_in (self, patterns[g_rand_int_range (self->random, 0, n)]) : NULL;
}
