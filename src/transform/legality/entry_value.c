/* What a variable holds when a loop starts: what it was set to last in front of it, if nothing has changed since. */
#include "transform/legality/entry_value.h"
#include "analysis/memory/definitions.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

static gboolean
look_for_more (const IhopNode *node, gpointer found)
{
  gboolean is_sum = node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB);
  gboolean is_name = node->kind == IHOP_REF && node->symbol->kind <= IHOP_SYMBOL_PARAMETER
                     && !ihop_type_is_volatile (node->symbol->type);
  /* "&a[k]" */
  const IhopNode *under = node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS
                            ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (under && under->kind == IHOP_INDEX)
    {
      ihop_node_walk (under->child[0], look_for_more, found);
      ihop_node_walk (under->child[1], look_for_more, found);
      return FALSE;
    }

  *(gboolean *) found |= !is_sum && !is_name && node->kind != IHOP_PAREN
                         && !(node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT))
                         && !(node->flags & IHOP_NODE_CONSTANT);
  return !*(gboolean *) found;
}

gboolean
ihop_type_holds_unchanged (const IhopType *variable, const IhopType *value)
{
  const IhopType *a = ihop_type_strip (variable), *b = ihop_type_strip (value);

  if (a->kind == IHOP_TYPE_POINTER && (b->kind == IHOP_TYPE_POINTER || b->kind == IHOP_TYPE_ARRAY))
    {
      IhopType x = *ihop_type_strip (a->target), y = *ihop_type_strip (b->target);
      x.qualifiers = y.qualifiers = 0;
      return !ihop_type_is_volatile (a->target) && !ihop_type_is_volatile (b->target)
             && ihop_type_equal (&x, &y);
    }
  return ihop_type_is_scalar (a) && ihop_type_equal (a, b);
}

/* What a statement that writes the variable sets it to; NULL: it does something else. */
static const IhopNode *
value_set_by (const IhopNode *statement, const IhopSymbol *symbol)
{
  if (statement->kind == IHOP_EXPRESSION)
    {
      const IhopNode *assign = ihop_node_strip (statement->child[0], FALSE);
      const IhopNode *left
        = assign->kind == IHOP_ASSIGN ? ihop_node_strip (assign->child[0], TRUE) : assign;
      return assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE && left->kind == IHOP_REF
                 && left->symbol == symbol
               ? assign->child[1] : NULL;
    }
  for (guint i = 0; statement->kind == IHOP_DECLARATION && i < statement->n_children; i++)
    if (statement->child[i]->symbol == symbol)
      return statement->child[i]->child[0];
  return NULL;
}

/* Constants, or names that keep their values from child "at" of the block up to the loop. */
static gboolean
is_still_held (IhopTransformStep *step, const IhopFunction *function, const IhopNode *block, guint at,
               const IhopNode *loop, const IhopNode *value, const IhopSymbol *symbol)
{
  gboolean found = FALSE;
  IhopArgument culprit;
  gint64 constant;

  if (ihop_constant_of (value, &constant) && ihop_type_is_integer (symbol->type))
    return TRUE;
  ihop_node_walk (value, look_for_more, &found);
  if (found || ihop_mentions (value, symbol) || !ihop_type_holds_unchanged (symbol->type, value->type))
    return FALSE;
  /* The declaration goes on behind the value: "int k = n, l = n++;" */
  if (block->child[at]->kind == IHOP_DECLARATION && block->child[at]->n_children > 1
      && ihop_defs_may_change_value (step->facts, function, block->child[at], value, &culprit))
    return FALSE;
  for (guint i = at + 1; block->child[i] != loop; i++)
    if (ihop_defs_may_change_value (step->facts, function, block->child[i], value, &culprit))
      return FALSE;
  return TRUE;
}

const IhopNode *
ihop_entry_value (IhopTransformStep *step, const IhopFunction *function, const IhopNode *loop,
                  const IhopSymbol *symbol)
{
  const IhopNode *block;
  guint at;

  if (ihop_defs_has_labels (step->facts, function) || !ihop_defs_is_tame (step->facts, function, symbol)
      || !ihop_sibling_of (function, loop, &block, &at))
    return NULL;
  while (at-- > 0)
    {
      const IhopNode *before = block->child[at];
      if (before->kind == IHOP_CASE)
        return NULL;
      if (!ihop_writes (before, symbol))
        continue;
      const IhopNode *value = value_set_by (before, symbol);
      value = value ? ihop_node_strip (value, TRUE) : NULL;
      return value && is_still_held (step, function, block, at, loop, value, symbol) ? value : NULL;
    }
  return NULL;
}
