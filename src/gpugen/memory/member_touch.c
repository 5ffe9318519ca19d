#include "gpugen/memory/member_touch.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "gpugen/memory/once.h"
#include "gpugen/memory/swapped_extents.h"
#include "gpugen/plan/plan.h"
#include "ir/condition.h"

enum { MOST_CALLS = 4 };

typedef struct
{
  IhopFacts *facts;
  IhopTouchMeant is_meant;
  gpointer data;           /* of is_meant */
  gboolean is_found;
} Touch;

/* ---- called functions ---- */

static gboolean follows_parameter (IhopFacts *facts, const IhopNode *node, const IhopSymbol *parameter, guint level);

/* Whether a call is certain to touch what is behind its argument number i: before anything else than plain statements. */
static gboolean
is_followed (IhopFacts *facts, const IhopNode *call, guint i, guint level)
{
  const IhopSymbol *callee = level < MOST_CALLS ? ihop_call_callee (call) : NULL;
  const IhopFunction *function = callee && !callee->is_replaceable ? ihop_facts_function (facts, callee) : NULL;

  if (function == NULL || i >= function->n_params || !ihop_defs_keeps_value (facts, function, function->params[i]))
    return FALSE;
  for (guint k = 0; k < function->body->n_children; k++)
    {
      const IhopNode *statement = function->body->child[k];
      if (statement->kind != IHOP_DECLARATION && statement->kind != IHOP_EXPRESSION && statement->kind != IHOP_RETURN)
        return FALSE;
      if (follows_parameter (facts, statement, function->params[i], level))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_certain (const IhopNode *node, guint i)
{
  gboolean is_choice = node->kind == IHOP_CONDITIONAL
                       || (node->kind == IHOP_BINARY && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR));

  return node->kind != IHOP_SIZEOF && !(node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS) && (!is_choice || i == 0);
}

static gboolean
follows_parameter (IhopFacts *facts, const IhopNode *node, const IhopSymbol *parameter, guint level)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *part = node->child[i] ? ihop_node_strip (node->child[i], TRUE) : NULL;
      if (part == NULL || !is_certain (node, i))
        continue;
      gboolean is_it = part->kind == IHOP_REF && part->symbol == parameter;
      if ((is_it && node->kind == IHOP_INDEX && i == 0)
          || (is_it && node->kind == IHOP_CALL && i > 0 && is_followed (facts, node, i - 1, level + 1))
          || follows_parameter (facts, part, parameter, level))
        return TRUE;
    }
  return FALSE;
}

/* ---- statements ---- */

static void
touch_behind (Touch *self, const IhopNode *pointer)
{
  self->is_found |= pointer->kind == IHOP_REF && self->is_meant (pointer->symbol, self->data);
}

static void
touch_by_call (Touch *self, const IhopNode *call)
{
  for (guint i = 1; i < call->n_children; i++)
    {
      const IhopNode *argument = ihop_node_strip (call->child[i], TRUE);
      if (argument->kind == IHOP_REF && is_followed (self->facts, call, i - 1, 0))
        touch_behind (self, argument);
    }
}

/* What a statement touches whenever it runs: no condition is looked into. */
static void
find_touch (Touch *self, const IhopNode *node)
{
  if (node->kind == IHOP_INDEX)
    touch_behind (self, ihop_node_strip (node->child[0], TRUE));
  if (node->kind == IHOP_CALL)
    touch_by_call (self, node);
  if (node->kind == IHOP_IF || node->kind == IHOP_SWITCH || node->kind == IHOP_WHILE || node->kind == IHOP_CONDITIONAL
      || (node->kind == IHOP_BINARY && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR)))
    {
      find_touch (self, node->child[0]);
      return;
    }
  if (node->kind == IHOP_SIZEOF || (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS))
    return;
  for (guint i = 0; i < (node->kind == IHOP_FOR ? 2u : node->n_children); i++)
    {
      if (node->child[i])
        find_touch (self, node->child[i]);
      if (node->kind == IHOP_BLOCK && ihop_once_leaves (node->child[i]))
        return; /* nobody knows whether what comes behind is run */
    }
}

gboolean
ihop_member_touch_when (const IhopExtentGuard *reach, const IhopKernel *kernel, IhopTouchMeant is_meant, gpointer data,
                        const IhopNode **when)
{
  Touch touch = { reach->work->planner->facts, is_meant, data, FALSE };
  const IhopNode *node = kernel->statements->len == 1 ? kernel->statements->pdata[0] : NULL;

  *when = NULL;
  if (node == NULL || kernel->kind != IHOP_KERNEL_MAPPED)
    return FALSE;
  while (node->kind == IHOP_FOR)
    {
      const IhopNode *runs;
      if (!ihop_swapped_extents_loop_runs (reach, node, &runs))
        return FALSE;
      *when = ihop_expression_and (ihop_work_pool (reach->work), *when, runs);
      node = node->child[3];
      find_touch (&touch, node);
      if (touch.is_found)
        return TRUE;
      while (node->kind == IHOP_BLOCK && node->n_children == 1)
        node = node->child[0];
    }
  return FALSE;
}
