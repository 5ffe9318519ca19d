/* How many threads a block has, and how much shared memory: constants that a card can take. */
#include "analysis/kernel/races.h"
#include "analysis/nest/iteration_space_sizes.h"

enum { MOST_THREADS = 1024, WARP = 32, MOST_SHARED = 48 * 1024 };

/* The constant bound of the numbers that a loop's iterator takes; -1: there is none. */
static gint64
constant_bound (const IhopScop *scop, const IhopScopLoop *loop, gboolean high)
{
  isl_set *values = isl_set_intersect_params (isl_set_copy (loop->domain), isl_set_copy (scop->context));

  values = isl_set_project_out (values, isl_dim_set, 0, loop->depth);
  isl_val *bound = ihop_instances_bound (isl_set_copy (values), 0, high);
  gboolean never = isl_set_is_empty (values) == isl_bool_true;
  gint64 number = never ? 0 : bound && isl_val_is_int (bound) == isl_bool_true ? isl_val_get_num_si (bound) : -1;

  isl_set_free (values);
  isl_val_free (bound);
  return number;
}

/* Whether all these numbers are taken wherever the loop is reached. */
static gboolean
is_whole (const IhopScopLoop *loop, const IhopSpread *spread)
{
  isl_set *all = isl_set_add_dims (isl_set_copy (loop->outer), isl_dim_set, 1);

  all = isl_set_lower_bound_si (all, isl_dim_set, loop->depth, (int) spread->least);
  all = isl_set_upper_bound_si (all, isl_dim_set, loop->depth, (int) spread->most);
  isl_set *domain = isl_set_reset_tuple_id (isl_set_copy (loop->domain));
  all = isl_set_reset_tuple_id (all);
  gboolean whole = isl_set_is_subset (all, domain) == isl_bool_true;
  isl_set_free (all);
  isl_set_free (domain);
  return whole;
}

static gboolean
count_threads (IhopRaces *races, IhopSpread *spread)
{
  const IhopScopLoop *loop = ihop_scop_loop_of (races->scop, spread->loop);
  const char *name = spread->iterator->name;

  if (loop == NULL || loop->counting.iterator == NULL || loop->counting.step != 1 || !loop->is_exact)
    return ihop_races_flaw (races, spread->loop, NULL,
                            "the thread loop %s does not count its threads one by one, in a way that is followed", name);
  spread->least = constant_bound (races->scop, loop, FALSE);
  spread->most = constant_bound (races->scop, loop, TRUE);
  if (spread->least < 0 || spread->most < 0 || spread->most >= (gint64) MOST_THREADS * MAX (1, races->tree->grid))
    return ihop_races_flaw (races, spread->loop, ihop_message ("deal its iterations out to a constant number of threads"),
                            "the thread loop %s has no constant bounds from 0 to %u: its iterator is the number of "
                            "a thread", name, MOST_THREADS * MAX (1, races->tree->grid) - 1);
  spread->is_whole = is_whole (loop, spread);
  guint *threads = &races->tree->threads[spread->axis];
  *threads = MAX (*threads, (guint) spread->most + 1);
  return TRUE;
}

/* Those that the loops number, in blocks of whole warps. */
static gboolean
share_among_blocks (IhopRaces *races)
{
  IhopKernelTree *tree = races->tree;
  guint most = tree->grid * WARP;

  if (tree->threads[1] > 1 || tree->threads[2] > 1)
    return ihop_races_flaw (races, tree->block[0].loop, ihop_message ("collapse the thread loops into one along x"),
                            "the threads of a grid are numbered along x only");
  tree->threads[0] = (tree->threads[0] + most - 1) / most * WARP;
  return TRUE;
}

gboolean
ihop_races_count_threads (IhopRaces *races)
{
  const guint *threads = races->tree->threads;

  for (guint i = 0; i < races->tree->nests->len; i++)
    {
      IhopThreadNest *nest = races->tree->nests->pdata[i];
      for (guint k = 0; k < nest->n; k++)
        if (!count_threads (races, &nest->loop[k]))
          return FALSE;
    }
  if (races->tree->grid)
    return share_among_blocks (races);
  if ((guint64) threads[0] * threads[1] * threads[2] <= MOST_THREADS && threads[2] <= 64)
    return TRUE;
  return ihop_races_flaw (races, races->tree->block[0].loop, ihop_message ("take fewer"),
                          "a block would have %u x %u x %u threads, more than a card runs together",
                          threads[0], threads[1], threads[2]);
}

gboolean
ihop_races_fit_shared (IhopRaces *races)
{
  guint64 bytes = 0;

  for (guint i = 0; i < races->tree->arrays->len; i++)
    {
      const IhopKernelArray *array = races->tree->arrays->pdata[i];
      bytes += array->memory == IHOP_ROLE_SHARED ? array->symbol->type->size : 0;
    }
  return bytes <= MOST_SHARED
         || ihop_races_flaw (races, races->tree->block[0].loop, ihop_message ("take smaller tiles"),
                             "its shared arrays need %lu bytes of a block\'s %u", (gulong) bytes, MOST_SHARED);
}
