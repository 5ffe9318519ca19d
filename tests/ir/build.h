/* Trees made by hand, for tests that need no C file. All of it lives in the given pool. */
#pragma once
#include "ir/print.h"

IhopType *build_type (IhopPool *pool, IhopTypeKind kind, const char *name, guint64 size);
IhopType *build_derived (IhopPool *pool, IhopTypeKind kind, const IhopType *target);
IhopSymbol *build_symbol (IhopPool *pool, const char *name, const IhopType *type);
IhopNode *build_ref (IhopPool *pool, IhopSymbol *symbol);
IhopNode *build_integer (IhopPool *pool, gint64 value);
IhopNode *build_node (IhopPool *pool, IhopKind kind, IhopOperator op, guint n, ...);
/* "for (symbol = 0; symbol < bound; symbol++) body". */
IhopNode *build_loop (IhopPool *pool, IhopSymbol *symbol, gint64 bound, IhopNode *body);
/* A tree over this text with a function "f" of this body. Owns the pool's nodes: use tree->pool. */
IhopTree *build_tree (const char *text);
void build_function (IhopTree *tree, const char *name, const IhopNode *body);
