/* What a nest costs on the device, roughly, and what each of its accesses touches.
 *
 * Seconds = launch + max (bytes / memory bandwidth, operations / arithmetic rate), both at the
 * published peak, which real kernels reach by half or more: a bound from below that is right
 * within a small factor. Copies are not in it: they are the plan's. Bytes are the sectors of each
 * warp; where a loop inside walks along a row, the sectors that its next iterations find in the
 * first-level cache are counted once. */
#include "profiler/coalesce.h"

static double
bytes_per_warp (const IhopPattern *pattern, const IhopShape *shape, const IhopGpu *gpu)
{
  double sectors = 0;

  for (guint i = 0; i < pattern->accesses->len; i++)
    {
      const IhopPatternAccess *access
        = &g_array_index (pattern->accesses, IhopPatternAccess, i);

      if (!access->is_twin)
        sectors += access->moved * ihop_coalesce_fresh (pattern, access, gpu)
                   * ihop_coalesce_warp (pattern, access, shape, gpu).sectors;
    }
  return sectors * gpu->sector;
}

IhopEstimate
ihop_profile_estimate (IhopFacts *facts, const IhopFunction *function, const IhopNode *const *loops, guint n,
                       const IhopGpu *gpu, const IhopCandidate *candidate,
                       const IhopTripsGuess *guess)
{
  g_autoptr (IhopPattern) pattern = ihop_pattern_new (facts, function, loops, n, guess);
  IhopShape shape = ihop_shape_of (pattern, candidate);
  double block = (double) shape.block[0] * shape.block[1] * shape.block[2];
  IhopEstimate estimate = { .threads = 1, .is_guess = pattern->is_guess };
  double rate = 1e9 * (pattern->is_double ? gpu->double_gflops : gpu->float_gflops);

  for (guint k = 0; k < n; k++)
    estimate.threads *= pattern->trips[k];
  estimate.operations = pattern->operations * estimate.threads;
  estimate.bytes = bytes_per_warp (pattern, &shape, gpu) * estimate.threads
                   / MIN (block, gpu->warp);
  estimate.seconds = gpu->launch_us * 1e-6
                     + MAX (estimate.bytes / (gpu->memory_gbs * 1e9), estimate.operations / rate);
  return estimate;
}

GArray *
ihop_profile_sites (IhopFacts *facts, const IhopFunction *function, const IhopNode *const *loops, guint n,
                    const IhopGpu *gpu, const IhopCandidate *candidate,
                    const IhopTripsGuess *guess)
{
  g_autoptr (IhopPattern) pattern = ihop_pattern_new (facts, function, loops, n, guess);
  IhopShape shape = ihop_shape_of (pattern, candidate);
  GArray *sites = g_array_new (FALSE, FALSE, sizeof (IhopSite));

  for (guint i = 0; i < pattern->accesses->len; i++)
    {
      const IhopPatternAccess *access
        = &g_array_index (pattern->accesses, IhopPatternAccess, i);
      IhopTouched touched = ihop_coalesce_warp (pattern, access, &shape, gpu);
      IhopSite site = { .node = access->node, .array = access->array, .bytes = access->bytes,
                        .is_store = access->is_store, .is_exact = access->address.is_affine && !access->address.is_typical,
                        .executions = access->executions, .varying = access->varying,
                     .sectors = touched.sectors,
                        .lines = touched.lines };

      g_array_append_val (sites, site);
    }
  return sites;
}
