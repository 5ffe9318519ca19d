#include "gpugen/plan/clauses.h"
#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *at;
  IhopRange range;
  IhopDiags *diags;        /* NULL: do not report */
  IhopClauses *clauses;
} Parser;

static gboolean
is_word (const char *text, const char *word)
{
  gsize length = strlen (word);

  return strncmp (text, word, length) == 0 && !g_ascii_isalnum (text[length])
         && text[length] != '_';
}

gboolean
ihop_clauses_is_target (const char *text)
{
  return text && is_word (text, "target");
}

void
ihop_clauses_free (IhopClauses *clauses)
{
  if (clauses == NULL)
    return;
  g_array_unref (clauses->map);
  g_ptr_array_unref (clauses->assume);
  g_ptr_array_unref (clauses->noalias);
  g_free (clauses);
}

static void
pin_clear (gpointer data)
{
  g_free (((IhopPin *) data)->iterator);
}

static IhopClauses *
clauses_new (void)
{
  IhopClauses *clauses = g_new0 (IhopClauses, 1);

  clauses->map = g_array_new (FALSE, FALSE, sizeof (IhopPin));
  g_array_set_clear_func (clauses->map, pin_clear);
  clauses->assume = g_ptr_array_new_with_free_func (g_free);
  clauses->noalias = g_ptr_array_new_with_free_func (g_free);
  return clauses;
}

/* Takes what. remedy: marked with N_. */
static void
complain (Parser *p, IhopMessage *what, const char *remedy)
{
  g_autoptr (IhopMessage) own = what;

  if (p->diags == NULL)
    return;
  IhopDiag *diag = ihop_diags_add (p->diags, IHOP_REFUSED, "IHOP-G001", p->range,
                                   "%s in \"#pragma target\"; the clause is left out.", own);
  ihop_diag_remedy (diag, "%s", ihop_argument_phrase (remedy));
}

gboolean
ihop_clauses_parse_map (const char *text, GArray *pins)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  guint before = pins->len;

  for (guint i = 0; parts[i]; i++)
    {
      g_auto (GStrv) pair = g_strsplit (parts[i], ":", -1);
      gboolean good = g_strv_length (pair) == 2;
      if (good)
        {
          g_strstrip (pair[0]);
          g_strstrip (pair[1]);
          good = pair[0][0] && strlen (pair[1]) == 1 && strchr ("xyz", pair[1][0]);
        }
      for (guint k = before; good && k < pins->len; k++)
        good = g_array_index (pins, IhopPin, k).axis != (guint) (pair[1][0] - 'x');
      if (!good)
        {
          g_array_set_size (pins, before);
          return FALSE;
        }
      IhopPin pin = { g_strdup (pair[0]), (guint) (pair[1][0] - 'x') };
      g_array_append_val (pins, pin);
    }
  return pins->len > before;
}

static gboolean
parse_block (const char *text, guint block[3])
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  guint n = g_strv_length (parts), sizes[3] = { 0 };

  if (n == 0 || n > 3)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      guint64 value;
      if (!g_ascii_string_to_unsigned (g_strstrip (parts[i]), 10, 1, 1024, &value, NULL))
        return FALSE;
      sizes[i] = (guint) value;
    }
  if (MAX (sizes[0], 1) * MAX (sizes[1], 1) * MAX (sizes[2], 1) > 1024)
    return FALSE;
  memcpy (block, sizes, sizeof sizes);
  return TRUE;
}

/* The text between the parentheses that follow; NULL: there are none, or they do not close. */
static char *
take_argument (Parser *p)
{
  const char *start = p->at + strspn (p->at, " \t");
  guint depth = 0;

  if (*start != '(')
    return NULL;
  for (const char *c = start; *c; c++)
    {
      depth += *c == '(';
      depth -= *c == ')';
      if (depth == 0)
        {
          p->at = c + 1;
          return g_strstrip (g_strndup (start + 1, (gsize) (c - start - 1)));
        }
    }
  return NULL;
}

static void
parse_with_argument (Parser *p, const char *name)
{
  g_autofree char *argument = take_argument (p);

  if (argument == NULL || *argument == '\0')
    complain (p, ihop_message ("%s without its argument in parentheses", name),
              N_ ("write map(i:x, j:y), block(32, 8), assume(n > 0) or noalias(A, B)"));
  else if (strcmp (name, "map") == 0)
    {
      if (!ihop_clauses_parse_map (argument, p->clauses->map))
        complain (p, ihop_message ("map() that is not a list of iterator:axis"),
                  N_ ("write map(i:x, j:y) with each of x, y, z at most once"));
    }
  else if (strcmp (name, "block") == 0)
    {
      if (!parse_block (argument, p->clauses->block))
        complain (p, ihop_message ("block() that is not one to three sizes with a product of at most 1024"),
                  N_ ("write block(32, 8): at most 1024 threads altogether"));
    }
  else if (strcmp (name, "assume") == 0)
    g_ptr_array_add (p->clauses->assume, g_steal_pointer (&argument));
  else if (strchr (argument, ','))
    g_ptr_array_add (p->clauses->noalias, g_steal_pointer (&argument));
  else
    complain (p, ihop_message ("noalias() with a single name"), N_ ("write noalias(A, B)"));
}

static gboolean
parse_clause (Parser *p)
{
  static const char *const with_argument[] = { "map", "block", "assume", "noalias" };
  gsize length = strspn (p->at, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_");
  g_autofree char *word = g_strndup (p->at, length);

  p->at += length;
  if (strcmp (word, "begin") == 0)
    p->clauses->is_begin = TRUE;
  else if (strcmp (word, "end") == 0)
    p->clauses->is_end = TRUE;
  else if (strcmp (word, "serial") == 0)
    p->clauses->is_serial = TRUE;
  else
    {
      for (guint i = 0; i < G_N_ELEMENTS (with_argument); i++)
        if (strcmp (word, with_argument[i]) == 0)
          {
            parse_with_argument (p, word);
            return TRUE;
          }
      g_autofree char *rest = g_strndup (length ? word : p->at, length ? length : strlen (p->at));
      complain (p, ihop_message ("Unknown clause \"%s\"", rest),
                N_ ("the clauses are map, block, assume, noalias, serial, begin and end"));
      g_autofree char *argument = take_argument (p);
      return length > 0;
    }
  return TRUE;
}

IhopClauses *
ihop_clauses_parse (const char *text, IhopRange range, IhopDiags *diags)
{
  Parser p = { text, range, diags, clauses_new () };

  if (ihop_clauses_is_target (text))
    p.at += strlen ("target");
  for (;;)
    {
      p.at += strspn (p.at, " \t,");
      if (*p.at == '\0' || g_str_has_prefix (p.at, "//") || g_str_has_prefix (p.at, "/*"))
        return p.clauses;
      const char *before = p.at;
      if (!parse_clause (&p) || p.at == before)
        return p.clauses;
    }
}

/* "f: n > 0" for words that stand inside f; caller frees. */
static char *
words_in_function (const IhopTree *tree, IhopRange place, const char *words)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      IhopRange body = function->body->range;
      if (body.source == place.source && body.begin <= place.begin && place.begin < body.end)
        return g_strdup_printf ("%s: %s", function->symbol->name, words);
    }
  return g_strdup (words);
}

void
ihop_clauses_collect (const IhopTree *tree, GPtrArray *assume, GPtrArray *noalias)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind != IHOP_DIRECTIVE_PRAGMA || !ihop_clauses_is_target (directive->name))
        continue;
      g_autoptr (IhopClauses) clauses = ihop_clauses_parse (directive->name, directive->range, NULL);
      for (guint k = 0; k < clauses->assume->len; k++)
        g_ptr_array_add (assume, words_in_function (tree, directive->range, clauses->assume->pdata[k]));
      for (guint k = 0; k < clauses->noalias->len; k++)
        g_ptr_array_add (noalias,
                         words_in_function (tree, directive->range, clauses->noalias->pdata[k]));
    }
}
