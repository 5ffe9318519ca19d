/* What a way to spread a nest over threads costs.
 *
 * The successor's cost is the sectors that travel per thread, each level of the machine once:
 *
 *   (sectors + lines / 4 + 1) of a warp / its threads with work      first-level cache
 *   + distinct sectors of a block / its threads with work            second level, memory
 *
 * summed over the accesses, each times the iterations of the loops inside that move its address. A
 * line of four sectors is one look-up of a tag, and an access is one instruction to issue (hence
 * "+ 1"): full warps beat idle lanes even where all share one sector. A block counts what
 * neighbouring accesses of a stencil share only once, and what the loops inside walk along only
 * when a new sector begins: the first-level cache keeps that.
 * The sum is divided by the share of the device that can be kept busy: threads at work on a full
 * multiprocessor, as far as they are less than half of what it can hold (above that latency is
 * hidden in any case: Volkov, "Better Performance at Lower Occupancy", GTC 2010), and, where the
 * number of threads is a constant, or told and each works long, the multiprocessors that get a block. */
#include "profiler/occupancy.h"
#include "profiler/paper.h"
#include "profiler/search.h"
#include <math.h>

#define ENOUGH_OCCUPANCY 0.5

/* What one warp moves, summed over the accesses. */
typedef struct
{
  double sectors, lines, requests;
} WarpSums;

static double
weight_of (const GPtrArray *group)
{
  double weight = 0;

  for (guint i = 0; i < group->len; i++)
    weight += ((const IhopPatternAccess *) g_ptr_array_index (group, i))->varying;
  return weight;
}

static WarpSums
count_warp (const IhopSearch *search, const IhopShape *shape)
{
  WarpSums sums = { 0 };

  for (guint i = 0; i < search->equals->len; i++)
    {
      const GPtrArray *group = g_ptr_array_index (search->equals, i);
      double weight = weight_of (group);
      IhopTouched touched = ihop_coalesce_warp (search->pattern, g_ptr_array_index (group, 0),
                                                shape, search->gpu);

      sums.sectors += weight * touched.sectors;
      sums.lines += weight * touched.lines;
      sums.requests += weight;
    }
  return sums;
}

/* The same for all blocks whose warps cover the same tile. */
static WarpSums
warp_sums (IhopSearch *search, const IhopShape *shape)
{
  guint tile[3], key = 0;
  WarpSums *sums;

  if (!ihop_shape_tile (shape, search->gpu->warp, tile))
    return count_warp (search, shape);
  for (guint axis = 0; axis < 3; axis++)
    key = key * 8 * 256 + shape->loop_of[axis] * 256 + tile[axis];
  sums = g_hash_table_lookup (search->tiles, GUINT_TO_POINTER (key));
  if (sums == NULL)
    {
      sums = g_new (WarpSums, 1);
      *sums = count_warp (search, shape);
      g_hash_table_insert (search->tiles, GUINT_TO_POINTER (key), sums);
    }
  return *sums;
}

/* Boxes of these sides that have work, per thread that has work. */
static double
boxes_per_thread (const IhopShape *shape, const guint side[3])
{
  double boxes = 1;

  for (guint axis = 0; axis < 3; axis++)
    {
      double trips = shape->trips[axis];

      boxes *= trips > 0 ? ceil (trips / side[axis]) / trips : 1.0 / side[axis];
    }
  return boxes;
}

static double
warps_per_thread (const IhopShape *shape, const IhopGpu *gpu)
{
  guint threads = shape->block[0] * shape->block[1] * shape->block[2], tile[3];

  if (ihop_shape_tile (shape, gpu->warp, tile))
    return boxes_per_thread (shape, tile);
  return ceil ((double) threads / gpu->warp) * boxes_per_thread (shape, shape->block);
}

/* The share of threads that have work: 3 iterations along a side of 32 leave 29 lanes or warps that
 * take room and do nothing. */
static double
filled_share (const IhopShape *shape)
{
  return 1 / (boxes_per_thread (shape, shape->block) * shape->block[0] * shape->block[1]
              * shape->block[2]);
}

/* The multiprocessors that get a block, where the number of threads is no constant. */
static double
busy_by_told (const IhopSearch *search, const IhopShape *shape)
{
  double block = (double) shape->block[0] * shape->block[1] * shape->block[2];

  return search->told_threads > 0 ? MIN (1, ceil (search->told_threads / block) / search->gpu->sm_count) : 1;
}

/* The share of the device that has something to do. */
static double
busy_share (const IhopSearch *search, const IhopShape *shape, double occupancy)
{
  double blocks = 1, share = MIN (1, occupancy / ENOUGH_OCCUPANCY);

  for (guint axis = 0; axis < 3; axis++)
    {
      if (shape->trips[axis] <= 0)
        return MAX (share * busy_by_told (search, shape), 1e-3);
      blocks *= ceil (shape->trips[axis] / shape->block[axis]);
    }
  return MAX (share * MIN (1, blocks / search->gpu->sm_count), 1e-3);
}

static double
block_sectors (const IhopSearch *search, const IhopShape *shape)
{
  double sum = 0;

  for (guint i = 0; i < search->groups->len; i++)
    {
      const GPtrArray *group = g_ptr_array_index (search->groups, i);
      const IhopPatternAccess *first = g_ptr_array_index (group, 0);

      sum += first->varying * ihop_coalesce_fresh (search->pattern, first, search->gpu)
             * ihop_coalesce_block (search->pattern, group, shape, search->gpu);
    }
  return sum;
}

/* Nine digits: sums that differ by rounding only must tie, and ties must be transitive. */
static double
rounded (double cost)
{
  double scale = cost > 0 ? pow (10, 8 - floor (log10 (cost))) : 1;

  return rint (cost * scale) / scale;
}

/* Everything but the block's part, which is dear to count. */
static void
cost_warps (IhopSearch *search, IhopCandidate *candidate)
{
  IhopShape shape = ihop_shape_of (search->pattern, candidate);
  WarpSums sums = warp_sums (search, &shape);

  candidate->sectors = sums.sectors;
  candidate->lines = sums.lines;
  candidate->occupancy = filled_share (&shape)
                         * ihop_occupancy (search->gpu, (guint) ihop_candidate_threads (candidate),
                                           IHOP_DEFAULT_REGISTERS);
  if (search->model == IHOP_MODEL_PAPER)
    candidate->cost = rounded (ihop_paper_cost (search->pattern, &shape, search->gpu));
  else
    candidate->cost = (sums.sectors + sums.lines / 4 + sums.requests)
                      * warps_per_thread (&shape, search->gpu)
                      / busy_share (search, &shape, candidate->occupancy);
}

static int
compare_costs (gconstpointer a, gconstpointer b)
{
  return ihop_compare_doubles (((const IhopCandidate *) a)->cost, ((const IhopCandidate *) b)->cost);
}

/* A block moves at least nothing and at most what its warps move one by one. So, from the cheapest
 * warps on, who is dearer without it than the best with it cannot win, and is given the upper
 * bound unseen. */
static void
cost_blocks (IhopSearch *search)
{
  double best = G_MAXDOUBLE;

  g_array_sort (search->candidates, compare_costs);
  for (guint i = 0; i < search->candidates->len; i++)
    {
      IhopCandidate *candidate = &g_array_index (search->candidates, IhopCandidate, i);
      IhopShape shape = ihop_shape_of (search->pattern, candidate);
      double share = busy_share (search, &shape, candidate->occupancy), moved;

      if (candidate->cost > best)
        moved = candidate->sectors * warps_per_thread (&shape, search->gpu);
      else
        moved = block_sectors (search, &shape) * boxes_per_thread (&shape, shape.block);
      candidate->cost = rounded (candidate->cost + moved / share);
      best = MIN (best, candidate->cost);
    }
}

void
ihop_search_cost (IhopSearch *search)
{
  for (guint i = 0; i < search->candidates->len; i++)
    cost_warps (search, &g_array_index (search->candidates, IhopCandidate, i));
  if (search->model == IHOP_MODEL_SECTORS)
    cost_blocks (search);
}
