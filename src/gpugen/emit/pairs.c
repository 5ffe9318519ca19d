#include "gpugen/emit/pairs.h"

enum { ELEMENT = 8, PAIR = 16, REGISTER = 4 };

const char *
ihop_text_alignment (const IhopKernelArray *array)
{
  const IhopType *type = ihop_type_strip (array->symbol->type), *row = NULL;
  guint rank = 0;

  for (; type->kind == IHOP_TYPE_ARRAY; type = ihop_type_strip (type->target), rank++)
    row = type;
  return array->memory == IHOP_ROLE_SHARED && rank > 1 && type->size == ELEMENT && row->size % PAIR == 0 ? "__align__(16) " : "";
}

gboolean
ihop_text_has_pairs (const IhopKernelTree *tree)
{
  for (guint i = 0; i < tree->arrays->len; i++)
    if (*ihop_text_alignment (tree->arrays->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_in_loop (const IhopKernelTree *tree, const IhopKernelArray *array)
{
  g_autoptr (GPtrArray) path = ihop_node_path (tree->body, array->declaration);

  for (guint i = 0; path && i < path->len; i++)
    if (((const IhopNode *) path->pdata[i])->kind == IHOP_FOR)
      return TRUE;
  return FALSE;
}

/* Of a thread, as long as the kernel runs: what a loop declares is gone when the pairs that were fetched ahead are needed. */
static guint64
own_bytes (const IhopKernelTree *tree)
{
  guint64 bytes = 0;

  for (guint i = 0; i < tree->arrays->len; i++)
    {
      const IhopKernelArray *array = tree->arrays->pdata[i];
      const IhopType *type = ihop_type_strip (array->symbol->type);
      for (guint own = 0; own < array->n_own; own++)
        type = ihop_type_strip (type->target);
      bytes += array->memory == IHOP_ROLE_REGISTERS && !is_in_loop (tree, array) ? type->size : 0;
    }
  return bytes;
}

static gboolean
has_shared (const IhopKernelTree *tree)
{
  for (guint i = 0; i < tree->arrays->len; i++)
    if (((const IhopKernelArray *) tree->arrays->pdata[i])->memory == IHOP_ROLE_SHARED)
      return TRUE;
  return FALSE;
}

guint
ihop_text_least_blocks (const IhopKernelTree *tree, const IhopGpu *gpu)
{
  const guint half = gpu->max_threads_sm / 2, threads = tree->threads[0] * tree->threads[1] * tree->threads[2];
  guint64 own = own_bytes (tree);

  if (own == 0 || !has_shared (tree) || threads > half || 3 * own > 2 * (guint64) REGISTER * gpu->registers_sm / half)
    return 0;
  return half / threads;
}
