/* Calls: barriers, atomic operations, and device functions, which are walked where they are called. */
#include "prove/model.h"
#include <string.h>

enum { MOST_NESTED_CALLS = 8 };

static gboolean
begins_with_any (const char *name, const char *const *beginnings)
{
  for (; *beginnings; beginnings++)
    if (g_str_has_prefix (name, *beginnings))
      return TRUE;
  return FALSE;
}

const IhopSymbol *
prove_callee (const IhopNode *call)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);
  const IhopSymbol *symbol = callee->kind == IHOP_REF || callee->kind == IHOP_MEMBER ? callee->symbol : NULL;

  return symbol && symbol->kind == IHOP_SYMBOL_FUNCTION ? symbol : NULL;
}

Barrier *
prove_add_barrier (Walk *walk, const IhopNode *node)
{
  Barrier *barrier = g_new0 (Barrier, 1);

  barrier->node = node;
  barrier->domain = isl_set_copy (walk->domain);
  barrier->is_exact = walk->is_exact;
  barrier->is_behind_return = walk->is_behind_return;
  barrier->where = walk->where;
  barrier->where.position = walk->model->position++;
  g_ptr_array_add (node == walk->model->without ? walk->model->left_out : walk->model->barriers, barrier);
  return barrier;
}

static void
walk_arguments (Walk *walk, const IhopNode *node)
{
  for (guint i = 1; i < node->n_children; i++)
    prove_walk_expression (walk, node->child[i]);
}

/* What CUDA itself has. FALSE: it is nothing of that. */
static gboolean
is_own (Walk *walk, const IhopNode *node, const char *name, gboolean is_used)
{
  static const char *const warps[] = { "__shfl", "__ballot", "__any", "__all", "__activemask", "__match",
                                       "__reduce_", NULL };
  static const char *const loads[] = { "__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv", NULL };
  static const char *const atomics[] = { "atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor",
                                         "atomicInc", "atomicDec", "atomicExch", "atomicCAS", NULL };

  if (g_str_has_prefix (name, "__syncthreads"))
    {
      walk_arguments (walk, node);
      prove_add_barrier (walk, node);
      return TRUE;
    }
  if (g_str_equal (name, "__syncwarp"))
    {
      walk_arguments (walk, node);
      prove_walk_warp_barrier (walk, node, node->n_children > 1 ? node->child[1] : NULL);
      return TRUE;
    }
  if (begins_with_any (name, warps)) /* these order no memory */
    {
      walk_arguments (walk, node);
      return TRUE;
    }
  if (g_str_has_prefix (name, "__threadfence"))
    {
      walk->model->is_ordered_otherwise = TRUE;
      return TRUE;
    }
  if (begins_with_any (name, loads) && node->n_children == 2)
    {
      prove_walk_expression (walk, node->child[1]);
      prove_access_at (walk, node, node->child[1], FALSE, FALSE);
      return TRUE;
    }
  if (begins_with_any (name, atomics) && node->n_children >= 3)
    {
      walk_arguments (walk, node);
      prove_access_at (walk, node, node->child[1], TRUE, TRUE);
      walk->model->is_ordered_otherwise = walk->model->is_ordered_otherwise || is_used;
      return TRUE;
    }
  return FALSE;
}

/* ---- Device functions ----------------------------------------------------------------------------------------------- */

void
prove_bind_arguments (Walk *walk, const IhopFunction *function, const IhopNode *node)
{
  GPtrArray *bindings = g_ptr_array_new ();

  for (guint i = 0; i < function->n_params; i++)
    {
      const IhopNode *argument = node->child[i + 1];
      const IhopType *type = ihop_type_strip (function->params[i]->type);
      Binding *binding = g_new0 (Binding, 1);
      if (type->kind == IHOP_TYPE_POINTER)
        {
          binding->is_own = prove_pointer (walk, argument, &binding->array, &binding->offset) && binding->array == NULL;
          binding->target = prove_target (walk, argument);
        }
      else if (type->kind == IHOP_TYPE_INTEGER)
        binding->value = prove_evaluate (walk, argument);
      g_ptr_array_add (bindings, binding);
    }
  for (guint i = 0; i < function->n_params; i++)
    if (ihop_type_strip (function->params[i]->type)->kind == IHOP_TYPE_RECORD)
      {
        g_free (bindings->pdata[i]);
        prove_bind_record (walk, function->params[i], node->child[i + 1]);
      }
    else
      g_hash_table_insert (walk->bindings, function->params[i], bindings->pdata[i]);
  g_ptr_array_unref (bindings);
}

/* What is left by "return" comes back behind the call. */
static void
walk_body (Walk *walk, const IhopFunction *function, const IhopNode *node)
{
  isl_set *all = isl_set_copy (walk->domain);
  gboolean was_exact = walk->is_exact, was_behind = walk->is_behind_return;
  IhopMessage *why = ihop_message_ref (walk->why);

  prove_bind_arguments (walk, function, node);
  walk->model->calls++;
  prove_walk_statement (walk, function->body);
  walk->model->calls--;
  isl_set_free (walk->domain);
  walk->domain = all;
  walk->is_exact = was_exact;
  walk->is_behind_return = was_behind;
  ihop_message_unref (walk->why);
  walk->why = why;
}

static gboolean
takes_values (const IhopFunction *function, const IhopNode *node)
{
  for (guint i = 0; i < function->n_params; i++)
    if (!ihop_type_is_scalar (function->params[i]->type) && ihop_type_strip (function->params[i]->type)->kind != IHOP_TYPE_RECORD)
      return FALSE;
  return function->n_params + 1 == node->n_children;
}

/* What a function of a library gets may be told by its types: numbers, or addresses of a thread's own variables. */
static gboolean
is_harmless (Walk *walk, const IhopNode *node)
{
  for (guint i = 1; i < node->n_children; i++)
    {
      const IhopType *type = ihop_type_strip (node->child[i]->type);
      const IhopSymbol *array;
      Value *offset;
      if (type->kind == IHOP_TYPE_INTEGER || type->kind == IHOP_TYPE_FLOATING || node->child[i]->kind == IHOP_STRING
          || ihop_node_strip (node->child[i], TRUE)->kind == IHOP_STRING)
        continue;
      if (type->kind == IHOP_TYPE_RECORD && !ihop_type_holds_pointer (type))
        continue;
      if (type->kind != IHOP_TYPE_POINTER || !prove_pointer (walk, node->child[i], &array, &offset))
        return FALSE;
      prove_value_free (offset);
      if (array)
        return FALSE;
    }
  return TRUE;
}

void
prove_walk_call (Walk *walk, const IhopNode *node, gboolean is_used)
{
  const IhopSymbol *symbol = prove_callee (node);
  const IhopFunction *function = symbol ? ihop_tree_function_of (walk->model->tree, symbol) : NULL;

  if (symbol == NULL)
    {
      walk_arguments (walk, node);
      prove_obstacle (walk->model, node, ihop_message ("which function is called cannot be followed"));
      return;
    }
  if (is_own (walk, node, symbol->name, is_used) || (symbol->in_system_header && prove_walk_group (walk, node, symbol->name)))
    return;
  walk_arguments (walk, node);
  if (function == NULL && (symbol->is_library || symbol->in_system_header) && prove_walk_copy (walk, node, symbol->name))
    return;
  if (function && takes_values (function, node) && walk->model->calls < MOST_NESTED_CALLS)
    walk_body (walk, function, node);
  else if (function || !(symbol->is_library || symbol->in_system_header) || g_str_has_prefix (symbol->name, "surf")
           || !is_harmless (walk, node))
    prove_obstacle (walk->model, node, ihop_message ("what %s does is not followed", symbol->name));
}
