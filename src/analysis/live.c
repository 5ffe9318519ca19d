/* Is a variable's value used later? Asked of the text, in the order in which control runs. */
#include "analysis/cover.h"
#include "analysis/defs.h"

typedef enum
{
  PASSES,  /* neither read nor certainly written */
  READS,
  KILLS
} Fate;

typedef struct
{
  const IhopSymbol *symbol;
  gboolean found;
} Mention;

static gboolean
find_mention (const IhopNode *node, gpointer data)
{
  Mention *self = data;

  if (node->kind == IHOP_REF && node->symbol == self->symbol)
    self->found = TRUE;
  return !self->found;
}

static gboolean
mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  Mention self = { symbol, FALSE };

  if (node)
    ihop_node_walk (node, find_mention, &self);
  return self.found;
}

static gboolean
find_jump (const IhopNode *node, gpointer found)
{
  if (node->kind == IHOP_BREAK || node->kind == IHOP_CONTINUE || node->kind == IHOP_GOTO
      || node->kind == IHOP_LABEL || node->kind == IHOP_SWITCH)
    *(gboolean *) found = TRUE;
  return !*(gboolean *) found;
}

static Fate fate (const IhopNode *node, const IhopSymbol *symbol);

static Fate
in_turn (const IhopNode *const *nodes, guint n, const IhopSymbol *symbol)
{
  for (guint i = 0; i < n; i++)
    {
      Fate one = nodes[i] ? fate (nodes[i], symbol) : PASSES;
      if (one != PASSES)
        return one;
    }
  return PASSES;
}

static Fate
of_assign (const IhopNode *node, const IhopSymbol *symbol)
{
  const IhopNode *left = ihop_node_strip (node->child[0], TRUE);

  if (mentions (node->child[1], symbol))
    return READS;
  if (left->kind == IHOP_REF && left->symbol == symbol)
    return node->op == IHOP_OP_NONE ? KILLS : READS;
  /* Writing an element reads nothing of the array, and settles nothing about the others. */
  while (left->kind == IHOP_INDEX && !mentions (left->child[1], symbol))
    left = ihop_node_strip (left->child[0], TRUE);
  if (left->kind == IHOP_REF && node->op == IHOP_OP_NONE)
    return PASSES;
  return mentions (left, symbol) ? READS : PASSES;
}

static Fate
of_if (const IhopNode *node, const IhopSymbol *symbol)
{
  Fate condition = fate (node->child[0], symbol), yes, no;

  if (condition != PASSES)
    return condition;
  yes = fate (node->child[1], symbol);
  no = node->child[2] ? fate (node->child[2], symbol) : PASSES;
  if (yes == READS || no == READS)
    return READS;
  return yes == KILLS && no == KILLS ? KILLS : PASSES;
}

static Fate
of_for (const IhopNode *node, const IhopSymbol *symbol)
{
  Fate one = in_turn (node->child, 2, symbol);
  const IhopNode *body[] = { node->child[3], node->child[2] };

  if (one != PASSES)
    return one;
  return in_turn (body, 2, symbol) == READS ? READS : PASSES;
}

/* What becomes of the value when control runs into "node". Where control may leave in the middle,
 * a mention counts as a read. */
static Fate
fate (const IhopNode *node, const IhopSymbol *symbol)
{
  gboolean jumps = FALSE;

  if (!mentions (node, symbol))
    return PASSES;
  switch (node->kind)
    {
    case IHOP_ASSIGN:
      return of_assign (node, symbol);
    case IHOP_IF:
    case IHOP_FOR:
    case IHOP_BLOCK:
      ihop_node_walk (node, find_jump, &jumps);
      if (jumps)
        return READS;
      if (node->kind == IHOP_IF)
        return of_if (node, symbol);
      if (node->kind == IHOP_FOR)
        return of_for (node, symbol);
      return in_turn (node->child, node->n_children, symbol);
    case IHOP_EXPRESSION:
    case IHOP_PAREN:
    case IHOP_DECLARATION:
      return in_turn (node->child, node->n_children, symbol);
    default:
      return READS;
    }
}

/* From the end of path[i + 1] to the end of path[i], then outwards. */
static gboolean
live_in (const GPtrArray *path, guint i, const IhopSymbol *symbol)
{
  const IhopNode *parent = path->pdata[i], *child = path->pdata[i + 1];
  Fate after = PASSES;

  if (parent->kind == IHOP_BLOCK)
    {
      guint k = 0;
      while (parent->child[k] != child)
        k++;
      after = in_turn (parent->child + k + 1, parent->n_children - k - 1, symbol);
    }
  else if (parent->kind == IHOP_FOR && child == parent->child[3])
    {
      /* The next iteration: step, condition, then the body up to where we came from. */
      const IhopNode *round[] = { parent->child[2], parent->child[1], child };
      if (in_turn (round, 3, symbol) == READS)
        return TRUE;
    }
  else if (ihop_kind_is_loop (parent->kind))
    {
      if (mentions (parent, symbol))
        return TRUE;
    }
  else if (parent->kind != IHOP_IF)
    return TRUE;
  if (after != PASSES)
    return after == READS;
  return i == 0 ? FALSE : live_in (path, i - 1, symbol);
}

gboolean
ihop_live_after (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                 const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, function, node);
  gboolean jumps = FALSE;

  if (symbol->storage != IHOP_STORAGE_AUTO || symbol->is_global
      || ihop_defs_of (facts, function, symbol)->address_taken)
    return TRUE;
  if (symbol->kind == IHOP_SYMBOL_PARAMETER && !ihop_type_is_scalar (symbol->declared_type))
    return TRUE;
  if (path == NULL || path->len < 2)
    return TRUE;
  jumps = ihop_defs_has_labels (facts, function);
  /* With jumps about, only a variable that nothing else mentions is dead. */
  for (guint i = 0; i + 1 < path->len; i++)
    {
      const IhopNode *parent = path->pdata[i];
      for (guint k = 0; k < parent->n_children; k++)
        if (parent->child[k] && parent->child[k] != path->pdata[i + 1]
            && !ihop_kind_is_loop (parent->child[k]->kind))
          ihop_node_walk (parent->child[k], find_jump, &jumps);
    }
  if (jumps)
    {
      for (guint i = 0; i + 1 < path->len; i++)
        {
          const IhopNode *parent = path->pdata[i];
          for (guint k = 0; k < parent->n_children; k++)
            if (parent->child[k] && parent->child[k] != path->pdata[i + 1]
                && mentions (parent->child[k], symbol))
              return TRUE;
        }
      return FALSE;
    }
  return live_in (path, path->len - 2, symbol);
}
