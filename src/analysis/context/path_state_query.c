/* What is to be learned from the way to a root: only what the root may depend on is looked at, and only where
 * something is set so that others do not know it already. */
#include "analysis/context/path_state.h"
#include "analysis/context/path_values.h"
#include "analysis/memory/lvalue.h"
#include "analysis/program/facts_private.h"
#include "analysis/scop/known_context.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/reaching_definition.h"

enum { MOST_FOLLOWED = 20 };

/* ---- what the root depends on --------------------------------------------------------------------------------- */

static gboolean
add_mentioned (const IhopNode *node, gpointer mentioned)
{
  if (node->kind == IHOP_REF && node->symbol->kind != IHOP_SYMBOL_FUNCTION)
    g_hash_table_add (mentioned, node->symbol);
  return TRUE;
}

/* Of one function. */
typedef struct
{
  GHashTable *from;          /* symbol → what any write of it mentions, the conditions around included */
  GPtrArray *written;        /* its symbols, in the order of the text, and those that assertions mention */
  GHashTable *strange;       /* symbols that may be changed otherwise than by name */
} Sources;

static void
sources_free (gpointer data)
{
  Sources *sources = data;

  g_hash_table_unref (sources->from);
  g_ptr_array_unref (sources->written);
  g_hash_table_unref (sources->strange);
  g_free (sources);
}

/* What its writes mention. */
static GHashTable *
from_of (Sources *sources, const IhopSymbol *symbol)
{
  GHashTable *own = g_hash_table_lookup (sources->from, symbol);

  if (own == NULL)
    {
      g_hash_table_insert (sources->from, (gpointer) symbol, own = g_hash_table_new (NULL, NULL));
      g_ptr_array_add (sources->written, (gpointer) symbol);
    }
  return own;
}

/* Others take it that an assertion may write what it names. */
static gboolean
visit_asserted (const IhopNode *node, gpointer sources)
{
  if (node->kind == IHOP_REF)
    from_of (sources, node->symbol);
  return TRUE;
}

static void
collect_strange (Sources *sources, const IhopNode *node)
{
  if (node->kind == IHOP_OPAQUE_EXPR && ihop_path_statement_expression (node))
    ihop_node_walk (node, visit_asserted, sources);
  else if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    ihop_node_walk (node, add_mentioned, sources->strange);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS && ihop_defs_root (node->child[0]))
    g_hash_table_add (sources->strange, (gpointer) ihop_defs_root (node->child[0]));
}

static void
collect_sources (Sources *sources, const IhopNode *node, GPtrArray *conditions)
{
  const IhopSymbol *target = ihop_defs_target (node);
  gboolean decides = node->kind == IHOP_IF || node->kind == IHOP_SWITCH || node->kind == IHOP_CONDITIONAL
                     || ihop_kind_is_loop (node->kind);
  const IhopNode *condition = !decides                         ? NULL
                              : ihop_kind_is_loop (node->kind) ? ihop_path_loop_condition (node)
                                                               : node->child[0];

  collect_strange (sources, node);
  if (target)
    {
      GHashTable *own = from_of (sources, target);
      ihop_node_walk (node, add_mentioned, own);
      for (guint i = 0; i < conditions->len; i++)
        ihop_node_walk (conditions->pdata[i], add_mentioned, own);
    }
  if (condition)
    g_ptr_array_add (conditions, (gpointer) condition);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      collect_sources (sources, node->child[i], conditions);
  if (condition)
    g_ptr_array_set_size (conditions, (int) conditions->len - 1);
}

static const Sources *
sources_of (IhopScop *scop)
{
  GHashTable *cache = ihop_facts_cache (scop->facts, "sources", sources_free);
  Sources *sources = g_hash_table_lookup (cache, scop->function);

  if (sources == NULL)
    {
      g_autoptr (GPtrArray) conditions = g_ptr_array_new ();
      sources = g_new0 (Sources, 1);
      sources->from = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
      sources->written = g_ptr_array_new ();
      sources->strange = g_hash_table_new (NULL, NULL);
      g_hash_table_insert (cache, (gpointer) scop->function, sources);
      collect_sources (sources, scop->function->body, conditions);
    }
  return sources;
}

/* Changed by name alone, assertions that mention it notwithstanding. */
static gboolean
is_open (IhopScop *scop, const IhopSymbol *symbol)
{
  return (symbol->kind == IHOP_SYMBOL_VARIABLE || symbol->kind == IHOP_SYMBOL_PARAMETER)
         && symbol->storage == IHOP_STORAGE_AUTO && !symbol->is_global && ihop_type_is_integer (symbol->type)
         && !ihop_type_is_volatile (symbol->type) && !g_hash_table_contains (sources_of (scop)->strange, symbol);
}

static void
add_all (GHashTable *to, GHashTable *from)
{
  GHashTableIter iter;
  gpointer symbol;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    g_hash_table_add (to, symbol);
}

/* The loop around the root that counts the variable; NULL: none does. */
static const IhopNode *
loop_counting (const IhopScop *scop, const IhopSymbol *symbol)
{
  for (guint i = 0; i < scop->outer_loops->len; i++)
    {
      const IhopOuterLoop *loop = scop->outer_loops->pdata[i];
      if (loop->counting.iterator == symbol && loop->counting.lower)
        return loop->node;
    }
  return NULL;
}

/* What the variable's value where the root stands is worked out from: of one that a loop around it counts, what the
 * loop's head names, whatever else sets it elsewhere; of one that cannot be followed, nothing that helps. */
static void
add_sources_of (IhopScop *scop, const IhopSymbol *symbol, GHashTable *sources)
{
  const IhopNode *loop = loop_counting (scop, symbol);
  GHashTable *all = loop || !is_open (scop, symbol) ? NULL : g_hash_table_lookup (sources_of (scop)->from, symbol);

  for (guint i = 0; loop && i < loop->n_children; i++)
    if (loop->child[i] && loop->child[i] != ihop_loop_body (loop))
      ihop_node_walk (loop->child[i], add_mentioned, sources);
  if (all)
    add_all (sources, all);
}

static void
add_sources (IhopScop *scop, GHashTable *mentioned)
{
  guint n;
  g_autofree gpointer *first = g_hash_table_get_keys_as_array (mentioned, &n);
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (open, first[i]);
  while (open->len)
    {
      g_autoptr (GHashTable) sources = g_hash_table_new (NULL, NULL);
      GHashTableIter iter;
      gpointer symbol;
      add_sources_of (scop, g_ptr_array_steal_index_fast (open, open->len - 1), sources);
      g_hash_table_iter_init (&iter, sources);
      while (g_hash_table_iter_next (&iter, &symbol, NULL))
        if (g_hash_table_add (mentioned, symbol))
          g_ptr_array_add (open, symbol);
    }
}

typedef struct
{
  IhopScop *scop;
  GHashTable *set;
} Heads;

static gboolean
remove_iterator (const IhopNode *node, gpointer data)
{
  const Heads *heads = data;

  if (ihop_kind_is_loop (node->kind))
    {
      IhopCounting counting = ihop_counting_of (heads->scop->facts, heads->scop->function, node);
      if (counting.iterator && counting.lower)
        g_hash_table_remove (heads->set, counting.iterator);
    }
  return TRUE;
}

/* What the root says of what is worked out in front of it, it says of what that was worked out from. */
static void
add_definitions (IhopScop *scop, GHashTable *own)
{
  for (guint n = 0; n != g_hash_table_size (own);)
    {
      g_autofree gpointer *symbols = g_hash_table_get_keys_as_array (own, &n);
      for (guint i = 0; i < n; i++)
        {
          const IhopNode *value = ihop_scop_definition (scop, symbols[i]);
          if (value)
            ihop_node_walk (value, add_mentioned, own);
        }
    }
}

static gboolean
add_conditions (const IhopNode *node, gpointer mentioned)
{
  if (node->kind == IHOP_IF || node->kind == IHOP_CONDITIONAL || node->kind == IHOP_SWITCH)
    ihop_node_walk (node->child[0], add_mentioned, mentioned);
  return TRUE;
}

/* The conditions in front of the root, and those of ways out; *asserts: one of these is in an expression. */
static void
add_passed (GHashTable *mentioned, const GPtrArray *path, gboolean *asserts)
{
  for (guint i = 0; i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      guint at = node->kind == IHOP_BLOCK ? ihop_node_child_index (node, path->pdata[i + 1]) : 0;
      if (ihop_kind_is_loop (node->kind) && ihop_path_loop_condition (node))
        ihop_node_walk (ihop_path_loop_condition (node), add_mentioned, mentioned);
      if (node->kind == IHOP_IF || node->kind == IHOP_SWITCH)
        ihop_node_walk (node->child[0], add_mentioned, mentioned);
      for (guint k = at > IHOP_PATH_MOST_STATEMENTS ? at - IHOP_PATH_MOST_STATEMENTS : 0; k < at; k++)
        if (node->child[k] && ihop_path_may_leave (node->child[k]))
          {
            ihop_node_walk (node->child[k], add_conditions, mentioned);
            *asserts |= node->child[k]->kind == IHOP_EXPRESSION;
          }
    }
}

/* Whether what other files find out about a variable may lack something. */
static gboolean
is_set_strangely (IhopScop *scop, const IhopSymbol *symbol)
{
  IhopReachingDefinition definition;

  if (g_hash_table_contains (scop->local, symbol) || loop_counting (scop, symbol))
    return FALSE;
  definition = ihop_reaching_definition (scop, symbol);
  if (definition.from_entry)
    return symbol->kind == IHOP_SYMBOL_PARAMETER && g_hash_table_contains (scop->written, symbol);
  return ihop_scop_definition (scop, symbol) == NULL;
}

/* Those variables that are mentioned and whose values can be followed; *any: there is something to be learned. Caller
 * unrefs. */
static GPtrArray *
followed_of (IhopScop *scop, GHashTable *mentioned, gboolean *any)
{
  const GPtrArray *written = sources_of (scop)->written;
  GPtrArray *followed = g_ptr_array_new ();

  for (guint i = 0; i < written->len; i++)
    if (g_hash_table_contains (mentioned, written->pdata[i]) && is_open (scop, written->pdata[i]))
      {
        g_ptr_array_add (followed, written->pdata[i]);
        *any |= is_set_strangely (scop, written->pdata[i]);
      }
  return followed;
}

/* ---- what it says --------------------------------------------------------------------------------------------- */

static gboolean
is_param (const IhopScop *scop, const IhopSymbol *symbol)
{
  for (guint i = 0; i < scop->params->len; i++)
    if (((const IhopParameter *) scop->params->pdata[i])->symbol == symbol)
      return TRUE;
  return FALSE;
}

/* Whether the root's scop speaks of the variable itself, and not of what it was set to. */
static gboolean
is_spoken_of (IhopScop *scop, GHashTable *own, const IhopSymbol *symbol)
{
  return symbol && (is_param (scop, symbol)
                    || (g_hash_table_contains (own, symbol) && !g_hash_table_contains (scop->local, symbol)
                        && ihop_scop_definition (scop, symbol) == NULL));
}

/* In the root's own parameters; own: symbols that it mentions. Takes state. */
static isl_set *
in_words_of (IhopScop *scop, GHashTable *own, const IhopPathAnalysis *analysis, isl_set *state)
{
  const GPtrArray *params = analysis->walk.scop->params;

  for (guint i = 0; i < params->len; i++)
    {
      const IhopParameter *param = params->pdata[i];
      int at = isl_set_find_dim_by_id (state, isl_dim_param, param->id);
      if (at >= 0 && !is_spoken_of (scop, own, param->symbol))
        state = isl_set_project_out (state, isl_dim_param, (unsigned) at, 1);
    }
  for (guint i = 0; i < params->len; i++)
    {
      const IhopParameter *param = params->pdata[i], *same;
      int at = isl_set_find_dim_by_id (state, isl_dim_param, param->id);
      guint number;
      if (at < 0)
        continue;
      if (isl_set_involves_dims (state, isl_dim_param, (unsigned) at, 1) == isl_bool_false)
        {
          state = isl_set_project_out (state, isl_dim_param, (unsigned) at, 1);
          continue;
        }
      number = ihop_param_symbol (scop, param->symbol);
      same = scop->params->pdata[number];
      state = isl_set_set_dim_id (state, isl_dim_param, (unsigned) at, isl_id_copy (same->id));
    }
  return state;
}

static void
learn (IhopScop *scop, isl_set *state)
{
  isl_set *news = isl_set_align_params (ihop_path_widen (state), isl_space_copy (scop->space));

  if (news && isl_set_is_subset (scop->ranges, news) == isl_bool_false)
    ihop_context_know_here (scop, isl_set_gist (news, isl_set_copy (scop->ranges)));
  else
    isl_set_free (news);
}

static void
path_analysis_clear (IhopPathAnalysis *analysis)
{
  g_clear_pointer (&analysis->walk.bindings, g_hash_table_unref);
  isl_set_free (analysis->walk.domain);
  ihop_scop_free (analysis->walk.scop);
}

static void
follow (IhopScop *scop, GHashTable *own, const GPtrArray *followed, const GPtrArray *path)
{
  IhopScop *blank = ihop_scop_new_blank (scop->facts, scop->function);
  IhopPathAnalysis analysis
    = { .walk = { .scop = blank, .is_exact = TRUE, .quiet = TRUE, .bindings = ihop_bindings_new () }, .followed = followed };
  isl_set *state;

  for (guint i = 0; i < followed->len; i++)
    ihop_param_symbol (blank, followed->pdata[i]);
  for (guint i = 0; i < followed->len; i++)
    ihop_bind (&analysis.walk, followed->pdata[i], ihop_value_new (ihop_param_affine (blank, i, 0)), NULL);
  state = ihop_path_reach (&analysis, path);
  /* What types say, and what static variables hold whenever they are asked. */
  if (state)
    state = isl_set_intersect (state, isl_set_copy (blank->ranges));
  if (state)
    learn (scop, in_words_of (scop, own, &analysis, state));
  path_analysis_clear (&analysis);
}

void
ihop_context_know_values (IhopWalk *walk)
{
  IhopScop *scop = walk->scop;
  const GPtrArray *path = ihop_scop_root_path (scop);
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL), mentioned = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) followed = NULL;
  Heads heads = { scop, own };
  gboolean any = FALSE;

  if (path == NULL || scop->is_entered || path->len < 2)
    return;
  ihop_node_walk (scop->root, add_mentioned, own);
  ihop_node_walk (scop->root, remove_iterator, &heads);
  add_definitions (scop, own);
  add_all (mentioned, own);
  add_passed (mentioned, path, &any);
  add_sources (scop, mentioned);
  followed = followed_of (scop, mentioned, &any);
  if (any && followed->len <= MOST_FOLLOWED)
    follow (scop, own, followed, path);
}
