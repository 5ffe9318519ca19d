/* Memory that lives as long as a tree: handed out in pieces, given back all at once. */
#include "ir/tree.h"
#include <string.h>

enum
{
  POOL_CHUNK = 64 * 1024,
  POOL_ALIGN = 16
};

struct _IhopPool
{
  GPtrArray *chunks; /* of char *, owned */
  char *next;
  gsize left;
};

IhopPool *
ihop_pool_new (void)
{
  IhopPool *pool = g_new0 (IhopPool, 1);

  pool->chunks = g_ptr_array_new_with_free_func (g_free);
  return pool;
}

void
ihop_pool_free (IhopPool *pool)
{
  if (pool == NULL)
    return;
  g_ptr_array_unref (pool->chunks);
  g_free (pool);
}

/* Big pieces get a chunk of their own, so that they do not throw away the rest of the last one. */
static char *
pool_chunk (IhopPool *pool, gsize bytes)
{
  char *chunk = g_malloc0 (bytes);

  g_ptr_array_add (pool->chunks, chunk);
  return chunk;
}

gpointer
ihop_pool_alloc (IhopPool *pool, gsize bytes)
{
  gsize rounded = (MAX (bytes, 1) + POOL_ALIGN - 1) / POOL_ALIGN * POOL_ALIGN;

  if (rounded > POOL_CHUNK / 4)
    return pool_chunk (pool, rounded);
  if (pool->left < rounded)
    {
      pool->next = pool_chunk (pool, POOL_CHUNK);
      pool->left = POOL_CHUNK;
    }
  char *piece = pool->next;
  pool->next += rounded;
  pool->left -= rounded;
  return piece;
}

const char *
ihop_pool_strdup (IhopPool *pool, const char *text)
{
  if (text == NULL)
    return NULL;
  gsize bytes = strlen (text) + 1;
  return memcpy (ihop_pool_alloc (pool, bytes), text, bytes);
}
