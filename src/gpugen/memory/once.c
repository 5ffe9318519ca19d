#include "gpugen/memory/once.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"

/* Whether the node is evaluated exactly once when the statement begins: "x = …;", "if (!(x = …))". */
static gboolean
is_at_once (const IhopNode *node, const IhopNode *wanted)
{
  if (node == wanted)
    return TRUE;
  switch (node->kind)
    {
    case IHOP_EXPRESSION: case IHOP_IF: case IHOP_PAREN: case IHOP_CAST: case IHOP_UNARY: case IHOP_VARIABLE:
      return node->n_children && node->child[0] && is_at_once (node->child[0], wanted);
    case IHOP_ASSIGN:
      return is_at_once (node->child[1], wanted);
    case IHOP_DECLARATION:
      for (guint i = 0; i < node->n_children; i++)
        if (is_at_once (node->child[i], wanted))
          return TRUE;
      return FALSE;
    case IHOP_BINARY:
      return (node->op == IHOP_OP_EQ || node->op == IHOP_OP_NE || node->op == IHOP_OP_COMMA)
             && (is_at_once (node->child[0], wanted) || is_at_once (node->child[1], wanted));
    default:
      return FALSE;
    }
}

gboolean
ihop_once_place (IhopFacts *facts, const IhopFunction *function, const IhopNode *node, const IhopNode **block, guint *at)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, function, node);

  for (guint i = path ? path->len : 0; i-- > 1;)
    {
      *block = path->pdata[i - 1];
      if ((*block)->kind != IHOP_BLOCK)
        continue;
      for (*at = 0; *at < (*block)->n_children && (*block)->child[*at] != path->pdata[i]; ++*at)
        ;
      return *at < (*block)->n_children && is_at_once ((*block)->child[*at], node);
    }
  return FALSE;
}

static gboolean
find_exit (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_RETURN || ihop_node_jumps (node) || node->kind == IHOP_BREAK || node->kind == IHOP_CONTINUE
            || node->kind == IHOP_CASE || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;
  return !*found;
}

gboolean
ihop_once_leaves (const IhopNode *node)
{
  gboolean found = FALSE;

  ihop_node_walk (node, find_exit, &found);
  return found;
}

typedef struct
{
  IhopFacts *facts;
  gboolean found;
} Exits;

static gboolean
find_call_that_ends (const IhopNode *node, gpointer data)
{
  Exits *self = data;

  self->found |= node->kind == IHOP_CALL && ihop_effects_of_call (self->facts, node)->may_not_return;
  return !self->found;
}

gboolean
ihop_once_may_leave (IhopFacts *facts, const IhopNode *node)
{
  Exits exits = { facts, ihop_once_leaves (node) };

  if (!exits.found)
    ihop_node_walk (node, find_call_that_ends, &exits);
  return exits.found;
}
