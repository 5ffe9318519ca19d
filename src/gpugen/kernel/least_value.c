/* The least value an expression can have in a function, as far as its callers show: "tsteps" is at
 * least 1 if every call of the (static) function passes a positive constant. */
#include "ir/expression.h"
#include "ir/query.h"
#include "gpugen/kernel/least_value.h"
#include "gpugen/plan/work.h"
#include <string.h>

#define DEPTH_MOST 8 /* of expressions looked through */

typedef struct
{
  const IhopSymbol *function;
  GPtrArray *calls;        /* of const IhopNode * */
  guint mentions;
} FindCalls;

static gboolean
look_for_call (const IhopNode *node, gpointer data)
{
  FindCalls *find = data;

  find->mentions += node->kind == IHOP_REF && node->symbol == find->function;
  if (node->kind == IHOP_CALL)
    {
      const IhopNode *callee = ihop_node_strip (node->child[0], TRUE);
      if (callee->kind == IHOP_REF && callee->symbol == find->function)
        g_ptr_array_add (find->calls, (gpointer) node);
    }
  return TRUE;
}

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *declaration;
  gboolean is_written;
} FindWrites;

static gboolean
look_for_write (const IhopNode *node, gpointer data)
{
  FindWrites *find = data;

  if (node->kind == IHOP_VARIABLE && node->symbol == find->symbol)
    find->declaration = node;
  if (node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
      || (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS))
    find->is_written |= ihop_node_is_ref (node->child[0], find->symbol);
  find->is_written |= node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;
  return TRUE;
}

static gboolean least_of (IhopPlanner *planner, const IhopFunction *function, const IhopNode *node,
                          guint depth, gint64 *least);

static gboolean
least_of_argument (IhopPlanner *planner, const IhopFunction *function, guint index, guint depth,
                   gint64 *least)
{
  const IhopTree *tree = planner->tree;
  guint n_calls = 0;
  gboolean known = function->symbol->storage == IHOP_STORAGE_STATIC;

  for (guint i = 0; i < tree->global_nodes->len && known; i++)
    {
      FindCalls find = { function->symbol, g_ptr_array_new (), 0 };
      ihop_node_walk (tree->global_nodes->pdata[i], look_for_call, &find);
      known = find.mentions == 0;
      g_ptr_array_unref (find.calls);
    }
  for (guint i = 0; i < tree->functions->len && known; i++)
    {
      const IhopFunction *caller = tree->functions->pdata[i];
      FindCalls find = { function->symbol, g_ptr_array_new (), 0 };
      ihop_node_walk (caller->body, look_for_call, &find);
      known = find.mentions == find.calls->len;
      for (guint k = 0; k < find.calls->len && known; k++)
        {
          const IhopNode *call = find.calls->pdata[k];
          gint64 value;
          known = call->n_children > index + 1
                  && least_of (planner, caller, call->child[index + 1], depth, &value);
          if (known)
            *least = n_calls++ ? MIN (*least, value) : value;
        }
      g_ptr_array_unref (find.calls);
    }
  return known && n_calls;
}

/* A variable that keeps the value it begins with. */
static gboolean
least_of_symbol (IhopPlanner *planner, const IhopFunction *function, const IhopSymbol *symbol,
                 guint depth, gint64 *least)
{
  FindWrites find = { symbol, NULL, FALSE };

  if (symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO
      || !ihop_type_is_integer (ihop_type_strip (symbol->type)))
    return FALSE;
  ihop_node_walk (function->body, look_for_write, &find);
  if (find.is_written)
    return FALSE;
  for (guint i = 0; i < function->n_params; i++)
    if (function->params[i] == symbol)
      return least_of_argument (planner, function, i, depth, least);
  return find.declaration && find.declaration->child[0]
         && least_of (planner, function, find.declaration->child[0], depth, least);
}

static gboolean
least_of_sum (IhopPlanner *planner, const IhopFunction *function, const IhopNode *node, guint depth,
              gint64 *least)
{
  const IhopNode *right = ihop_node_strip (node->child[1], TRUE);

  if ((node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB)
      || !(right->flags & IHOP_NODE_CONSTANT)
      || !least_of (planner, function, node->child[0], depth, least))
    return FALSE;
  *least += node->op == IHOP_OP_ADD ? right->integer : -right->integer;
  return TRUE;
}

static gboolean
least_of (IhopPlanner *planner, const IhopFunction *function, const IhopNode *node, guint depth,
          gint64 *least)
{
  node = ihop_node_strip (node, TRUE);
  if (depth == 0)
    return FALSE;
  if (node->flags & IHOP_NODE_CONSTANT)
    {
      *least = node->integer;
      return TRUE;
    }
  if (node->kind == IHOP_REF)
    return least_of_symbol (planner, function, node->symbol, depth - 1, least);
  return node->kind == IHOP_BINARY && least_of_sum (planner, function, node, depth - 1, least);
}

gboolean
ihop_least_value (IhopPlanner *planner, const IhopFunction *function, const IhopNode *node,
                  gint64 *least)
{
  return least_of (planner, function, node, DEPTH_MOST, least)
         && ABS (*least) < ((gint64) 1 << 31);
}

gboolean
ihop_least_size (IhopWork *work, const IhopNode *size, gint64 *least)
{
  IhopPool *pool = ihop_work_pool (work);
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (size);
  gint64 rest;

  if (ihop_expression_distance (ihop_expression_number (pool, 0), size, least))
    return TRUE;
  if (symbols->len != 1 || !ihop_expression_distance (ihop_expression_name (pool, symbols->pdata[0]), size, &rest)
      || !least_of_symbol (work->planner, work->function, symbols->pdata[0], DEPTH_MOST, least))
    return FALSE;
  *least += rest;
  return TRUE;
}
