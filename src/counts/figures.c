#include "counts/figures.h"
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

/* A warp's instruction is issued where 32 float operations could begin, of which the card's figure counts two a thread. */
IhopPredicted
ihop_counts_predict (const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  IhopPredicted time = { .launch = gpu->launch_us * 1e-6, .share = busy_share (kernel, gpu), .bound_by = "launch" };
  double scale = 1 / (time.share * MAX (kernel->launches, 1)), longest = 0;

  time.memory = memory_sectors (kernel) * gpu->sector / (gpu->memory_gbs * 1e9) * scale;
  time.float_ = kernel->sum.operations / (gpu->float_gflops * 1e9) * scale;
  time.double_ = kernel->sum.double_operations / (gpu->double_gflops * 1e9) * scale;
  time.issue = kernel->sum.executions / (gpu->float_gflops * 1e9 / 2 / gpu->warp) * scale;
  const struct
  {
    const char *name;
    double seconds;
  } parts[] = { { "memory", time.memory }, { "float", time.float_ }, { "double", time.double_ }, { "issue", time.issue } };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].seconds > longest)
      {
        longest = parts[i].seconds;
        time.bound_by = longest > time.launch ? parts[i].name : "launch";
      }
  time.sum = time.launch + longest;
  return time;
}
