#include "counts/figures.h"
#include "profiler/waits.h"
#include <math.h>

static void
add_asked (IhopCountAsked *sum, const IhopCountAsked *more)
{
  guint64 *to = (guint64 *) sum;
  const guint64 *from = (const guint64 *) more;

  for (guint i = 0; i < IHOP_COUNT_NUMBERS; i++)
    to[i] += from[i];
}

void
ihop_figures_add (IhopFigures *sum, const IhopFigures *more)
{
  sum->executions += more->executions;
  sum->lanes += more->lanes;
  sum->operations += more->operations;
  sum->double_operations += more->double_operations;
  sum->matrix_operations += more->matrix_operations;
  for (guint i = 0; i < IHOP_N_CLASSES; i++)
    sum->classes[i] += more->classes[i];
  sum->branches += more->branches;
  sum->divergent += more->divergent;
  sum->barriers += more->barriers;
  for (guint space = 0; space < IHOP_N_COUNT_SPACES; space++)
    for (guint ask = 0; ask < IHOP_N_ASKS; ask++)
      add_asked (&sum->asked[space][ask], &more->asked[space][ask]);
}

IhopCountAsked
ihop_figures_space (const IhopFigures *figures, IhopCountSpace space)
{
  IhopCountAsked sum = { 0 };

  for (guint ask = 0; ask < IHOP_N_ASKS; ask++)
    add_asked (&sum, &figures->asked[space][ask]);
  return sum;
}

/* Sectors that travel between memory and the second level, in both directions. */
static double
memory_sectors (const IhopCountedKernel *kernel)
{
  return (double) ihop_figures_space (&kernel->sum, IHOP_COUNT_GLOBAL).from_memory
         + ihop_figures_space (&kernel->sum, IHOP_COUNT_LOCAL).from_memory + kernel->written_back;
}

/* As the static profiler has it (profiler/cost.c): threads that a multiprocessor can hold, as far as they are less than
 * half of the most, and multiprocessors that get a block. */
static double
busy_share (const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  IhopOccupancyLimit limit;
  guint threads = kernel->block[0] * kernel->block[1] * kernel->block[2];
  guint blocks = ihop_occupancy_blocks (gpu, threads, kernel->registers.is_known ? kernel->registers.registers : 0,
                                        kernel->shared + kernel->dynamic_shared, &limit);
  double held = (double) blocks * threads / gpu->max_threads_sm;
  double all = (double) kernel->grid[0] * kernel->grid[1] * kernel->grid[2];

  return MAX (MIN (1, held / 0.5) * MIN (1, all / gpu->sm_count), 1e-3);
}

static double
blocks_of (const IhopCountedKernel *kernel)
{
  return (double) kernel->grid[0] * kernel->grid[1] * kernel->grid[2];
}

/* The way of a mean block of a launch from barrier to barrier. */
static double
interval_seconds (const IhopCountedKernel *kernel)
{
  static const double reach[IHOP_REACH_BLOCK] = { 0, IHOP_WAIT_L1, IHOP_WAIT_L2, IHOP_WAIT_MEMORY };
  double runs = blocks_of (kernel) * MAX (kernel->launches, 1), intervals = 0, sum = 0;

  for (guint i = 0; i < IHOP_REACH_BLOCK; i++)
    {
      intervals += kernel->intervals[i];
      sum += kernel->intervals[i] * reach[i];
    }
  return runs > 0 ? (sum + MAX (intervals - runs, 0) * IHOP_WAIT_BLOCK) / runs : 0;
}

/* Blocks that stand on a multiprocessor at once, at least 1. */
static double
blocks_beside (const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  IhopOccupancyLimit limit;
  guint threads = kernel->block[0] * kernel->block[1] * kernel->block[2];
  guint most = ihop_occupancy_blocks (gpu, threads, kernel->registers.is_known ? kernel->registers.registers : 0,
                                      kernel->shared + kernel->dynamic_shared, &limit);

  return CLAMP (blocks_of (kernel) / gpu->sm_count, 1, MAX (most, 1));
}

/* Takes what bounds it from the parts, and adds them up. */
static void
sum_up (IhopPredicted *time, double beside)
{
  const struct
  {
    const char *name;
    double seconds;
  } parts[] = { { "memory", time->memory }, { "float", time->float_ }, { "double", time->double_ }, { "issue", time->issue },
                { "intervals", time->intervals }, { "meetings", time->meetings } };
  double longest = time->launch;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].seconds > longest)
      {
        longest = parts[i].seconds;
        time->bound_by = parts[i].name;
      }
  double work = MAX (MAX (time->memory, time->float_), MAX (time->double_, time->issue));
  time->sum = time->launch + time->meetings + MAX (time->intervals, work + time->intervals / beside);
}

/* A warp's instruction is issued where 32 float operations could begin, of which the card's figure counts two a thread. Blocks that
 * find no place wait until others have ended. */
IhopPredicted
ihop_counts_predict (const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  IhopPredicted time = { .launch = gpu->launch_us * 1e-6, .share = busy_share (kernel, gpu), .bound_by = "launch" };
  double scale = 1 / (time.share * MAX (kernel->launches, 1)), beside = blocks_beside (kernel, gpu);

  time.memory = memory_sectors (kernel) * gpu->sector / (gpu->memory_gbs * 1e9) * scale;
  time.float_ = kernel->sum.operations / (gpu->float_gflops * 1e9) * scale;
  time.double_ = kernel->sum.double_operations / (gpu->double_gflops * 1e9) * scale;
  time.issue = kernel->sum.executions / (gpu->float_gflops * 1e9 / 2 / gpu->warp) * scale;
  time.intervals = interval_seconds (kernel) * ceil (blocks_of (kernel) / (beside * gpu->sm_count));
  time.meetings = IHOP_WAIT_GRID * kernel->waits / MAX (blocks_of (kernel) * MAX (kernel->launches, 1), 1);
  sum_up (&time, beside);
  return time;
}
