/* What a kernel costs that is spread over threads: on the device, and as a parallel region on the CPU. */
#include "advise/worth_walk.h"

#define ATOMIC_SECONDS 1e-9    /* of one of the updates that meet in one element */
#define BUSY_SHARE 0.25        /* of the threads a device can hold: from here on it is busy */
#define REGION_SECONDS 5e-6    /* to begin and end a parallel region of OpenMP */
#define CPU_SECONDS 0.05e-9    /* of an operation there, in vectors and on several threads */
#define CPU_BYTES 10e9         /* a second from memory */
#define CPU_LINE 64            /* bytes */
#define FAR_SECTORS 16         /* of a warp, from which on its threads are far from each other */

static double
busy_share (const IhopGpu *gpu, double threads)
{
  return MIN (1, MAX (threads, 1) / (BUSY_SHARE * gpu->sm_count * gpu->max_threads_sm));
}

double
ihop_worth_busy_seconds (const IhopGpu *gpu, double seconds, double threads)
{
  return seconds / busy_share (gpu, threads);
}

/* Updates of a thread's element that meet those of its neighbours stand in line. */
static double
atomic_seconds (const IhopKernel *kernel, const GArray *sites, double threads)
{
  double seconds = 0;

  for (guint i = 0; i < kernel->atomics->len; i++)
    {
      const IhopReduction *r = kernel->atomics->pdata[i];
      for (guint k = 0; k < sites->len; k++)
        {
          const IhopSite *site = &g_array_index (sites, IhopSite, k);
          if (site->is_store && site->array == r->symbol)
            seconds += threads * site->executions * ATOMIC_SECONDS;
        }
    }
  return seconds;
}

/* Each place a thread uses comes once, in full sectors. */
static double
ideal_seconds (const IhopGpu *gpu, const GArray *sites, double threads, double computing)
{
  double bytes = 0;

  for (guint i = 0; i < sites->len; i++)
    {
      const IhopSite *site = &g_array_index (sites, IhopSite, i);
      bytes += threads * site->varying
               * MIN (site->bytes, site->sectors * gpu->sector / gpu->warp);
    }
  return MAX (bytes / (gpu->memory_gbs * 1e9), computing);
}

/* What a thread's access brings from memory on a CPU: a whole line where neighbours are far apart and no
 * loop inside goes along the line. */
static double
cpu_bytes (const IhopSite *site)
{
  return site->executions <= 1 && site->sectors > FAR_SECTORS ? CPU_LINE : site->executions * site->bytes;
}

/* Every array once, or as many bytes of it as there are accesses. */
static double
cpu_traffic (const GArray *sites, double threads)
{
  g_autoptr (GHashTable) arrays = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTableIter iter;
  gpointer array, sum;
  double bytes = 0;

  for (guint i = 0; i < sites->len; i++)
    {
      const IhopSite *site = &g_array_index (sites, IhopSite, i);
      double *all = site->array ? g_hash_table_lookup (arrays, site->array) : NULL;
      if (site->array && all == NULL)
        g_hash_table_insert (arrays, (gpointer) site->array, all = g_new0 (double, 1));
      if (all)
        *all += threads * cpu_bytes (site);
    }
  g_hash_table_iter_init (&iter, arrays);
  while (g_hash_table_iter_next (&iter, &array, &sum))
    bytes += MIN (ihop_worth_bytes (array), *(double *) sum);
  return bytes;
}

static double
guess_trips (const IhopNode *node, gpointer data)
{
  return ihop_worth_trips (data, node, -1);
}

void
ihop_worth_add_mapped (IhopWorthWalk *walk, const IhopKernel *kernel, double times)
{
  const IhopGpu *gpu = walk->plan->gpu;
  const IhopTripsGuess guess = { guess_trips, walk };
  const IhopNode *loops[3];

  for (guint i = 0; i < kernel->n_axes; i++)
    loops[i] = kernel->axes[i].loop;
  const IhopCandidate *best = &g_array_index (kernel->profile->candidates, IhopCandidate, 0);
  IhopEstimate estimate
    = ihop_profile_estimate (walk->facts, kernel->function, loops, kernel->n_axes, gpu, best, &guess);
  g_autoptr (GArray) sites
    = ihop_profile_sites (walk->facts, kernel->function, loops, kernel->n_axes, gpu, best, &guess);
  double launch = gpu->launch_us * 1e-6, work = estimate.seconds - launch;
  double computing = estimate.operations / (1e9 * gpu->double_gflops);
  double seconds = launch + work / busy_share (gpu, estimate.threads)
                   + atomic_seconds (kernel, sites, estimate.threads)
                   + (kernel->reductions->len ? launch : 0);

  walk->part->seconds += times * seconds;
  walk->part->ideal += times * ideal_seconds (gpu, sites, estimate.threads, computing);
  walk->part->launches += times;
  walk->part->own_launches += kernel->function == walk->part->function ? times : 0;
  walk->part->traffic += times * estimate.bytes;
  walk->worth->cpu_seconds += times * (REGION_SECONDS + estimate.operations * CPU_SECONDS
                                       + cpu_traffic (sites, estimate.threads) / CPU_BYTES);
}
