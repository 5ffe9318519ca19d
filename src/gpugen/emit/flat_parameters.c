#include "gpugen/emit/flat_parameters.h"
#include "gpugen/emit/shape.h"
#include "gpugen/emit/subscript_chain.h"
#include "ir/query.h"

/* "double (*a)[m][k]": adds m and k behind a first extent that nobody asks for. FALSE: none of them is one of the program's. */
static gboolean
read_extents (const IhopSymbol *parameter, GPtrArray *extents)
{
  const IhopType *type = ihop_type_strip (parameter->type);
  gboolean is_variable = FALSE;

  g_ptr_array_add (extents, NULL);
  if (parameter->kind != IHOP_SYMBOL_PARAMETER || type->kind != IHOP_TYPE_POINTER)
    return FALSE;
  for (type = ihop_type_strip (type->target); type->kind == IHOP_TYPE_ARRAY; type = ihop_type_strip (type->target))
    {
      if (type->count_expr == NULL)
        return FALSE;
      is_variable |= !type->has_count;
      g_ptr_array_add (extents, (gpointer) type->count_expr);
    }
  return is_variable;
}

static const IhopType *
element_of (const IhopSymbol *parameter)
{
  return ihop_type_element (ihop_type_strip (parameter->type)->target, NULL);
}

typedef struct
{
  const IhopSymbol *parameter;
  guint understood;        /* mentions of it */
} Mentions;

static gboolean
find_mention (const IhopNode *node, gpointer data)
{
  Mentions *self = data;
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new ();
  gboolean is_chain = node->kind == IHOP_INDEX || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);

  const IhopNode *name = is_chain ? ihop_written_chain (node, subscripts) : NULL;

  if (name && name->symbol == self->parameter)
    {
      self->understood++;
      for (guint i = 0; i < subscripts->len; i++)
        ihop_node_walk (subscripts->pdata[i], find_mention, self);
      return FALSE;
    }
  for (guint i = 1; node->kind == IHOP_CALL && i < node->n_children; i++)
    self->understood += ihop_node_is_ref (node->child[i], self->parameter);
  return TRUE;
}

gboolean
ihop_parameter_is_flat (const IhopFunction *function, const IhopSymbol *parameter)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();
  Mentions mentions = { parameter, 0 };

  if (!read_extents (parameter, extents))
    return FALSE;
  ihop_node_walk (function->body, find_mention, &mentions);
  return mentions.understood == ihop_node_count_mentions (function->body, parameter);
}

gboolean
ihop_function_has_flat_parameter (const IhopFunction *function)
{
  for (guint i = 0; i < function->n_params; i++)
    if (ihop_parameter_is_flat (function, function->params[i]))
      return TRUE;
  return FALSE;
}

char *
ihop_flat_parameter_declare (const IhopSymbol *parameter)
{
  IhopType pointer = { .kind = IHOP_TYPE_POINTER, .target = element_of (parameter) };

  return ihop_type_declare (&pointer, parameter->name);
}

char *
ihop_flat_parameter_text (const IhopFunction *function, const IhopNode *node, IhopPrintNode print, gpointer data)
{
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new (), extents = g_ptr_array_new ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  const IhopNode *name = node->kind == IHOP_INDEX || node->kind == IHOP_UNARY ? ihop_written_chain (node, subscripts) : NULL;

  if (name == NULL || !ihop_parameter_is_flat (function, name->symbol) || !read_extents (name->symbol, extents)
      || subscripts->len == 0 || subscripts->len > extents->len)
    return NULL;
  for (guint i = 0; i < subscripts->len; i++)
    g_ptr_array_add (texts, print (subscripts->pdata[i], data));
  return ihop_flat_element (name->symbol->name, (const IhopNode *const *) extents->pdata, extents->len,
                            (const char *const *) texts->pdata, texts->len);
}
