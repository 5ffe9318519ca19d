#include "simt/run/launch.h"
#include "simt/run/block.h"
#include "simt/run/pool.h"
#include "simt/check/arena.h"
#include "simt/check/clock.h"
#include <sched.h>

/* Blocks that one processor keeps alive at most, where they wait for each other, and how many turns a
 * block may wait in vain before another one is begun. */
enum { MAX_LIVE = 2048, VAIN_TURNS = 2, WORKSPACE = 1024 };
/* Blocks that a worker takes at a time at most, and into how many parts for each worker what is left is cut. */
enum { MOST_TAKEN = 32, PARTS = 8 };
/* Microseconds after which blocks that wait are taken to wait for the host or another launch, and of a rest then. */
enum { LONG = 20000, REST = 100 };
/* Seconds after which checked blocks that wait are taken to wait in vain (IHOP_SIMT_BUDGET), if they have been asked so often. */
enum { BUDGET = 4, LEAST_RESTS = 200 };

/* One launch as the workers see it. */
typedef struct
{
  IhopGrid grid;
  guint64 next;  /* the first block that nobody has taken; atomic */
  gint status;   /* IHOP_WARP_DONE, or how a warp failed; atomic */
  guint line;    /* where */
  gint waits;    /* somebody was told that it waits; atomic */
} Run;

typedef struct
{
  Run *run;
  GPtrArray *live; /* IhopBlock */
  guint64 next, end; /* blocks that nobody else takes and that have not begun */
  guint at;        /* whose turn it is */
  guint vain;      /* turns in a row in which nobody moved */
  guint64 changes; /* of checked blocks, when it was last looked */
  guint rests;     /* since somebody got on */
  gint64 vain_since; /* when the first of them was, as far as all blocks were begun; 0: not yet */
} Worker;

static gboolean
has_failed (const Run *run)
{
  return g_atomic_int_get (&run->status) != IHOP_WARP_DONE;
}

/* The block whose turn is the n-th. */
static guint64
block_at (const IhopGrid *grid, guint64 n)
{
  const IhopSchedule *schedule = grid->launch->schedule;

  if (schedule && schedule->blocks)
    return schedule->blocks[n];
  return grid->is_backwards ? grid->n_blocks - 1 - n : n;
}

/* How many blocks to take at a time: fewer towards the end, so that all workers end together; one where blocks may wait for those before. */
static guint64
share (const Run *run)
{
  guint64 next = __atomic_load_n (&run->next, __ATOMIC_RELAXED), n = run->grid.n_blocks;

  if (run->grid.kernel->sizes.may_wait || next >= n)
    return 1;
  return CLAMP ((n - next) / (PARTS * ihop_pool_size ()), 1, MOST_TAKEN);
}

static gboolean
are_more (const Worker *worker)
{
  return worker->next < worker->end || __atomic_load_n (&worker->run->next, __ATOMIC_RELAXED) < worker->run->grid.n_blocks;
}

/* The next block of the grid that nobody has; FALSE: there is none. */
static gboolean
take (Worker *worker, IhopBlock *block)
{
  Run *run = worker->run;

  if (worker->next >= worker->end)
    {
      guint64 n = share (run);
      worker->next = __atomic_fetch_add (&run->next, n, __ATOMIC_RELAXED);
      worker->end = MIN (worker->next + n, run->grid.n_blocks);
    }
  if (worker->next >= worker->end)
    return FALSE;
  ihop_block_start (block, block_at (&run->grid, worker->next++));
  return TRUE;
}

static void
begin_another (Worker *worker)
{
  IhopBlock *block = ihop_block_new (&worker->run->grid);

  if (take (worker, block))
    g_ptr_array_add (worker->live, block);
  else
    ihop_block_free (block);
}

static void
fail (Run *run, const IhopBlock *block)
{
  guint line;
  IhopWarpStatus status = ihop_block_failure (block, &line);

  __atomic_store_n (&run->line, line, __ATOMIC_RELAXED);
  g_atomic_int_set (&run->status, status);
}

/* Nobody here can do anything: what they wait for is written by another processor, another launch, or the host. */
static void
rest (Worker *worker)
{
  const IhopLaunch *launch = worker->run->grid.launch;
  gint64 now = g_get_monotonic_time ();
  const char *told = launch->checked ? g_getenv ("IHOP_SIMT_BUDGET") : NULL;
  gint64 budget = told ? g_ascii_strtoll (told, NULL, 10) : BUDGET;

  if (worker->changes != ihop_clock_changes ())
    {
      worker->vain_since = now;
      worker->rests = 0;
    }
  worker->rests++;
  worker->changes = ihop_clock_changes ();
  worker->vain_since = worker->vain_since ? worker->vain_since : now;
  if (now - worker->vain_since < LONG)
    {
      sched_yield ();
      return;
    }
  if (launch->checked && worker->rests > LEAST_RESTS && now - worker->vain_since > budget * G_USEC_PER_SEC)
    {
      ihop_block_give_up (worker->live->pdata[0]);
      fail (worker->run, worker->live->pdata[0]);
      return;
    }
  if (launch->waits && g_atomic_int_compare_and_exchange (&worker->run->waits, FALSE, TRUE))
    launch->waits (launch->waits_data);
  g_usleep (REST);
}

/* This block waits for others: those that live go on, and then one more is begun. */
static void
wait_for_others (Worker *worker)
{
  worker->at++;
  if (++worker->vain < VAIN_TURNS * worker->live->len)
    return;
  if (are_more (worker) && worker->live->len < MAX_LIVE)
    begin_another (worker);
  else
    rest (worker);
  worker->vain = 0;
}

/* Blocks take turns: the next one's is now. */
static void
pass_on (Worker *worker)
{
  const IhopSchedule *schedule = worker->run->grid.launch->schedule;

  if (schedule == NULL || schedule->live < 2)
    return;
  if (worker->live->len < schedule->live && are_more (worker))
    begin_another (worker);
  worker->at++;
}

static void
give_turn (Worker *worker)
{
  worker->at %= worker->live->len;
  IhopBlock *block = worker->live->pdata[worker->at];
  IhopBlockState state = ihop_block_turn (block);

  if (state == IHOP_BLOCK_SPINS)
    {
      wait_for_others (worker);
      return;
    }
  worker->vain = 0;
  worker->vain_since = worker->rests = 0;
  if (state == IHOP_BLOCK_FAILS)
    fail (worker->run, block);
  else if (state == IHOP_BLOCK_DONE && !take (worker, block))
    g_ptr_array_remove_index_fast (worker->live, worker->at);
  else if (state == IHOP_BLOCK_MOVES)
    pass_on (worker);
}

static void
work (gpointer data)
{
  Worker worker = { .run = data, .live = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_block_free) };

  begin_another (&worker);
  while (worker.live->len > 0 && !has_failed (worker.run))
    give_turn (&worker);
  g_ptr_array_unref (worker.live);
}

IhopWarpStatus
ihop_launch_run (const IhopCompiledKernel *kernel, const IhopLaunch *launch, guint *line)
{
  gpointer workspace = launch->checked ? ihop_arena_allocate (WORKSPACE, 512, IHOP_REGION_OWN, NULL) : g_malloc0 (WORKSPACE);
  Run run = { .grid = { kernel, launch }, .status = IHOP_WARP_DONE };

  run.grid.n_blocks = (guint64) launch->grid[0] * launch->grid[1] * launch->grid[2];
  run.grid.is_backwards = g_getenv ("IHOP_SIMT_BACKWARDS") != NULL;
  run.grid.workspace = workspace;
  ihop_pool_run (work, &run, launch->counter || launch->checked ? 1 : run.grid.n_blocks);
  *line = run.line;
  if (launch->checked)
    ihop_arena_free (ihop_arena_at (workspace));
  else
    g_free (workspace);
  return run.status;
}
