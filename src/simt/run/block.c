#include "simt/run/block.h"
#include "simt/check/changes.h"
#include "simt/check/clock.h"
#include "simt/check/meeting.h"
#include "simt/count/counter.h"
#include "simt/run/checked.h"
#include <stdlib.h>
#include <string.h>

/* A warp between its turns. */
typedef enum { READY, WAITING, ENDED } WarpState;

struct IhopBlock
{
  const IhopGrid *grid;
  guint64 number;          /* of the block that it is */
  gboolean has_started;    /* it has been one before */
  guint8 *shared, *local, *state, *handed;
  guint64 *scratch;        /* of checked code */
  IhopCheckBlock *checked; /* or NULL */
  IhopWarpFrame *frames;
  IhopWarpCode **code;  /* by warp: quick or exact */
  guint8 **exact_state; /* by warp: allocated when its exact code first runs */
  WarpState *warps;
  guint n_warps;
  gboolean is_by_warp;  /* where code of the whole block has handed its warps over */
  IhopWarpStatus failure;
  guint failure_line;
};

static gsize
rounded (gsize size)
{
  return (MAX (size, 1) + 63) / 64 * 64;
}

static gsize
handed_size (const IhopBlock *block)
{
  return rounded (block->grid->kernel->sizes.handed_size);
}

static void
set_frame (IhopBlock *block, guint i, guint threads)
{
  const IhopLaunch *launch = block->grid->launch;
  IhopWarpFrame *frame = &block->frames[i];
  guint left = threads - 32 * i;
  guint64 workspace = (gsize) block->grid->workspace;

  frame->warp = i;
  frame->lanes = left >= 32 ? G_MAXUINT32 : (1u << left) - 1;
  memcpy (frame->grid, launch->grid, sizeof frame->grid);
  frame->params = launch->params;
  frame->shared = block->shared;
  frame->local = block->local + (gsize) block->grid->kernel->sizes.local_size * 32 * i;
  frame->inexact = block->handed + (block->grid->kernel->sizes.is_whole ? handed_size (block) * i : 0);
  frame->symbols = launch->symbols;
  frame->dynamic_shared = launch->dynamic_shared;
  frame->thread_count = threads;
  memcpy (frame->shape, launch->block, sizeof frame->shape);
  frame->workspace[0] = workspace >> 32;
  frame->workspace[1] = (guint32) workspace;
  frame->counter = launch->counter;
  frame->rows = launch->counter ? launch->counter->rows : NULL;
  frame->checked = block->checked ? &block->checked->warps[i] : NULL;
  frame->scratch = block->scratch;
  frame->children = launch->children;
}

IhopBlock *
ihop_block_new (const IhopGrid *grid)
{
  IhopBlock *block = g_new0 (IhopBlock, 1);
  const IhopLaunch *launch = grid->launch;
  const IhopLowerResult *sizes = &grid->kernel->sizes;
  guint threads = launch->block[0] * launch->block[1] * launch->block[2];

  block->grid = grid;
  block->n_warps = (threads + 31) / 32;
  block->shared = aligned_alloc (64, rounded (sizes->shared_size + launch->dynamic_shared));
  block->local = aligned_alloc (64, rounded ((gsize) sizes->local_size * 32 * block->n_warps));
  block->state = aligned_alloc (64, rounded ((gsize) sizes->state_size * block->n_warps));
  block->handed = aligned_alloc (64, handed_size (block) * (sizes->is_whole ? block->n_warps : 1));
  block->frames = g_new0 (IhopWarpFrame, block->n_warps);
  block->warps = g_new0 (WarpState, block->n_warps);
  block->code = g_new0 (IhopWarpCode *, block->n_warps);
  block->exact_state = g_new0 (guint8 *, block->n_warps);
  block->checked = launch->checked ? ihop_team_new (launch->checked) : NULL;
  block->scratch = launch->checked ? aligned_alloc (64, IHOP_SCRATCH_SIZE) : NULL;
  for (guint i = 0; i < block->n_warps; i++)
    set_frame (block, i, threads);
  return block;
}

void
ihop_block_free (IhopBlock *block)
{
  free (block->shared);
  free (block->local);
  free (block->state);
  free (block->handed);
  free (block->scratch);
  g_clear_pointer (&block->checked, ihop_team_free);
  for (guint i = 0; i < block->n_warps; i++)
    free (block->exact_state[i]);
  g_free (block->exact_state);
  g_free (block->code);
  g_free (block->frames);
  g_free (block->warps);
  g_free (block);
}

/* The place of the block in the grid. The one behind it is most often the next: two divisions less. */
static void
set_place (IhopBlock *block, guint64 number)
{
  const guint *grid = block->grid->launch->grid;
  guint32 *at = block->frames[0].block;

  if (block->has_started && number == block->number + 1 && at[0] + 1 < grid[0])
    at[0]++;
  else
    {
      const guint64 row = number / grid[0];
      at[0] = number % grid[0];
      at[1] = row % grid[1];
      at[2] = row / grid[1];
    }
  block->number = number;
  block->has_started = TRUE;
}

static void
start_warp (IhopBlock *block, guint i)
{
  IhopWarpFrame *frame = &block->frames[i];

  frame->resume = frame->released = frame->line = 0;
  frame->state = block->state + (gsize) block->grid->kernel->sizes.state_size * i;
  if (block->grid->kernel->sizes.has_numbered)
    memset (&frame->barriers, 0, sizeof frame->barriers);
  block->code[i] = block->grid->kernel->run;
  block->warps[i] = READY;
}

static void
tell_place (IhopBlock *block)
{
  for (guint i = 1; i < block->n_warps; i++)
    memcpy (block->frames[i].block, block->frames[0].block, sizeof block->frames[i].block);
}

/* Code for the whole block asks its first frame alone where it is, and begins no warp by itself. */
void
ihop_block_start (IhopBlock *block, guint64 number)
{
  set_place (block, number);
  block->is_by_warp = FALSE;
  if (!block->grid->kernel->sizes.is_whole)
    {
      tell_place (block);
      for (guint i = 0; i < block->n_warps; i++)
        start_warp (block, i);
    }
  if (block->checked)
    ihop_team_start (block->checked, number, block->shared, block->local);
}

/* --- barriers --------------------------------------------------------------------------------- */

/* Counted code: what the block does from one barrier to the next is over. */
static void
end_interval (IhopBlock *block)
{
  IhopCountReach reach = IHOP_REACH_NOTHING;

  if (block->grid->launch->counter == NULL)
    return;
  for (guint i = 0; i < block->n_warps; i++)
    {
      reach = MAX (reach, block->frames[i].reach);
      block->frames[i].reach = IHOP_REACH_NOTHING;
    }
  ihop_count_interval (block->grid->launch->counter, reach);
}

/* Threads of the warp that count as arrived: those that will never come count with those that have. */
static guint
arrived_at (const IhopWarpFrame *frame, guint number)
{
  const IhopWarpBarriers *barriers = &frame->barriers;
  guint32 running = frame->lanes & ~barriers->left;

  if (barriers->arrived[number] == 0)
    return barriers->passed[number];
  return (barriers->arrived[number] == running ? 32 : __builtin_popcount (barriers->arrived[number])) + barriers->passed[number];
}

/* Where no count is given, all threads that have not ended must have come. */
static gboolean
is_complete (const IhopBlock *block, guint number)
{
  guint arrived = 0, expected = 0, running = 0, came = 0;

  for (guint i = 0; i < block->n_warps; i++)
    {
      const IhopWarpFrame *frame = &block->frames[i];
      arrived += arrived_at (frame, number);
      expected = MAX (expected, frame->barriers.expected[number]);
      came += __builtin_popcount (frame->barriers.arrived[number]) + frame->barriers.passed[number];
      if (block->warps[i] != ENDED)
        running += __builtin_popcount (frame->lanes & ~frame->barriers.left);
    }
  if (came == 0)
    return FALSE;
  return expected ? arrived >= expected : came >= running;
}

static void
open_barrier (IhopBlock *block, guint number)
{
  guint votes = 0, voters = 0;

  end_interval (block);
  if (block->checked)
    ihop_meeting_open_numbered (block->checked, block->frames, number);
  for (guint i = 0; i < block->n_warps; i++)
    {
      votes += __builtin_popcount (block->frames[i].barriers.voted[number]);
      voters += __builtin_popcount (block->frames[i].barriers.arrived[number]);
    }
  for (guint i = 0; i < block->n_warps; i++)
    {
      IhopWarpBarriers *barriers = &block->frames[i].barriers;
      block->frames[i].released |= barriers->arrived[number];
      if (barriers->arrived[number] && block->warps[i] == WAITING)
        block->warps[i] = READY;
      barriers->votes[number] = votes;
      barriers->voters[number] = voters;
      barriers->arrived[number] = barriers->voted[number] = barriers->passed[number] = barriers->expected[number] = 0;
    }
}

static gboolean
open_numbered (IhopBlock *block)
{
  gboolean has_opened = FALSE;

  for (guint number = 0; number < IHOP_WARP_BARRIERS; number++)
    if (is_complete (block, number))
      {
        open_barrier (block, number);
        has_opened = TRUE;
      }
  return has_opened;
}

/* The usual barrier: nobody can run any more, so all who have not ended are there. */
static gboolean
open_whole (IhopBlock *block)
{
  gboolean has_opened = FALSE;

  for (guint i = 0; i < block->n_warps; i++)
    if (block->warps[i] == READY)
      return FALSE;
  for (guint i = 0; i < block->n_warps; i++)
    if (block->warps[i] == WAITING)
      {
        block->warps[i] = READY;
        has_opened = TRUE;
      }
  if (has_opened)
    end_interval (block);
  if (has_opened && block->checked)
    ihop_meeting_open (block->checked);
  return has_opened;
}

/* --- turns ------------------------------------------------------------------------------------ */

/* From here on the warp runs exact code, which is made when it is first needed. FALSE: it cannot be made. */
static gboolean
take_exact_code (IhopBlock *block, guint i)
{
  const IhopLaunch *launch = block->grid->launch;
  const IhopCompiledKernel *exact = launch->exact (launch->data);
  IhopWarpFrame *frame = &block->frames[i];

  if (exact == NULL)
    return FALSE;
  if (block->exact_state[i] == NULL)
    block->exact_state[i] = aligned_alloc (64, rounded (exact->sizes.state_size));
  frame->state = block->exact_state[i];
  frame->resume += exact->sizes.first_point;
  block->code[i] = exact->run;
  return TRUE;
}

/* Code of the whole block has left all warps for exact code to take over. */
static IhopBlockState
hand_over_all (IhopBlock *block)
{
  static const WarpState states[] = { [IHOP_STAND_RUNS] = READY, [IHOP_STAND_WAITS] = WAITING, [IHOP_STAND_ENDED] = ENDED };

  tell_place (block);
  for (guint i = 0; i < block->n_warps; i++)
    {
      block->warps[i] = states[block->frames[i].stand];
      block->frames[i].released = 0;
      if (!take_exact_code (block, i))
        {
          block->failure = IHOP_WARP_TRAPS;
          return IHOP_BLOCK_FAILS;
        }
    }
  return IHOP_BLOCK_MOVES;
}

static IhopWarpStatus
run_warp (IhopBlock *block, guint i)
{
  IhopWarpStatus status = block->code[i](&block->frames[i]);

  if (status == IHOP_WARP_INEXACT)
    status = take_exact_code (block, i) ? block->code[i](&block->frames[i]) : IHOP_WARP_TRAPS;
  block->warps[i] = status == IHOP_WARP_DONE ? ENDED : status == IHOP_WARP_WAITS ? WAITING : READY;
  return status;
}

/* All warps at once. A failure's place is that of the warp that has left it. */
static IhopBlockState
run_whole (IhopBlock *block)
{
  IhopWarpStatus status = block->grid->kernel->run (block->frames);

  if (status == IHOP_WARP_DONE)
    return IHOP_BLOCK_DONE;
  if (status == IHOP_WARP_INEXACT)
    {
      block->is_by_warp = TRUE;
      return hand_over_all (block);
    }
  block->failure = status;
  for (guint i = 0; i < block->n_warps; i++)
    block->failure_line = block->frames[i].line ? block->frames[i].line : block->failure_line;
  return IHOP_BLOCK_FAILS;
}

static gboolean
has_ended (const IhopBlock *block)
{
  for (guint i = 0; i < block->n_warps; i++)
    if (block->warps[i] != ENDED)
      return FALSE;
  return TRUE;
}

/* All wait, each for others that do not come. */
static gboolean
is_stuck (const IhopBlock *block)
{
  for (guint i = 0; i < block->n_warps; i++)
    if (block->warps[i] == READY)
      return FALSE;
  return TRUE;
}

/* The warp whose turn is the n-th. */
static guint
warp_at (const IhopBlock *block, guint n)
{
  const IhopSchedule *schedule = block->grid->launch->schedule;

  if (schedule && schedule->warps && block->number >= schedule->from && block->number < schedule->to)
    return schedule->warps[n];
  return block->grid->is_backwards ? block->n_warps - 1 - n : n;
}

static IhopBlockState
turn (IhopBlock *block)
{
  gboolean moves = FALSE;

  if (block->grid->kernel->sizes.is_whole && !block->is_by_warp)
    return run_whole (block);
  for (guint k = 0; k < block->n_warps; k++)
    {
      guint i = warp_at (block, k);
      if (block->warps[i] != READY)
        continue;
      IhopWarpStatus status = run_warp (block, i);
      moves |= status != IHOP_WARP_YIELDS;
      if (status >= IHOP_WARP_TRAPS)
        {
          block->failure = status;
          block->failure_line = block->frames[i].line;
          return IHOP_BLOCK_FAILS;
        }
    }
  if (has_ended (block))
    {
      end_interval (block);
      return IHOP_BLOCK_DONE;
    }
  moves |= block->grid->kernel->sizes.has_numbered ? open_numbered (block) : open_whole (block);
  if (!is_stuck (block))
    return moves ? IHOP_BLOCK_MOVES : IHOP_BLOCK_SPINS;
  if (block->checked)
    ihop_meeting_note_stuck (block->checked, FALSE, 0);
  block->failure = IHOP_WARP_STUCK;
  block->failure_line = block->frames[0].line;
  return IHOP_BLOCK_FAILS;
}

IhopBlockState
ihop_block_turn (IhopBlock *block)
{
  if (block->checked == NULL)
    return turn (block);
  ihop_team_resume (block->checked);
  IhopBlockState state = turn (block);
  ihop_changes_settle ();
  if (state != IHOP_BLOCK_SPINS)
    ihop_clock_note_change ();
  ihop_team_pause (block->checked);
  return state;
}

void
ihop_block_give_up (IhopBlock *block)
{
  if (block->checked)
    ihop_meeting_note_stuck (block->checked, TRUE, block->frames[0].line);
  block->failure = IHOP_WARP_STUCK;
  block->failure_line = block->frames[0].line;
}

IhopWarpStatus
ihop_block_failure (const IhopBlock *block, guint *line)
{
  *line = block->failure_line;
  return block->failure;
}
