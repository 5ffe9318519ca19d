#include "build.h"
#include <string.h>

IhopType *
build_type (IhopPool *pool, IhopTypeKind kind, const char *name, guint64 size)
{
  IhopType *type = ihop_pool_alloc (pool, sizeof *type);

  type->kind = kind;
  type->name = name;
  type->size = type->align = size;
  type->is_signed = kind == IHOP_TYPE_INTEGER;
  return type;
}

IhopType *
build_derived (IhopPool *pool, IhopTypeKind kind, const IhopType *target)
{
  IhopType *type = build_type (pool, kind, NULL, kind == IHOP_TYPE_POINTER ? 8 : 0);

  type->target = target;
  return type;
}

IhopSymbol *
build_symbol (IhopPool *pool, const char *name, const IhopType *type)
{
  IhopSymbol *symbol = ihop_pool_alloc (pool, sizeof *symbol);

  symbol->kind = IHOP_SYMBOL_VARIABLE;
  symbol->name = name;
  symbol->type = symbol->declared_type = type;
  return symbol;
}

IhopNode *
build_ref (IhopPool *pool, IhopSymbol *symbol)
{
  IhopNode *node = ihop_node_new (pool, IHOP_REF, 0);

  node->symbol = symbol;
  node->type = symbol->type;
  return node;
}

IhopNode *
build_integer (IhopPool *pool, gint64 value)
{
  IhopNode *node = ihop_node_new (pool, IHOP_INTEGER, 0);

  node->type = build_type (pool, IHOP_TYPE_INTEGER, "int", 4);
  node->flags = IHOP_NODE_CONSTANT;
  node->integer = value;
  return node;
}

IhopNode *
build_node (IhopPool *pool, IhopKind kind, IhopOperator op, guint n, ...)
{
  IhopNode *node = ihop_node_new (pool, kind, n);
  va_list children;

  node->op = op;
  va_start (children, n);
  for (guint i = 0; i < n; i++)
    node->child[i] = va_arg (children, IhopNode *);
  va_end (children);
  if (!ihop_kind_is_statement (kind))
    node->type = build_type (pool, IHOP_TYPE_INTEGER, "int", 4);
  return node;
}

IhopNode *
build_loop (IhopPool *pool, IhopSymbol *symbol, gint64 bound, IhopNode *body)
{
  IhopNode *init
    = build_node (pool, IHOP_EXPRESSION, IHOP_OP_NONE, 1,
                  build_node (pool, IHOP_ASSIGN, IHOP_OP_NONE, 2, build_ref (pool, symbol),
                              build_integer (pool, 0)));
  IhopNode *condition = build_node (pool, IHOP_BINARY, IHOP_OP_LT, 2, build_ref (pool, symbol),
                                    build_integer (pool, bound));
  IhopNode *step
    = build_node (pool, IHOP_UNARY, IHOP_OP_POST_INC, 1, build_ref (pool, symbol));

  return build_node (pool, IHOP_FOR, IHOP_OP_NONE, 4, init, condition, step, body);
}

IhopTree *
build_tree (const char *text)
{
  g_autoptr (IhopSource) source = ihop_source_new ("dir/t.c", text, strlen (text));

  return ihop_tree_new (source);
}

void
build_function (IhopTree *tree, const char *name, const IhopNode *body)
{
  IhopFunction *function = ihop_pool_alloc (tree->pool, sizeof *function);
  IhopType *type = build_derived (tree->pool, IHOP_TYPE_FUNCTION,
                                  build_type (tree->pool, IHOP_TYPE_VOID, "void", 0));

  type->has_prototype = TRUE;
  function->symbol = build_symbol (tree->pool, name, type);
  function->symbol->kind = IHOP_SYMBOL_FUNCTION;
  function->symbol->storage = IHOP_STORAGE_EXTERN;
  function->body = body;
  function->in_main_file = TRUE;
  g_ptr_array_add (tree->functions, function);
}
