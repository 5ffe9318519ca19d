/* Calls in new code. */
#include "transform/build/make_call.h"
#include "transform/build/body.h"
#include "transform/build/make.h"
#include "transform/build/make_type.h"

IhopSymbol *
ihop_library_function (IhopBuild *build, const char *name, const IhopType *type)
{
  IhopSymbol *symbol = ihop_pool_alloc (build->pool, sizeof *symbol);
  IhopType *function = ihop_pool_alloc (build->pool, sizeof *function);

  function->kind = IHOP_TYPE_FUNCTION;
  function->target = type;
  symbol->kind = IHOP_SYMBOL_FUNCTION;
  symbol->storage = IHOP_STORAGE_EXTERN;
  symbol->is_global = symbol->is_library = TRUE;
  symbol->name = ihop_pool_strdup (build->pool, name);
  symbol->type = symbol->declared_type = function;
  return symbol;
}

const IhopNode *
ihop_make_call (IhopBuild *build, const IhopNode *place, const char *name, const IhopType *type, GPtrArray *arguments)
{
  const IhopFunction *known = ihop_tree_function (build->tree, name);
  IhopNode *call = ihop_node_new (build->pool, IHOP_CALL, arguments->len + 1);

  call->type = type;
  call->place = place->range;
  call->child[0] = ihop_make_ref (build, known ? known->symbol : ihop_library_function (build, name, type));
  for (guint i = 0; i < arguments->len; i++)
    call->child[i + 1] = arguments->pdata[i];
  g_ptr_array_unref (arguments);
  return call;
}

const IhopNode *
ihop_make_bytes (IhopBuild *build, const IhopNode *count, const IhopType *element)
{
  IhopNode *size = ihop_node_new (build->pool, IHOP_SIZEOF, 1);

  size->type = &ihop_type_unsigned_long;
  size->argument_type = element;
  if (!ihop_type_is_variable_length (element))
    {
      size->flags = IHOP_NODE_CONSTANT;
      size->integer = (gint64) ihop_type_strip (element)->size;
    }
  return count ? ihop_make_binary (build, IHOP_OP_MUL, size, count) : size;
}
