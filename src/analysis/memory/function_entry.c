#include "analysis/memory/function_entry.h"
#include "analysis/memory/definitions.h"

static gboolean
is_quiet (const IhopNode *expression)
{
  return expression == NULL || ihop_node_effect (expression) == NULL;
}

static gboolean
is_quiet_declaration (const IhopNode *declaration)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();

  for (guint i = 0; i < declaration->n_children; i++)
    {
      const IhopNode *variable = declaration->child[i];
      if (variable->kind != IHOP_VARIABLE
          || (variable->n_children && !is_quiet (variable->child[0])))
        return FALSE;
      ihop_node_extents (variable, extents);
    }
  for (guint i = 0; i < extents->len; i++)
    if (!is_quiet (extents->pdata[i]))
      return FALSE;
  return TRUE;
}

/* "n = im->w;" for a variable that only the function itself can see. */
static gboolean
is_quiet_assignment (IhopFacts *facts, const IhopFunction *function, const IhopNode *expression)
{
  const IhopNode *node = ihop_node_strip (expression, TRUE);

  if (node->kind != IHOP_ASSIGN || node->op != IHOP_OP_NONE)
    return is_quiet (expression);
  const IhopNode *left = ihop_node_strip (node->child[0], TRUE);
  return left->kind == IHOP_REF && ihop_defs_is_tame (facts, function, left->symbol)
         && !ihop_type_is_volatile (left->symbol->type) && is_quiet (node->child[1]);
}

/* "return;", "{ return 0; }" */
static gboolean
only_leaves (const IhopNode *statement)
{
  if (statement->kind == IHOP_BLOCK && statement->n_children == 1)
    return only_leaves (statement->child[0]);
  return statement->kind == IHOP_RETURN && (statement->n_children == 0 || is_quiet (statement->child[0]));
}

static gboolean
is_quiet_statement (IhopFacts *facts, const IhopFunction *function, const IhopNode *statement)
{
  statement = ihop_node_unlabelled (statement);
  switch (statement->kind)
    {
    case IHOP_EMPTY:
    case IHOP_PRAGMA:
      return TRUE;
    case IHOP_DECLARATION:
      return is_quiet_declaration (statement);
    case IHOP_EXPRESSION:
      return is_quiet_assignment (facts, function, statement->child[0]);
    case IHOP_IF:
      return is_quiet (statement->child[0]) && only_leaves (statement->child[1])
             && (statement->n_children < 3 || statement->child[2] == NULL);
    default:
      return FALSE;
    }
}

guint
ihop_entry_length (IhopFacts *facts, const IhopFunction *function)
{
  const IhopNode *body = function->body;
  guint n = 0;

  if (ihop_defs_has_labels (facts, function))
    return 0;
  while (n < body->n_children && is_quiet_statement (facts, function, body->child[n]))
    n++;
  while (n > 0 && body->child[n - 1]->kind == IHOP_PRAGMA)
    n--;
  return n;
}

int
ihop_entry_of (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  const IhopDefs *defs;
  guint length;

  if (symbol->kind != IHOP_SYMBOL_VARIABLE || symbol->is_global
      || symbol->storage != IHOP_STORAGE_AUTO || ihop_type_is_volatile (symbol->type))
    return -1;
  defs = ihop_defs_of (facts, function, symbol);
  if (defs->n_writes != 1 || defs->address_taken || defs->declaration == NULL
      || defs->declaration->n_children == 0 || defs->declaration->child[0] == NULL)
    return -1;
  length = ihop_entry_length (facts, function);
  for (guint i = 0; i < length; i++)
    for (guint k = 0; k < function->body->child[i]->n_children; k++)
      if (function->body->child[i]->child[k] == defs->declaration)
        return (int) i;
  return -1;
}

void
ihop_guard_free (gpointer data)
{
  IhopGuard *guard = data;

  g_free (guard->function);
  g_free (guard->address);
  g_free (guard->bytes);
  g_clear_pointer (&guard->names, g_ptr_array_unref);
  g_free (guard->pointer);
  g_free (guard);
}
