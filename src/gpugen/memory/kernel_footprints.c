/* What a kernel touches, over all of its statements. */
#include "gpugen/memory/kernel_footprints.h"
#include "gpugen/plan/box.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/condition.h"

static IhopFootprint *
footprint_copy (IhopPool *pool, const IhopFootprint *f)
{
  IhopFootprint *copy = g_new0 (IhopFootprint, 1);

  *copy = *f;
  copy->extents = ihop_pool_alloc (pool, (f->rank + 1) * sizeof *copy->extents);
  for (guint i = 0; i < f->rank; i++)
    copy->extents[i] = f->extents[i];
  copy->nodes = g_ptr_array_new ();
  for (guint i = 0; f->nodes && i < f->nodes->len; i++)
    g_ptr_array_add (copy->nodes, f->nodes->pdata[i]);
  return copy;
}

static void
merge_box (IhopPool *pool, const IhopBox **into, gboolean had, const IhopBox *box, gboolean has)
{
  if (has)
    *into = had ? ihop_box_hull (pool, *into, box) : box;
}

/* "next" runs after "f". */
static void
footprint_merge (IhopPool *pool, IhopFootprint *f, const IhopFootprint *next)
{
  gboolean wrote_all = f->is_written && f->writes_all_of_box
                       && (f->is_scalar || ihop_box_equal (f->written, next->read));

  if (next->is_written && f->is_written)
    f->writes_all_of_box = f->is_scalar ? f->writes_all_of_box || next->writes_all_of_box
                                        : f->writes_all_of_box && next->writes_all_of_box
                                            && ihop_box_equal (f->written, next->written);
  else if (next->is_written)
    f->writes_all_of_box = next->writes_all_of_box;
  f->is_exposed |= next->is_exposed && !wrote_all;
  merge_box (pool, &f->read, f->is_read, next->read, next->is_read);
  merge_box (pool, &f->written, f->is_written, next->written, next->is_written);
  f->is_read |= next->is_read;
  f->is_written |= next->is_written;
  if (f->begins_before && next->begins_before && f->begins_inside && next->begins_inside)
    f->begins_inside = ihop_expression_and (pool, f->begins_inside, next->begins_inside);
  else if (next->begins_before)
    f->begins_inside = f->begins_before ? NULL : next->begins_inside;
  f->begins_before |= next->begins_before;
  if (f->rank > 0 && f->rank == next->rank && next->extents[0] == NULL)
    f->extents[0] = NULL;
  for (guint i = 0; next->nodes && i < next->nodes->len; i++)
    g_ptr_array_add (f->nodes, next->nodes->pdata[i]);
  if (f->rank != next->rank)
    {
      f->is_plain = FALSE;
      f->writes_all_of_box = FALSE;
    }
  f->is_plain &= next->is_plain;
}

/* A nest's conditions are tested before its launch; nobody tests those of single statements. */
static IhopFootprint *
footprint_for (IhopPool *pool, const IhopKernel *kernel, const IhopFootprint *f)
{
  IhopFootprint *copy = footprint_copy (pool, f);

  if (kernel->kind == IHOP_KERNEL_MAPPED || !f->is_conditional)
    return copy;
  copy->read = copy->written = NULL;
  copy->writes_all_of_box = FALSE;
  copy->is_exposed = TRUE;
  return copy;
}

typedef struct
{
  const IhopSymbol *symbol;
  GPtrArray *nodes;
} References;

static gboolean
collect_reference (const IhopNode *node, gpointer data)
{
  References *references = data;

  if (node->kind == IHOP_REF && node->symbol == references->symbol)
    g_ptr_array_add (references->nodes, (gpointer) node);
  return TRUE;
}

/* What one thread does with the iterator of a loop that it runs: the loop's own footprints are those of
 * its iterations. NULL: the loop declares it. */
static IhopFootprint *
iterator_footprint (IhopWork *work, const IhopNode *loop)
{
  const IhopCounting *counting = ihop_loops_counting (work->planner->facts, work->planner->tree, loop);
  IhopFootprint *f;

  if (counting == NULL || counting->iterator == NULL || counting->declared_here)
    return NULL;
  f = g_new0 (IhopFootprint, 1);
  f->symbol = counting->iterator;
  f->is_scalar = f->is_read = f->is_written = f->is_plain = TRUE;
  f->is_exposed = counting->lower == NULL;
  f->writes_all_of_box = !f->is_exposed;
  f->extents = ihop_pool_alloc (ihop_work_pool (work), sizeof *f->extents);
  f->element = f->symbol->type;
  f->nodes = g_ptr_array_new ();
  References references = { f->symbol, f->nodes };
  ihop_node_walk (loop, collect_reference, &references);
  return f;
}

/* Takes f. */
static void
add_footprint (IhopPool *pool, GPtrArray *all, IhopFootprint *f)
{
  for (guint i = 0; i < all->len; i++)
    if (((IhopFootprint *) all->pdata[i])->symbol == f->symbol)
      {
        footprint_merge (pool, all->pdata[i], f);
        ihop_params_footprint_free (f);
        return;
      }
  g_ptr_array_add (all, f);
}

GPtrArray *
ihop_kernel_footprints (IhopWork *work, const IhopKernel *kernel)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_params_footprint_free);
  IhopPool *pool = ihop_work_pool (work);

  for (guint i = 0; i < kernel->statements->len; i++)
    {
      const IhopNode *statement = kernel->statements->pdata[i];
      const GPtrArray *here = ihop_footprints_at (work, statement);
      IhopFootprint *iterator = kernel->kind == IHOP_KERNEL_SERIAL && ihop_kind_is_loop (statement->kind)
                                  ? iterator_footprint (work, statement) : NULL;
      for (guint k = 0; here && k < here->len; k++)
        add_footprint (pool, all, footprint_for (pool, kernel, here->pdata[k]));
      if (iterator)
        add_footprint (pool, all, iterator);
    }
  return all;
}
