/* What a variable that the root changes holds when the root is reached. */
#include "analysis/extract.h"

/* The value that this statement gives the variable, whatever it held before; NULL: none. */
static const IhopNode *
value_set_by (const IhopNode *statement, const IhopSymbol *symbol)
{
  const IhopNode *node = statement;

  if (node->kind == IHOP_DECLARATION)
    {
      for (guint i = node->n_children; i-- > 0;)
        if (node->child[i] && node->child[i]->symbol == symbol)
          return node->child[i]->child[0];
      return NULL;
    }
  if (node->kind != IHOP_EXPRESSION)
    return NULL;
  node = ihop_node_strip (node->child[0], FALSE);
  if (node->kind != IHOP_ASSIGN || node->op != IHOP_OP_NONE
      || ihop_node_strip (node->child[0], TRUE)->kind != IHOP_REF
      || ihop_node_strip (node->child[0], TRUE)->symbol != symbol)
    return NULL;
  return node->child[1];
}

typedef struct
{
  const IhopNode *write;   /* the statement that sets it last, on every way to the root */
  const IhopNode *value;
  gboolean from_entry;     /* nothing sets it between the function's entry and the root */
} Before;

/* Upwards through the text from the root, which itself writes the variable: where a loop stands
 * around, the value may come round from the iteration before. */
static Before
set_before (IhopScop *scop, const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (scop->facts, scop->function, scop->root);
  Before before = { 0 };

  if (path == NULL || scop->is_entered)
    return before;
  for (guint i = path->len - 1; i > 0; i--)
    {
      const IhopNode *parent = path->pdata[i - 1], *child = path->pdata[i];
      guint at = 0;
      if (parent->kind != IHOP_BLOCK && parent->kind != IHOP_IF)
        return before;
      while (at < parent->n_children && parent->child[at] != child)
        at++;
      for (guint k = parent->kind == IHOP_IF ? MIN (at, 1) : at; k-- > 0;)
        {
          const IhopNode *statement = parent->child[k];
          g_autoptr (GHashTable) written = statement ? ihop_defs_written (statement) : NULL;
          if (written == NULL || !g_hash_table_contains (written, symbol))
            continue;
          before.write = statement;
          before.value = value_set_by (statement, symbol);
          return before;
        }
    }
  before.from_entry = TRUE;
  return before;
}

static gboolean
is_stable_since (IhopScop *scop, const IhopSymbol *symbol, const Before *before)
{
  if (before->value == NULL || before->value->kind == IHOP_INIT_LIST)
    return FALSE;
  if (ihop_type_strip (symbol->type)->kind == IHOP_TYPE_INTEGER
      && !(before->value->flags & IHOP_NODE_CONSTANT)
      && (!ihop_type_is_integer (before->value->type)
          || ihop_type_strip (before->value->type)->size != ihop_type_strip (symbol->type)->size
          || !ihop_type_strip (before->value->type)->is_signed))
    return FALSE;
  return ihop_scop_is_stable (scop, before->value, before->write,
                              ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER);
}

/* What is loaded from memory may have changed since. */
static gboolean
is_loaded (const IhopRef *ref)
{
  for (guint i = 1; i < ref->steps->len; i++)
    if (g_array_index (ref->steps, IhopStep, i).kind == IHOP_STEP_DEREF)
      return TRUE;
  return ref->steps->len
         && g_array_index (ref->steps, IhopStep, ref->steps->len - 1).kind == IHOP_STEP_ANY;
}

void
ihop_scop_value_before (IhopWalk *walk, const IhopSymbol *symbol, IhopValue **value,
                        IhopRef **pointer, const IhopNode **first)
{
  IhopScop *scop = walk->scop;
  gboolean is_pointer = ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;
  gboolean quiet = walk->quiet;
  Before before = set_before (scop, symbol);

  walk->nesting++;
  walk->quiet = TRUE;
  if (is_stable_since (scop, symbol, &before) && is_pointer)
    *pointer = ihop_ref_pointer (walk, before.value);
  else if (is_stable_since (scop, symbol, &before))
    *value = ihop_value_of (walk, before.value);
  walk->nesting--;
  walk->quiet = quiet;
  if (*pointer && is_loaded (*pointer))
    g_clear_pointer (pointer, ihop_ref_free);
  *first = *value || *pointer ? before.value : NULL;
  if (*first)
    return;
  if (is_pointer)
    {
      *pointer = ihop_ref_behind (walk, symbol);
      return;
    }

  guint param = ihop_param_symbol (scop, symbol);

  /* Only what a caller passes can be anything. */
  ((IhopParameter *) scop->params->pdata[param])->is_derived
    |= !(before.from_entry && symbol->kind == IHOP_SYMBOL_PARAMETER);
  *value = ihop_value_new (ihop_param_affine (scop, param, walk->depth));
}
