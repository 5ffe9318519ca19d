#include "simt/run/launch.h"
#include "simt/run/pool.h"
#include <stdlib.h>
#include <string.h>

/* One launch as the workers see it. */
typedef struct
{
  const IhopCompiledKernel *kernel;
  const IhopLaunch *launch;
  guint64 n_blocks;
  gboolean is_backwards; /* blocks and warps from the last to the first: no program may depend on it */
  guint64 next;  /* the first block that nobody has taken; atomic */
  gint status;   /* IHOP_WARP_DONE, or how a warp failed; atomic */
  gint line;     /* where */
} Grid;

typedef struct
{
  guint8 *shared, *local, *state, *handed;
  IhopWarpFrame *frames;
  IhopWarpCode **code; /* by warp: quick or exact */
  guint8 **exact_state; /* by warp: allocated when its exact code first runs */
  guint8 *status; /* by warp: IhopWarpStatus */
  guint n_warps;
} Worker;

static gsize
rounded (gsize size)
{
  return (MAX (size, 1) + 63) / 64 * 64;
}

static void
worker_start (Worker *worker, const Grid *grid)
{
  const IhopLaunch *launch = grid->launch;
  const IhopLowerResult *sizes = &grid->kernel->sizes;
  guint threads = launch->block[0] * launch->block[1] * launch->block[2];

  worker->n_warps = (threads + 31) / 32;
  worker->shared = aligned_alloc (64, rounded (sizes->shared_size + launch->dynamic_shared));
  worker->local = aligned_alloc (64, rounded ((gsize) sizes->local_size * 32 * worker->n_warps));
  worker->state = aligned_alloc (64, rounded ((gsize) sizes->state_size * worker->n_warps));
  worker->frames = g_new0 (IhopWarpFrame, worker->n_warps);
  worker->status = g_new0 (guint8, worker->n_warps);
  worker->code = g_new0 (IhopWarpCode *, worker->n_warps);
  worker->exact_state = g_new0 (guint8 *, worker->n_warps);
  worker->handed = aligned_alloc (64, rounded (sizes->handed_size));
  for (guint i = 0; i < worker->n_warps; i++)
    {
      IhopWarpFrame *frame = &worker->frames[i];
      guint left = threads - 32 * i;
      frame->warp = i;
      frame->lanes = left >= 32 ? G_MAXUINT32 : (1u << left) - 1;
      memcpy (frame->grid, launch->grid, sizeof frame->grid);
      frame->params = launch->params;
      frame->shared = worker->shared;
      frame->local = worker->local + (gsize) sizes->local_size * 32 * i;
      frame->inexact = worker->handed;
      frame->symbols = launch->symbols;
      frame->dynamic_shared = launch->dynamic_shared;
      frame->thread_count = threads;
    }
}

static void
worker_clear (Worker *worker)
{
  free (worker->shared);
  free (worker->local);
  free (worker->state);
  free (worker->handed);
  for (guint i = 0; i < worker->n_warps; i++)
    free (worker->exact_state[i]);
  g_free (worker->exact_state);
  g_free (worker->code);
  g_free (worker->frames);
  g_free (worker->status);
}

static void
set_block (Worker *worker, const IhopCompiledKernel *kernel, const IhopLaunch *launch, guint64 number)
{
  for (guint i = 0; i < worker->n_warps; i++)
    {
      IhopWarpFrame *frame = &worker->frames[i];
      frame->block[0] = number % launch->grid[0];
      frame->block[1] = number / launch->grid[0] % launch->grid[1];
      frame->block[2] = number / launch->grid[0] / launch->grid[1];
      frame->resume = 0;
      frame->state = worker->state + (gsize) kernel->sizes.state_size * i;
      worker->code[i] = kernel->run;
      worker->status[i] = IHOP_WARP_WAITS;
    }
}

/* From here on the warp runs exact code, which is made when it is first needed. */
static void
go_on_exactly (Worker *worker, Grid *grid, guint i)
{
  const IhopCompiledKernel *exact = grid->launch->exact (grid->launch->data);
  IhopWarpFrame *frame = &worker->frames[i];

  if (exact == NULL)
    {
      worker->status[i] = IHOP_WARP_TRAPS;
      return;
    }
  if (worker->exact_state[i] == NULL)
    worker->exact_state[i] = aligned_alloc (64, rounded (exact->sizes.state_size));
  frame->state = worker->exact_state[i];
  frame->resume += exact->sizes.first_point;
  worker->code[i] = exact->run;
  worker->status[i] = exact->run (frame);
}

/* TRUE: some warp waits at a barrier. */
static gboolean
run_warps (Worker *worker, Grid *grid)
{
  gboolean waits = FALSE;

  for (guint k = 0; k < worker->n_warps; k++)
    {
      guint i = grid->is_backwards ? worker->n_warps - 1 - k : k;
      if (worker->status[i] != IHOP_WARP_WAITS)
        continue;
      worker->status[i] = worker->code[i](&worker->frames[i]);
      if (worker->status[i] == IHOP_WARP_INEXACT)
        go_on_exactly (worker, grid, i);
      waits |= worker->status[i] == IHOP_WARP_WAITS;
      if (worker->status[i] >= IHOP_WARP_TRAPS)
        {
          g_atomic_int_set (&grid->line, worker->frames[i].line);
          g_atomic_int_set (&grid->status, worker->status[i]);
        }
    }
  return waits;
}

static void
work (gpointer data)
{
  Grid *grid = data;
  Worker worker;
  guint64 number;

  worker_start (&worker, grid);
  while ((number = __atomic_fetch_add (&grid->next, 1, __ATOMIC_RELAXED)) < grid->n_blocks
         && g_atomic_int_get (&grid->status) == IHOP_WARP_DONE)
    {
      set_block (&worker, grid->kernel, grid->launch, grid->is_backwards ? grid->n_blocks - 1 - number : number);
      while (run_warps (&worker, grid) && g_atomic_int_get (&grid->status) == IHOP_WARP_DONE)
        ;
    }
  worker_clear (&worker);
}

IhopWarpStatus
ihop_launch_run (const IhopCompiledKernel *kernel, const IhopLaunch *launch, guint *line)
{
  Grid grid = { .kernel = kernel, .launch = launch, .status = IHOP_WARP_DONE,
                .is_backwards = g_getenv ("IHOP_SIMT_BACKWARDS") != NULL };

  grid.n_blocks = (guint64) launch->grid[0] * launch->grid[1] * launch->grid[2];
  ihop_pool_run (work, &grid, grid.n_blocks);
  *line = grid.line;
  return grid.status;
}
