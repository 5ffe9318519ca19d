#include "analysis/scop/root_invariance.h"
#include "analysis/memory/definitions.h"

gboolean
ihop_scop_keeps (IhopScop *scop, const IhopSymbol *symbol)
{
  gpointer known = g_hash_table_lookup (scop->invariant, symbol);

  if (known)
    return known == GINT_TO_POINTER (1);

  gboolean keeps;

  if (g_hash_table_contains (scop->local, symbol) || g_hash_table_contains (scop->written, symbol)
      || ihop_type_is_volatile (symbol->type))
    keeps = FALSE;
  else if (ihop_defs_is_tame (scop->facts, scop->function, symbol))
    keeps = TRUE;
  else
    keeps = !ihop_defs_may_change (scop->facts, scop->function, scop->root, symbol);
  g_hash_table_insert (scop->invariant, (gpointer) symbol, GINT_TO_POINTER (keeps ? 1 : 2));
  return keeps;
}

typedef struct
{
  IhopScop *scop;
  gboolean keeps;
} Keep;

/* Cheap refusals first: most expressions mention something that the root changes. */
static gboolean
visit_keep (const IhopNode *node, gpointer data)
{
  Keep *self = data;

  if (node->kind == IHOP_REF && node->symbol->kind != IHOP_SYMBOL_ENUMERATOR
      && node->symbol->kind != IHOP_SYMBOL_FUNCTION
      && (g_hash_table_contains (self->scop->written, node->symbol)
          || g_hash_table_contains (self->scop->local, node->symbol)))
    self->keeps = FALSE;
  if (node->kind == IHOP_CALL || node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR)
    self->keeps = FALSE;
  return self->keeps;
}

gboolean
ihop_scop_keeps_value (IhopScop *scop, const IhopNode *expression)
{
  Keep self = { scop, TRUE };

  ihop_node_walk (expression, visit_keep, &self);
  return self.keeps
         && !ihop_defs_may_change_value (scop->facts, scop->function, scop->root, expression, NULL);
}
