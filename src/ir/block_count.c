#include "ir/block_count.h"
#include "ir/known_types.h"

static const IhopType function_type = { .kind = IHOP_TYPE_FUNCTION, .target = &ihop_type_long_long };
/* One symbol for all programs: calls of it are told from calls of the owner's functions. */
static IhopSymbol function
  = { .kind = IHOP_SYMBOL_FUNCTION, .storage = IHOP_STORAGE_STATIC, .is_global = TRUE, .name = IHOP_BLOCK_COUNT,
      .type = &function_type, .declared_type = &function_type };

static IhopNode *
name_of (IhopPool *pool, IhopSymbol *symbol)
{
  IhopNode *name = ihop_node_new (pool, IHOP_REF, 0);

  name->symbol = symbol;
  name->type = symbol->type;
  return name;
}

static IhopNode *
size_of (IhopPool *pool, const IhopType *element)
{
  IhopNode *size = ihop_node_new (pool, IHOP_SIZEOF, 1);
  IhopType *plain = ihop_pool_alloc (pool, sizeof *plain);

  *plain = *element;
  plain->qualifiers = 0; /* "sizeof (double)", where the pointer is one to const */
  size->type = &ihop_type_unsigned_long;
  size->argument_type = plain;
  return size;
}

const IhopNode *
ihop_block_count_new (IhopPool *pool, IhopSymbol *pointer, const IhopType *element)
{
  IhopNode *call = ihop_node_new (pool, IHOP_CALL, 3);

  call->type = &ihop_type_long_long;
  call->child[0] = name_of (pool, &function);
  call->child[1] = name_of (pool, pointer);
  call->child[2] = size_of (pool, element);
  return call;
}

const IhopSymbol *
ihop_block_count_pointer (const IhopNode *node)
{
  gboolean is_count = node->kind == IHOP_CALL && node->child[0]->kind == IHOP_REF && node->child[0]->symbol == &function;

  return is_count ? node->child[1]->symbol : NULL;
}

static gboolean
find_count (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= ihop_block_count_pointer (node) != NULL;
  return !*found;
}

gboolean
ihop_block_count_in (const IhopNode *expression)
{
  gboolean found = FALSE;

  ihop_node_walk (expression, find_count, &found);
  return found;
}

gboolean
ihop_block_count_only (const IhopNode *expression, const IhopSymbol *pointer)
{
  if (ihop_block_count_pointer (expression))
    return TRUE;
  if (expression->kind == IHOP_REF && expression->symbol == pointer)
    return FALSE;
  for (guint i = 0; i < expression->n_children; i++)
    if (expression->child[i] && !ihop_block_count_only (expression->child[i], pointer))
      return FALSE;
  return TRUE;
}
