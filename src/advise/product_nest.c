/* Nests that are products, and the tile that fits one. */
#include "advise/product_nest.h"
#include "advise/isolate.h"
#include "advise/layout.h"
#include "advise/nests.h"
#include "ir/expression.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

#define LEAST_SHARE 4         /* of the multiprocessors, one in so many at least has a large tile */
#define SCHEDULERS 4          /* of a multiprocessor */
#define ENOUGH_WARPS 2        /* for each of them: its own, and one to hide that one's latency */
#define MOST_RESULT_BYTES 512 /* in the registers of a thread: half of what it can have, as operands and addresses need some, too */

#define LONG_STRIP 32         /* half as many times the threads of a block wait for each other, and addresses are worked out */
#define PADDING 2             /* elements of a row in shared memory, against conflicts of banks */
#define RESERVED_BYTES 1024   /* of shared memory, for each block */

#define MOST_PAIRED 16        /* results of a thread: of more, a load serves eight updates as it is */
#define PAIRED_ROUNDS 2       /* of the third loop, for which a thread fetches pairs at once */

static const IhopProductTile large_tile = { 64, 64, 8, 8 }, small_tile = { 32, 64, 8, 16 };

guint
ihop_product_results_of_thread (const IhopProductTile *tile)
{
  return tile->rows * tile->columns / (tile->threads_y * tile->threads_x);
}

gboolean
ihop_product_choose_tile (IhopProduct *self)
{
  const guint way[] = { 0 };
  g_autoptr (IhopGpu) gpu = ihop_gpu_load (self->layout.search->plan.gpu, NULL);
  const IhopLoopName *loops[2 + IHOP_LAYOUT_AROUND] = { ihop_layout_loop (&self->layout, way, 0), ihop_layout_loop (&self->layout, way, 1) };
  guint n = 2;

  for (IhopLayout around = self->layout; around.n_around > 0; n += ihop_layout_is_parallel (&around, loops[n]))
    {
      around.n_around--;
      loops[n] = ihop_layout_loop (&around, NULL, 0);
    }
  double tiles = ihop_layout_instances (&self->layout, loops, n) / (large_tile.rows * large_tile.columns);

  if (gpu == NULL || tiles * LEAST_SHARE <= gpu->sm_count)
    return FALSE;
  double warps = tiles * large_tile.threads_y * large_tile.threads_x / gpu->warp;
  self->tile = warps < (double) ENOUGH_WARPS * SCHEDULERS * gpu->sm_count
                   || self->bytes * ihop_product_results_of_thread (&large_tile) > MOST_RESULT_BYTES ? small_tile : large_tile;
  return self->bytes * ihop_product_results_of_thread (&self->tile) <= MOST_RESULT_BYTES;
}

typedef struct
{
  const IhopSymbol *row, *column;
  GPtrArray *texts;        /* of char *, owned: of elements that have been seen */
  guint rows, columns;     /* that elements are read of, for all rows and all columns of results */
} Reads;

static gboolean
look_at_read (const IhopNode *node, gpointer data)
{
  Reads *reads = data;

  if (node->kind != IHOP_INDEX)
    return TRUE;
  g_autofree char *text = ihop_expression_text (node);
  if (!g_ptr_array_find_with_equal_func (reads->texts, text, g_str_equal, NULL))
    {
      reads->rows += ihop_mentions (node, reads->row);
      reads->columns += ihop_mentions (node, reads->column);
      g_ptr_array_add (reads->texts, g_steal_pointer (&text));
    }
  return FALSE;
}

/* What an iteration of the third loop reads: so often rows, and columns, of elements. */
static Reads
count_reads (const IhopProduct *self)
{
  const guint way[] = { 0, 0 };
  const IhopNode *loops[3];
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint n = 0; n < G_N_ELEMENTS (loops); n++)
    loops[n] = ihop_layout_loop (&self->layout, way, n)->loop;
  Reads reads = { ihop_loop_iterator (loops[0]), ihop_loop_iterator (loops[1]), texts, 0, 0 };
  g_autoptr (GPtrArray) updates = ihop_isolate_updates (loops[2]);
  for (guint u = 0; u < updates->len; u++)
    ihop_node_walk (((const IhopNode *) updates->pdata[u])->child[1], look_at_read, &reads);
  return reads;
}

void
ihop_product_choose_strip (IhopProduct *self)
{
  const guint way[] = { 0, 0 };
  const IhopProductTile *tile = &self->tile;
  g_autoptr (IhopGpu) gpu = ihop_gpu_load (self->layout.search->plan.gpu, NULL);
  const guint threads = tile->threads_y * tile->threads_x, element = self->bytes / self->results->len;
  Reads reads = count_reads (self);
  guint ahead = PAIRED_ROUNDS * (reads.rows * tile->rows / tile->threads_y + reads.columns * tile->columns / tile->threads_x);
  guint64 strip = (guint64) (reads.rows * tile->rows + reads.columns * tile->columns) * (LONG_STRIP + PADDING) * element + RESERVED_BYTES;

  self->strip = gpu && strip * (gpu->max_threads_sm / 2 / threads) <= gpu->shared_sm ? LONG_STRIP : IHOP_SHORT_STRIP;
  if (ihop_product_results_of_thread (tile) * self->results->len <= MOST_PAIRED && ahead <= ihop_product_results_of_thread (tile) * self->results->len)
    self->pairs = ihop_pairs_find (&self->layout, way, 0);
}

gboolean
ihop_product_is_nest (const IhopLayout *layout)
{
  const guint way[] = { 0, 0 };
  const IhopLoopName *i = ihop_layout_loop (layout, way, 0), *j = ihop_layout_loop (layout, way, 1);
  const IhopLoopName *k = ihop_layout_loop (layout, way, 2);

  return k && ihop_nests_count_sums (k->loop) && ihop_layout_count_inner (layout, way, 0) == 1
         && ihop_layout_count_inner (layout, way, 1) == 1
         && ihop_layout_is_parallel (layout, i) && ihop_layout_is_parallel (layout, j);
}

static gboolean
is_known (const IhopProduct *self, const char *name)
{
  for (guint i = 0; i < self->results->len; i++)
    if (g_str_equal (g_array_index (self->results, IhopProductResult, i).name, name))
      return TRUE;
  return FALSE;
}

static void
collect_update (IhopProduct *self, const IhopNode *update, guint number, const IhopSymbol *iterator)
{
  const IhopSymbol *array = ihop_layout_array (update->child[0]);
  const IhopProductResult result = { g_strdup (array->name), number, ihop_isolate_variable (update) != NULL };

  ihop_layout_add_reads (update->child[1], iterator, array, self->arrays);
  if (is_known (self, array->name))
    {
      g_free (result.name);
      return;
    }
  self->n_elements += !result.is_variable;
  self->bytes += (guint) update->child[0]->type->size;
  g_array_append_val (self->results, result);
}

gboolean
ihop_product_find_results (IhopProduct *self)
{
  const guint way[] = { 0, 0 };
  const IhopLoopName *k = ihop_layout_loop (&self->layout, way, 2);
  g_autoptr (GPtrArray) updates = k ? ihop_isolate_updates (k->loop) : g_ptr_array_new ();

  for (guint i = 0; i < updates->len; i++)
    {
      const IhopNode *update = updates->pdata[i];
      if (ihop_layout_array (update->child[0]) == NULL || ihop_mentions (update->child[0], ihop_loop_iterator (k->loop)))
        return FALSE;
      collect_update (self, update, i, ihop_loop_iterator (k->loop));
    }
  return updates->len && self->arrays->len;
}

gboolean
ihop_product_count_sides (IhopProduct *self, guint n)
{
  const guint way[] = { 0, 0, 0, 0 };
  const IhopLoopName *j = ihop_layout_loop (&self->layout, way, n - 1), *k = ihop_layout_loop (&self->layout, way, n);
  guint at;

  if (j == NULL || k == NULL)
    return FALSE;
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (j->loop));
  if (!g_ptr_array_find (statements, k->loop, &at))
    return FALSE;
  self->before = at;
  self->behind = statements->len - at - 1;
  self->third = at > 0;
  return TRUE;
}
