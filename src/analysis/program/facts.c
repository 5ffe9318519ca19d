#include "analysis/program/facts.h"
#include "analysis/program/facts_private.h"
#include "analysis/program/isl_operations.h"
#include <isl/options.h>
#include <string.h>

struct _IhopFacts
{
  GPtrArray *trees;
  IhopFactsOptions options;
  IhopDiags *diags;
  isl_ctx *isl;
  gboolean isl_is_lent;
  guint64 own_work;      /* steps spent */
  guint64 *work;         /* where they are counted: own_work, of these facts or of those they stand beside */
  GHashTable *caches;    /* name → GHashTable */
  IhopPool *pool;        /* expressions that were worked out */
  GPtrArray *functions;  /* of const IhopFunction * */
  GHashTable *by_symbol; /* IhopSymbol → IhopFunction */
  GHashTable *by_name;   /* external name → IhopFunction; NULL: several bodies of that name */
  GHashTable *tree_of;   /* IhopFunction → IhopTree */
  GHashTable *canonical; /* IhopSymbol → IhopSymbol, external variables and functions only */
  GHashTable *namesakes; /* canonical IhopSymbol → GPtrArray of IhopSymbol */
  GHashTable *externals; /* name → canonical IhopSymbol */
  GHashTable *home;      /* IhopSymbol of these → IhopTree that declares it */
  gboolean has_main;
};

static gboolean
has_external_linkage (const IhopSymbol *symbol)
{
  return symbol->storage == IHOP_STORAGE_EXTERN
         && (symbol->kind == IHOP_SYMBOL_VARIABLE || symbol->kind == IHOP_SYMBOL_FUNCTION);
}

static void
add_symbol (IhopFacts *facts, const IhopTree *tree, const IhopSymbol *symbol)
{
  if (!has_external_linkage (symbol) || g_hash_table_contains (facts->canonical, symbol))
    return;

  const char *name = symbol->link_name ? symbol->link_name : symbol->name;
  gpointer first = g_hash_table_lookup (facts->externals, name);

  if (first == NULL)
    {
      first = (gpointer) symbol;
      g_hash_table_insert (facts->externals, (gpointer) name, first);
      g_hash_table_insert (facts->namesakes, first, g_ptr_array_new ());
    }
  g_hash_table_insert (facts->canonical, (gpointer) symbol, first);
  g_hash_table_insert (facts->home, (gpointer) symbol, (gpointer) tree);
  g_ptr_array_add (g_hash_table_lookup (facts->namesakes, first), (gpointer) symbol);
}

typedef struct
{
  IhopFacts *facts;
  const IhopTree *tree;
} References;

static gboolean
add_reference (const IhopNode *node, gpointer data)
{
  References *self = data;

  if (node->symbol)
    add_symbol (self->facts, self->tree, node->symbol);
  return TRUE;
}

static void
add_function (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function)
{
  const char *name = function->symbol->name;
  References references = { facts, tree };

  if (g_hash_table_contains (facts->tree_of, function))
    return;
  g_ptr_array_add (facts->functions, (gpointer) function);
  g_hash_table_insert (facts->tree_of, (gpointer) function, (gpointer) tree);
  g_hash_table_insert (facts->by_symbol, function->symbol, (gpointer) function);
  add_symbol (facts, tree, function->symbol);
  if (function->symbol->storage == IHOP_STORAGE_EXTERN)
    {
      /* Two bodies of one name are two programs in one project: no call may choose. */
      gboolean taken = g_hash_table_contains (facts->by_name, name);
      g_hash_table_insert (facts->by_name, (gpointer) name, taken ? NULL : (gpointer) function);
      facts->has_main |= strcmp (name, "main") == 0;
    }
  ihop_node_walk (function->body, add_reference, &references);
}

static void
add_tree (IhopFacts *facts, IhopTree *tree)
{
  References references = { facts, tree };

  g_ptr_array_add (facts->trees, ihop_tree_ref (tree));
  for (guint i = 0; i < tree->globals->len; i++)
    add_symbol (facts, tree, tree->globals->pdata[i]);
  for (guint i = 0; i < tree->global_nodes->len; i++)
    ihop_node_walk (tree->global_nodes->pdata[i], add_reference, &references);
  for (guint i = 0; i < tree->functions->len; i++)
    add_function (facts, tree, tree->functions->pdata[i]);
}

static void
copy_options (IhopFacts *facts, const IhopFactsOptions *options)
{
  if (options)
    facts->options = *options;
  facts->options.assume = (const char *const *) g_strdupv ((char **) facts->options.assume);
  facts->options.noalias = (const char *const *) g_strdupv ((char **) facts->options.noalias);
  if (facts->options.seconds <= 0)
    facts->options.seconds = 5;
}

static IhopFacts *
facts_new (IhopFacts *host, const GPtrArray *trees, const IhopFactsOptions *options, IhopDiags *diags)
{
  IhopFacts *facts = g_new0 (IhopFacts, 1);

  facts->diags = diags;
  facts->trees = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_tree_unref);
  facts->isl_is_lent = host != NULL;
  facts->isl = host ? host->isl : isl_ctx_alloc ();
  facts->work = host ? host->work : &facts->own_work;
  isl_options_set_on_error (facts->isl, ISL_ON_ERROR_CONTINUE);
  facts->pool = ihop_pool_new ();
  facts->caches
    = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_hash_table_unref);
  facts->functions = g_ptr_array_new ();
  facts->by_symbol = g_hash_table_new (NULL, NULL);
  facts->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  facts->tree_of = g_hash_table_new (NULL, NULL);
  facts->canonical = g_hash_table_new (NULL, NULL);
  facts->externals = g_hash_table_new (g_str_hash, g_str_equal);
  facts->home = g_hash_table_new (NULL, NULL);
  facts->namesakes = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  copy_options (facts, options);
  for (guint i = 0; i < trees->len; i++)
    add_tree (facts, trees->pdata[i]);
  return facts;
}

IhopFacts *
ihop_facts_new (const GPtrArray *trees, const IhopFactsOptions *options, IhopDiags *diags)
{
  return facts_new (NULL, trees, options, diags);
}

IhopFacts *
ihop_facts_new_beside (IhopFacts *host, const GPtrArray *trees, IhopDiags *diags)
{
  return facts_new (host, trees, &host->options, diags);
}

void
ihop_facts_free (IhopFacts *facts)
{
  if (facts == NULL)
    return;
  g_hash_table_unref (facts->caches);
  ihop_pool_free (facts->pool);
  if (!facts->isl_is_lent)
    isl_ctx_free (facts->isl);
  g_hash_table_unref (facts->by_symbol);
  g_hash_table_unref (facts->by_name);
  g_hash_table_unref (facts->tree_of);
  g_hash_table_unref (facts->canonical);
  g_hash_table_unref (facts->externals);
  g_hash_table_unref (facts->home);
  g_hash_table_unref (facts->namesakes);
  g_ptr_array_unref (facts->functions);
  g_ptr_array_unref (facts->trees);
  g_strfreev ((char **) facts->options.assume);
  g_strfreev ((char **) facts->options.noalias);
  g_free (facts);
}

IhopPool *
ihop_facts_pool (IhopFacts *facts)
{
  return facts->pool;
}

isl_ctx *
ihop_facts_isl (IhopFacts *facts)
{
  return facts->isl;
}

const GPtrArray *
ihop_facts_trees (const IhopFacts *facts)
{
  return facts->trees;
}

const IhopFactsOptions *
ihop_facts_options (const IhopFacts *facts)
{
  return &facts->options;
}

static guint64
operations_so_far (gpointer isl, guint64 at_least)
{
  return ihop_operations_count (isl, at_least);
}

IhopBudget
ihop_facts_budget (IhopFacts *facts)
{
  IhopBudget budget = ihop_budget_seconds (facts->options.seconds, operations_so_far, facts->isl);

  budget.spent = facts->work;
  return budget;
}

guint64
ihop_facts_work (const IhopFacts *facts)
{
  return *facts->work;
}

IhopDiags *
ihop_facts_diags (const IhopFacts *facts)
{
  return facts->diags;
}

const IhopFunction *
ihop_facts_function (const IhopFacts *facts, const IhopSymbol *symbol)
{
  if (symbol == NULL || symbol->kind != IHOP_SYMBOL_FUNCTION)
    return NULL;

  const IhopFunction *own = g_hash_table_lookup (facts->by_symbol, symbol);

  if (own || symbol->storage != IHOP_STORAGE_EXTERN)
    return own;
  return g_hash_table_lookup (facts->by_name, symbol->name);
}

const IhopTree *
ihop_facts_tree_of (const IhopFacts *facts, const IhopFunction *function)
{
  return g_hash_table_lookup (facts->tree_of, function);
}

GHashTable *
ihop_facts_cache (IhopFacts *facts, const char *name, GDestroyNotify destroy)
{
  GHashTable *cache = g_hash_table_lookup (facts->caches, name);

  if (cache == NULL)
    {
      cache = g_hash_table_new_full (NULL, NULL, NULL, destroy);
      g_hash_table_insert (facts->caches, (gpointer) name, cache);
    }
  return cache;
}

gboolean
ihop_facts_has_main (const IhopFacts *facts)
{
  return facts->has_main;
}

const IhopSymbol *
ihop_facts_canonical (const IhopFacts *facts, const IhopSymbol *symbol)
{
  const IhopSymbol *canonical = g_hash_table_lookup (facts->canonical, symbol);

  return canonical ? canonical : symbol;
}

const GPtrArray *
ihop_facts_namesakes (const IhopFacts *facts, const IhopSymbol *symbol)
{
  return g_hash_table_lookup (facts->namesakes, ihop_facts_canonical (facts, symbol));
}

gboolean
ihop_facts_is_known_by (const IhopFacts *facts, const IhopSymbol *symbol, const IhopFunction *function)
{
  const GPtrArray *namesakes = ihop_facts_namesakes (facts, symbol);
  const IhopTree *tree = ihop_facts_tree_of (facts, function);

  if (namesakes == NULL || g_hash_table_lookup (facts->home, symbol) == tree)
    return TRUE;
  for (guint i = 0; i < namesakes->len; i++)
    if (g_hash_table_lookup (facts->home, namesakes->pdata[i]) == tree)
      return FALSE;
  return symbol == ihop_facts_canonical (facts, symbol);
}

const GPtrArray *
ihop_facts_functions (const IhopFacts *facts)
{
  return facts->functions;
}

static gboolean
lists_name (char **names, const char *name)
{
  for (; *names; names++)
    if (strcmp (g_strstrip (*names), name) == 0)
      return TRUE;
  return FALSE;
}

const char *
ihop_facts_words_for (const char *words, const IhopFunction *function)
{
  gsize length = strspn (words, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_");
  const char *colon = words + length + strspn (words + length, " \t");

  if (length == 0 || *colon != ':')
    return words;
  if (function == NULL || strlen (function->symbol->name) != length
      || strncmp (function->symbol->name, words, length) != 0)
    return NULL;
  return colon + 1 + strspn (colon + 1, " \t");
}

gboolean
ihop_facts_owner_says (const IhopFacts *facts, const IhopFunction *function, const char *words)
{
  for (const char *const *said = facts->options.assume; said && *said; said++)
    {
      const char *own = ihop_facts_words_for (*said, function);
      g_autofree char *one = own ? g_strstrip (g_strdup (own)) : NULL;
      if (one && strcmp (one, words) == 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
ihop_facts_owner_vouches (const IhopFacts *facts, const IhopFunction *function, const char *a,
                          const char *b)
{
  if (facts->options.alias == IHOP_ALIAS_TRUST)
    return TRUE;
  for (const char *const *pair = facts->options.noalias; pair && *pair; pair++)
    {
      const char *own = ihop_facts_words_for (*pair, function);
      g_auto (GStrv) names = g_strsplit (own ? own : "", ",", -1);
      if (lists_name (names, a) && lists_name (names, b))
        return TRUE;
    }
  return FALSE;
}
