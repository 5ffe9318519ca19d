/* What calls are worth: of functions that only work something out, and of the few of CUDA that are known. */
#include "prove/model.h"

static gboolean
declares_shared_memory (const IhopNode *node)
{
  gboolean all = node->kind == IHOP_DECLARATION;

  for (guint i = 0; i < node->n_children && all; i++)
    all = node->child[i]->kind == IHOP_VARIABLE && node->child[i]->symbol->space == IHOP_SPACE_SHARED;
  return all;
}

/* "return i * n + j;", and nothing else but names for memory. */
const IhopNode *
prove_only_result (const IhopFunction *function)
{
  const IhopNode *body = function ? function->body : NULL;

  while (body && body->kind == IHOP_BLOCK && body->n_children >= 1)
    {
      for (guint i = 0; i + 1 < body->n_children; i++)
        if (!declares_shared_memory (body->child[i]))
          return NULL;
      body = body->child[body->n_children - 1];
    }
  return body && body->kind == IHOP_RETURN ? body->child[0] : NULL;
}

static Value *
of_function (Walk *walk, const IhopNode *node, const IhopSymbol *symbol)
{
  const IhopFunction *function = ihop_tree_function_of (walk->model->tree, symbol);
  const IhopNode *result = prove_only_result (function);

  if (result == NULL || function->n_params + 1 != node->n_children || walk->model->calls > 8)
    return NULL;
  GHashTable *before = walk->bindings;
  walk->bindings = prove_bindings_copy (before);
  prove_bind_arguments (walk, function, node);
  walk->model->calls++;
  Value *value = prove_evaluate (walk, result);
  walk->model->calls--;
  g_hash_table_unref (walk->bindings);
  walk->bindings = before;
  return value;
}

/* "__mul24 (a, b)": the product of the lowest 24 bits of both, which is theirs if these hold them. */
static Value *
product_of_24_bits (Walk *walk, const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);
  gint64 end = type->is_signed ? 1 << 23 : 1 << 24, begin = type->is_signed ? -end : 0;
  Value *parts[2] = { NULL, NULL };
  gboolean fit = TRUE;

  for (guint i = 0; i < 2; i++)
    {
      parts[i] = prove_evaluate (walk, node->child[i + 1]);
      fit = fit && parts[i] && parts[i]->n_terms == 0;
      if (!fit)
        continue;
      isl_set *outside = isl_pw_aff_ge_set (isl_pw_aff_copy (parts[i]->affine), prove_number (walk->model, end));
      outside = isl_set_union (outside, isl_pw_aff_lt_set (isl_pw_aff_copy (parts[i]->affine), prove_number (walk->model, begin)));
      fit = !prove_may (walk, outside);
      walk->model->may_wrap = walk->model->may_wrap || !fit;
    }
  if (fit)
    return prove_fit (walk, prove_value_multiply (walk->model, parts[0], parts[1]), type, node);
  prove_value_free (parts[0]);
  prove_value_free (parts[1]);
  return NULL;
}

/* The least and the largest of two, and functions that only work something out. */
Value *
prove_call (Walk *walk, const IhopNode *node)
{
  const IhopSymbol *symbol = prove_callee (node);

  if (symbol == NULL || !symbol->in_system_header)
    return symbol ? of_function (walk, node, symbol) : NULL;
  Value *number = prove_group_number (walk, node, symbol->name);
  if (number)
    return number;
  if (node->n_children == 3 && (g_str_equal (symbol->name, "__mul24") || g_str_equal (symbol->name, "__umul24")))
    return product_of_24_bits (walk, node);
  gboolean is_min = g_str_equal (symbol->name, "min"), is_max = g_str_equal (symbol->name, "max");
  if (node->n_children != 3 || (!is_min && !is_max))
    return NULL;
  isl_pw_aff *a = prove_value_affine (prove_evaluate (walk, node->child[1]));
  isl_pw_aff *b = prove_value_affine (prove_evaluate (walk, node->child[2]));
  if (a && b)
    return prove_value_new (is_min ? isl_pw_aff_min (a, b) : isl_pw_aff_max (a, b));
  isl_pw_aff_free (a);
  isl_pw_aff_free (b);
  return NULL;
}
