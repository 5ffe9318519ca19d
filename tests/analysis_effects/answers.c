/* Runs the questions written in C files and compares the answers.
 *
 *   //! effects f = reads(A) writes(B) state …
 *   //! alias f A B = never | same | testable | testable-apart | maybe
 *   //! touch f @2 A = read write …       the statement that starts on the line with the mark @2
 *   //! tested f @2 A = …                 the same, overlap tests having passed
 *   //! device f @2 = ok | part of the reason
 *   //! allocation f A = @2 | none        the mark on the line of the call
 *   //! bytes f A = C text | none
 *   //! places f @1 @2 = distinct | meet  what the assignments there write
 *   //! changes f @1 @2 = yes | no        whether the statement at @1 may change what the assignment at @2 reads
 *
 * All files given are one project. The first file's questions are asked. "f" may be followed by a
 * body's own names only. Options: --trust. */
#include "analysis/memory/alias.h"
#include "analysis/memory/disjointness.h"
#include "analysis/memory/effects.h"
#include "analysis/memory/mod_ref.h"
#include "frontend/frontend.h"
#include <stdio.h>
#include <string.h>

typedef struct
{
  IhopFacts *facts;
  const IhopTree *tree;
  char **lines;
  guint n_wrong, n_asked;
} Asker;

static gint
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
append_names (GString *text, const char *what, GHashTable *table)
{
  GHashTableIter iter;
  gpointer key;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (names, (gpointer) ((IhopSymbol *) key)->name);
  g_ptr_array_sort (names, by_name);
  for (guint i = 0; i < names->len; i++)
    if (i == 0 || strcmp (names->pdata[i], names->pdata[i - 1]))
      g_string_append_printf (text, "%s(%s) ", what, (char *) names->pdata[i]);
}

static void
append_params (GString *text, const char *what, const IhopEffects *effects,
               const IhopFunction *function, IhopParamEffect effect)
{
  for (guint i = 0; i < effects->n_params && i < function->n_params; i++)
    if (effects->params[i] & effect)
      g_string_append_printf (text, "%s(%s) ", what, function->params[i]->name);
}

static char *
effects_text (Asker *asker, const IhopFunction *function)
{
  const IhopEffects *effects = ihop_effects_of (asker->facts, function->symbol);
  GString *text = g_string_new (NULL);

  if (!effects->is_known)
    return g_string_free (g_string_append (text, "unknown "), FALSE);
  append_params (text, "reads", effects, function, IHOP_EFFECT_READS);
  append_params (text, "writes", effects, function, IHOP_EFFECT_WRITES);
  append_params (text, "keeps", effects, function, IHOP_EFFECT_KEEPS);
  append_params (text, "frees", effects, function, IHOP_EFFECT_FREES);
  append_names (text, "gread", effects->globals_read);
  append_names (text, "gwrite", effects->globals_written);
  if (effects->has_state)
    g_string_append (text, "state ");
  if (effects->does_io)
    g_string_append (text, "io ");
  if (effects->may_not_return)
    g_string_append (text, "noreturn ");
  if (effects->allocates)
    g_string_append (text, "allocates ");
  if (ihop_effects_is_pure (effects))
    g_string_append (text, "pure ");
  return g_string_free (text, FALSE);
}

typedef struct
{
  const char *name;
  const IhopSymbol *found;
  guint line;
  IhopKind kind;
  const IhopNode *node;
} Search;

static gboolean
search_symbol (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (node->symbol && (node->kind == IHOP_VARIABLE || node->kind == IHOP_REF)
      && strcmp (node->symbol->name, search->name) == 0 && search->found == NULL)
    search->found = node->symbol;
  return search->found == NULL;
}

static const IhopSymbol *
symbol_of (Asker *asker, const IhopFunction *function, const char *name)
{
  Search search = { .name = name };

  for (guint i = 0; i < function->n_params; i++)
    if (strcmp (function->params[i]->name, name) == 0)
      return function->params[i];
  ihop_node_walk (function->body, search_symbol, &search);
  for (guint i = 0; i < asker->tree->globals->len && search.found == NULL; i++)
    if (strcmp (((IhopSymbol *) asker->tree->globals->pdata[i])->name, name) == 0)
      search.found = asker->tree->globals->pdata[i];
  if (search.found == NULL)
    printf ("no symbol %s in %s\n", name, function->symbol->name);
  return search.found;
}

static guint
line_of_mark (Asker *asker, const char *mark)
{
  g_autofree char *comment = g_strdup_printf ("/*%s*/", mark);

  for (guint i = 0; asker->lines[i]; i++)
    if (strstr (asker->lines[i], comment))
      return i + 1;
  printf ("no mark %s\n", mark);
  return 0;
}

static gboolean
search_statement (const IhopNode *node, gpointer data)
{
  Search *search = data;
  gboolean fits = search->kind == IHOP_N_KINDS ? ihop_kind_is_statement (node->kind)
                                               : node->kind == search->kind;

  if (fits && node->kind != IHOP_BLOCK && ihop_range_line (node->place) == search->line
      && search->node == NULL)
    search->node = node;
  return search->node == NULL;
}

static const IhopNode *
node_at (Asker *asker, const IhopFunction *function, const char *mark, IhopKind kind)
{
  Search search = { .line = line_of_mark (asker, mark), .kind = kind };

  ihop_node_walk (function->body, search_statement, &search);
  if (search.node == NULL)
    printf ("nothing at %s\n", mark);
  return search.node;
}

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
} Tested;

/* All pairs that can be tested have been. */
static gboolean
is_apart (const IhopSymbol *a, const IhopSymbol *b, gpointer data)
{
  const Tested *pairs = data;

  return ihop_alias_is_comparable (pairs->facts, pairs->function, a)
         && ihop_alias_is_comparable (pairs->facts, pairs->function, b);
}

static char *
touch_text (Asker *asker, const IhopFunction *function, char **words, gboolean tested)
{
  const IhopNode *node = node_at (asker, function, words[2], IHOP_N_KINDS);
  const IhopSymbol *symbol = symbol_of (asker, function, words[3]);
  Tested pairs = { asker->facts, function };
  IhopTouch touch = tested ? ihop_touch_of_apart (asker->facts, function, node, symbol, (IhopGranted){ TRUE, is_apart, &pairs })
                           : ihop_touch_of (asker->facts, function, node, symbol);

  return g_strdup_printf (
    "%s%s%s%s%s%s", touch == 0 ? "none " : "", touch & IHOP_TOUCH_READ ? "read " : "",
    touch & IHOP_TOUCH_WRITE ? "write " : "", touch & IHOP_TOUCH_REBIND ? "rebind " : "",
    touch & IHOP_TOUCH_FREE ? "free " : "", touch & IHOP_TOUCH_ESCAPE ? "escape " : "");
}

static char *
alias_text (Asker *asker, const IhopFunction *function, char **words)
{
  static const char *const names[] = { "never", "apart", "same", "testable", "testable-apart", "maybe" };
  const IhopAliasAnswer *answer
    = ihop_alias_judge (asker->facts, function, symbol_of (asker, function, words[2]),
                        symbol_of (asker, function, words[3]));

  return g_strdup (names[answer->alias]);
}

static char *
device_text (Asker *asker, const IhopFunction *function, char **words)
{
  const IhopNode *node = node_at (asker, function, words[2], IHOP_N_KINDS);
  g_autoptr (IhopMessage) refusal = ihop_effects_refuse_device (asker->facts, node, NULL);

  return g_strdup (refusal ? ihop_message_text (refusal) : "ok");
}

static char *
allocation_text (Asker *asker, const IhopFunction *function, char **words, const char *expected)
{
  const IhopNode *call = NULL;

  if (!ihop_alias_allocation (asker->facts, function, symbol_of (asker, function, words[2]), &call))
    return g_strdup ("none");
  return *expected == '@' && ihop_range_line (call->place) == line_of_mark (asker, expected)
           ? g_strdup (expected)
           : g_strdup_printf ("line %u", ihop_range_line (call->place));
}

static char *
bytes_text (Asker *asker, const IhopFunction *function, char **words)
{
  char *bytes
    = ihop_alias_entry_bytes (asker->facts, function, symbol_of (asker, function, words[2]));

  return bytes ? bytes : g_strdup ("none");
}

static char *
places_text (Asker *asker, const IhopFunction *function, char **words)
{
  const IhopNode *a = node_at (asker, function, words[2], IHOP_ASSIGN);
  const IhopNode *b = node_at (asker, function, words[3], IHOP_ASSIGN);

  return g_strdup (ihop_alias_places_distinct (asker->facts, function, a->child[0], b->child[0])
                     ? "distinct"
                     : "meet");
}

static char *
changes_text (Asker *asker, const IhopFunction *function, char **words)
{
  const IhopNode *code = node_at (asker, function, words[2], IHOP_N_KINDS);
  const IhopNode *reader = node_at (asker, function, words[3], IHOP_ASSIGN);

  return g_strdup (ihop_touch_changes (asker->facts, function, code, reader->child[1]) ? "yes" : "no");
}

static char *
answer (Asker *asker, char **words, const char *expected)
{
  const IhopFunction *function = ihop_tree_function (asker->tree, words[1]);

  if (function == NULL)
    return g_strdup ("no such function");
  if (g_str_equal (words[0], "effects"))
    return effects_text (asker, function);
  if (g_str_equal (words[0], "alias"))
    return alias_text (asker, function, words);
  if (g_str_equal (words[0], "touch") || g_str_equal (words[0], "tested"))
    return touch_text (asker, function, words, g_str_equal (words[0], "tested"));
  if (g_str_equal (words[0], "device"))
    return device_text (asker, function, words);
  if (g_str_equal (words[0], "allocation"))
    return allocation_text (asker, function, words, expected);
  if (g_str_equal (words[0], "bytes"))
    return bytes_text (asker, function, words);
  if (g_str_equal (words[0], "places"))
    return places_text (asker, function, words);
  if (g_str_equal (words[0], "changes"))
    return changes_text (asker, function, words);
  return g_strdup ("no such question");
}

static void
ask (Asker *asker, const char *line, guint number)
{
  g_auto (GStrv) sides = g_strsplit (line, " = ", 2);
  g_auto (GStrv) words = g_strsplit (g_strstrip (sides[0]), " ", -1);
  const char *expected = g_strstrip (sides[1]);
  g_autofree char *given = g_strstrip (answer (asker, words, expected));
  gboolean is_part = g_str_equal (words[0], "device") && !g_str_equal (expected, "ok");

  asker->n_asked++;
  if (is_part ? strstr (given, expected) != NULL : g_str_equal (given, expected))
    return;
  asker->n_wrong++;
  printf ("%s:%u: %s: expected \"%s\", got \"%s\"\n", asker->tree->source->path, number, sides[0],
          expected, given);
}

static void
ask_all (Asker *asker)
{
  for (guint i = 0; asker->lines[i]; i++)
    if (g_str_has_prefix (asker->lines[i], "//! "))
      ask (asker, asker->lines[i] + 4, i + 1);
}

static gboolean
show_errors (const IhopDiags *diags)
{
  for (guint i = 0; i < diags->len; i++)
    {
      g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
      if (((IhopDiag *) diags->pdata[i])->severity >= IHOP_ERROR)
        printf ("%s\n", text);
    }
  return ihop_diags_has (diags, IHOP_ERROR);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_tree_unref);
  IhopDiags *diags = ihop_diags_new ();
  IhopFactsOptions options = { 0 };
  Asker asker = { 0 };

  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], "--trust"))
      options.alias = IHOP_ALIAS_TRUST;
    else
      {
        IhopTree *tree = ihop_frontend_parse (argv[i], NULL, diags);
        if (tree)
          g_ptr_array_add (trees, tree);
      }
  if (!show_errors (diags) && trees->len > 0)
    {
      asker.tree = trees->pdata[0];
      asker.lines = g_strsplit (asker.tree->source->text, "\n", -1);
      asker.facts = ihop_facts_new (trees, &options, diags);
      ask_all (&asker);
      ihop_facts_free (asker.facts);
      g_strfreev (asker.lines);
    }
  g_ptr_array_unref (diags);
  printf ("%u of %u answers as expected\n", asker.n_asked - asker.n_wrong, asker.n_asked);
  return asker.n_asked == 0 || asker.n_wrong > 0;
}
