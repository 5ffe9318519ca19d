/* Which pairs of names can be told apart by a test, and which of these tests steps need. */
#include "advise/apart.h"
#include "advise/worth.h"
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "transform/script.h"
#include <string.h>

#define MOST_NAMES 8       /* of memory in one function */

/* ---- names ---- */

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  GPtrArray *symbols;      /* of IhopSymbol *: parameters and global arrays that mean memory of numbers */
  GHashTable *names;       /* name → the symbol seen under it */
  gboolean is_clear;       /* no name of memory means two things */
} Names;

/* Not of pointers: rows would be vouched for along with the name. */
static gboolean
is_memory_of_numbers (const IhopSymbol *symbol)
{
  const IhopType *type = symbol->type ? ihop_type_strip (symbol->type) : NULL;

  if (type == NULL || (type->kind != IHOP_TYPE_ARRAY && type->kind != IHOP_TYPE_POINTER))
    return FALSE;
  while (type && (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_POINTER))
    {
      const IhopType *target = ihop_type_strip (type->target);
      if (type->kind == IHOP_TYPE_POINTER && target && target->kind == IHOP_TYPE_POINTER)
        return FALSE;
      type = target;
    }
  return type && ihop_type_is_scalar (type) && type->kind != IHOP_TYPE_POINTER;
}

/* Vouching for a name is vouching for the pointer's own storage, too: that must be nobody's. */
static gboolean
is_candidate (const Names *names, const IhopSymbol *symbol)
{
  if (!is_memory_of_numbers (symbol))
    return FALSE;
  if (symbol->kind == IHOP_SYMBOL_PARAMETER)
    return ihop_defs_is_tame (names->facts, names->function, symbol);
  return symbol->is_global && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY;
}

static gboolean
note_name (const IhopNode *node, gpointer data)
{
  Names *names = data;
  IhopSymbol *symbol = node->kind == IHOP_REF ? node->symbol : NULL;

  if (symbol == NULL)
    return TRUE;
  const IhopSymbol *known = g_hash_table_lookup (names->names, symbol->name);
  if (known == symbol)
    return TRUE;
  names->is_clear &= known == NULL || !(is_memory_of_numbers (known) || is_memory_of_numbers (symbol));
  g_hash_table_insert (names->names, (gpointer) symbol->name, symbol);
  if (is_candidate (names, symbol))
    g_ptr_array_add (names->symbols, symbol);
  return TRUE;
}

static void
add_pair (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b,
          GPtrArray *pairs)
{
  if (ihop_alias_judge (facts, function, a, b)->alias == IHOP_ALIAS_TESTABLE)
    g_ptr_array_add (pairs, g_strdup_printf ("%s: %s, %s", function->symbol->name, a->name, b->name));
}

static void
add_pairs (IhopFacts *facts, const IhopFunction *function, GPtrArray *pairs)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  g_autoptr (GHashTable) table = g_hash_table_new (g_str_hash, g_str_equal);
  Names names = { facts, function, symbols, table, TRUE };

  ihop_node_walk (function->body, note_name, &names);
  if (!names.is_clear || symbols->len > MOST_NAMES)
    return;
  for (guint i = 0; i < symbols->len; i++)
    for (guint k = 0; k < i; k++)
      add_pair (facts, function, symbols->pdata[k], symbols->pdata[i], pairs);
}

GPtrArray *
ihop_apart_pairs (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *plan)
{
  GPtrArray *pairs = g_ptr_array_new_with_free_func (g_free);

  if (ihop_facts_options (facts)->alias != IHOP_ALIAS_CHECK)
    return pairs;
  for (guint i = 0; i < tree->functions->len; i++)
    if (ihop_worth_covers (tree->functions->pdata[i], plan))
      add_pairs (facts, tree->functions->pdata[i], pairs);
  return pairs;
}

const char **
ihop_apart_words (const IhopFactsOptions *options, const GPtrArray *pairs)
{
  GPtrArray *words = g_ptr_array_new ();

  for (const char *const *own = options->noalias; own && *own; own++)
    g_ptr_array_add (words, (gpointer) *own);
  for (guint i = 0; i < pairs->len; i++)
    g_ptr_array_add (words, pairs->pdata[i]);
  g_ptr_array_add (words, NULL);
  return (const char **) g_ptr_array_free (words, FALSE);
}

/* ---- which are needed ---- */

static gboolean
are_legal (const IhopTree *tree, const GPtrArray *steps, const GPtrArray *pairs,
           const IhopFactsOptions *options)
{
  g_autofree const char **words = ihop_apart_words (options, pairs);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (GString) script = g_string_new (NULL);
  IhopFactsOptions own = *options;

  own.noalias = words;
  for (guint i = 0; i < steps->len; i++)
    g_string_append_printf (script, "%s\n", (const char *) steps->pdata[i]);
  g_autoptr (IhopTree) after = ihop_script_run (tree, script->str, "", &own, diags);
  return after != NULL;
}

GPtrArray *
ihop_apart_needed (const IhopTree *tree, const GPtrArray *steps, const GPtrArray *pairs,
                   const IhopFactsOptions *options)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  GPtrArray *needed = g_ptr_array_new_with_free_func (g_free);

  if (pairs->len == 0 || steps->len == 0 || are_legal (tree, steps, none, options))
    return needed;
  for (guint i = 0; i < pairs->len; i++)
    g_ptr_array_add (needed, g_strdup (pairs->pdata[i]));
  for (guint i = needed->len; i-- > 0;)
    {
      char *one = g_ptr_array_steal_index (needed, i);
      if (are_legal (tree, steps, needed, options))
        g_free (one);
      else
        g_ptr_array_insert (needed, (gint) i, one);
    }
  return needed;
}
