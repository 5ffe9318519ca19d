/* Functions by which rows are allocated. One block takes one call where there were many. */
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/library_effects.h"
#include "project/prepare/row_tables_private.h"

static gboolean
look_for_end (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_CALL && ihop_call_never_returns (node);
  return !*found;
}

/* "if (p == NULL) { fprintf (…); exit (1); }": happens once, if at all. */
static gboolean
ends_the_program (const IhopNode *node)
{
  gboolean found = FALSE;

  if (node->kind == IHOP_IF)
    ihop_node_walk (node->child[1], look_for_end, &found);
  return found;
}

static gboolean
look_for_noise (const IhopNode *node, gpointer data)
{
  static const char *const quiet[] = { "malloc", "calloc", "memset", "aligned_alloc", "posix_memalign", NULL };
  gboolean *found = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  *found |= node->kind == IHOP_CALL && (callee == NULL || !g_strv_contains (quiet, callee->name));
  return !*found && !ends_the_program (node);
}

static gboolean
is_quiet (IhopFacts *facts, const IhopSymbol *callee, const IhopFunction *function)
{
  const IhopEffects *effects = ihop_effects_of (facts, callee);
  gboolean is_noisy = FALSE;

  ihop_node_walk (function->body, look_for_noise, &is_noisy);
  return !is_noisy && effects->is_known && (effects->globals_written == NULL || g_hash_table_size (effects->globals_written) == 0);
}

gboolean
ihop_row_table_allocates (IhopFacts *facts, const IhopNode *node)
{
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  const IhopType *result = node->kind == IHOP_CALL ? ihop_type_strip (node->type) : NULL;

  if (callee == NULL || result->kind != IHOP_TYPE_POINTER || ihop_type_strip (result->target)->kind != IHOP_TYPE_VOID)
    return FALSE;
  const IhopFunction *function = ihop_facts_function (facts, callee);
  gboolean takes_bytes = node->n_children == 2 && ihop_type_is_integer (node->child[1]->type);
  /* "xmalloc (int bytes)" suffices for a row, and not for all of them. */
  gboolean is_wide = function && function->n_params == 1 && ihop_type_strip (function->params[0]->type)->size >= sizeof (gsize);
  return function ? takes_bytes && is_wide && is_quiet (facts, callee, function)
                  : (takes_bytes && g_str_equal (callee->name, "malloc")) || g_str_equal (callee->name, "calloc");
}
