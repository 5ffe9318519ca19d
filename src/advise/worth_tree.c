/* What a kernel costs whose blocks and threads are laid out (analysis/kernel/kernel.h).
 *
 * Three things are counted of all its threads: bytes from and to global memory, in full sectors of each warp; wavefronts of
 * shared memory; floating-point operations. The longest of them is its time. A loop inside in which an element stays
 * the same costs no load: it is unrolled, or the compiler takes the load out. The scheduler with most warps is done last:
 * blocks that are few leave multiprocessors idle, blocks of few warps schedulers.
 *
 * A kernel of a single block takes its time one behind the other: each thread loop waits for memory and then for the fence, and what
 * one thread does alone it does alone. What it moves is held by the way between its multiprocessor and the second level, as data
 * that one block goes through again and again stays there. (Luo and others, "Benchmarking and dissecting the Nvidia Hopper GPU
 * architecture via microbenchmarking", 2024: 64 bytes a cycle, some 270 cycles to the second level.)
 *
 * Of a grid whose blocks wait for each other each thread loop takes what a launch of as many threads would, without the launch. */
#include "advise/worth_walk.h"
#include "ir/expression.h"
#include "profiler/waits.h"
#include "transform/build/query.h"
#include <math.h>

#define BANK_BYTES 128.0       /* that shared memory delivers at once */
#define SCHEDULERS 4.0         /* of a multiprocessor, each with its share of the units */
#define FLOATS_A_CYCLE 256.0   /* operations of a multiprocessor, from which its clock follows */
#define CPU_SLOWER 1e-9        /* of an operation on the CPU, where one thread after another runs */
#define CPU_BEGUN 4e-9         /* of a thread there whose loop goes round once or twice: mostly the branch that ends it */
#define CPU_LINE 64.0          /* bytes, for a sector of a warp */
#define CPU_BYTES 10e9         /* a second from memory */
#define GUESSED_TRIPS 100.0
#define UNROLLED_TRIPS 16.0
#define ROUND_SECONDS 0.8e-6   /* from a load to the store of what was made of it, behind which others load it */
#define PORT_BYTES 64.0        /* a cycle, to and from a multiprocessor */
#define CALL_OPERATIONS 10.0   /* as in profiler/pattern.c */
#define LONE_SECONDS 10e-9     /* of a round that one thread does alone, as in worth.c */

typedef struct
{
  const IhopSymbol *iterator;
  const IhopNode *first;   /* its first value, or NULL */
  double trips, step;
  gboolean is_unrolled;    /* by the compiler, as far as can be told */
} Round;

typedef struct
{
  IhopWorthWalk *walk;
  const IhopKernel *kernel;
  const IhopKernelTree *tree;
  const IhopThreadNest *nest;
  GArray *rounds;          /* of Round: loops in the nest around the place */
  GPtrArray *named;        /* of const IhopNode *: elements of the card's memory that the nest names */
  double warps;            /* that come to the nest, in all blocks */
  double threads;
  double sectors, wavefronts, operations;
  gboolean is_lone;        /* the nest is one thread's */
  double begun;            /* threads, in all nests */
  double steps;            /* seconds of thread loops, where each waits for the one before */
  double fences, lone;     /* that are come to; operations of single threads */
} Count;

/* ---- One access ---------------------------------------------------------------------------------------------------- */

static const IhopSpread *
along (const IhopThreadNest *nest, guint axis)
{
  for (guint i = 0; i < nest->n; i++)
    if (nest->loop[i].axis == axis)
      return &nest->loop[i];
  return NULL;
}

typedef struct
{
  const Count *count;
  const IhopSymbol *number; /* of a thread */
  guint rounds;            /* whose iterators are looked into */
  gboolean found;
} Axis;

/* What the threads of a warp do not have in common: "t", but not "t / 32". */
static gboolean
look_for_axis (const IhopNode *node, gpointer data)
{
  Axis *axis = data;
  gint64 by;

  if (node->kind == IHOP_BINARY && node->op == IHOP_OP_DIV && ihop_constant_of (node->child[1], &by)
      && by >= axis->count->walk->plan->gpu->warp)
    return FALSE;
  axis->found |= node->kind == IHOP_REF && node->symbol == axis->number;
  for (guint i = 0; i < axis->rounds && node->kind == IHOP_REF && !axis->found; i++)
    {
      const Round *round = &g_array_index (axis->count->rounds, Round, i);
      Axis first = { axis->count, axis->number, i, FALSE };
      if (round->iterator != node->symbol || round->first == NULL)
        continue;
      ihop_node_walk (round->first, look_for_axis, &first);
      axis->found = first.found;
    }
  return !axis->found;
}

/* Also by way of loops that begin at the thread's number. */
static gboolean
mentions_axis (const Count *count, const IhopNode *node, guint axis)
{
  const IhopSpread *spread = along (count->nest, axis);
  Axis search = { count, spread ? spread->iterator : NULL, count->rounds->len, FALSE };

  if (spread)
    ihop_node_walk (node, look_for_axis, &search);
  return search.found;
}

/* How often a thread makes the access: not in loops inside that leave it where it is, nor in others that are short enough to be
 * unrolled. */
static double
times_of (const Count *count, const IhopNode *node)
{
  gboolean moves = FALSE;
  double times = 1;

  for (guint i = count->rounds->len; i-- > 0;)
    {
      const Round *round = &g_array_index (count->rounds, Round, i);
      gboolean moved = ihop_mentions (node, round->iterator);
      times *= moved || (moves && !round->is_unrolled) ? round->trips : MIN (1, round->trips);
      moves |= moved;
    }
  return times;
}

/* Lanes of a warp with different values along x, and rows of such lanes. */
static void
lanes (const Count *count, const IhopNode *node, double *beside, double *rows)
{
  const double warp = count->walk->plan->gpu->warp;
  double wide = MIN (warp, count->tree->threads[0]);

  *beside = mentions_axis (count, node, 0) ? wide : 1;
  *rows = mentions_axis (count, node, 1) || mentions_axis (count, node, 2) ? MAX (1, warp / wide) : 1;
}

/* Of what a thread's access brings, this share is not in the first-level cache yet: where a loop inside goes along a row, a sector has
 * several of its iterations. */
static double
fresh_share (const Count *count, const IhopNode *node, double size)
{
  double share = 1;

  for (guint i = 0; i < count->rounds->len; i++)
    {
      const Round *round = &g_array_index (count->rounds, Round, i);
      if (round->trips > 1 && ihop_mentions (node->child[1], round->iterator))
        share = MIN (share, MAX (1 / round->trips, fabs (round->step) * size / count->walk->plan->gpu->sector));
    }
  return share;
}

/* An element that the nest has named before, in the same words. */
static gboolean
is_named_again (Count *count, const IhopNode *node)
{
  for (guint i = 0; i < count->named->len; i++)
    if (ihop_expression_equal (count->named->pdata[i], node))
      return TRUE;
  g_ptr_array_add (count->named, (gpointer) node);
  return FALSE;
}

static void
count_access (Count *count, const IhopNode *node)
{
  const IhopNode *base = node;
  const IhopGpu *gpu = count->walk->plan->gpu;
  double size = node->type && node->type->size ? (double) node->type->size : 8, beside, rows;

  while (base->kind == IHOP_INDEX)
    base = ihop_node_strip (base->child[0], TRUE);
  const IhopKernelArray *array = base->kind == IHOP_REF ? ihop_kernel_array_of (count->tree, base->symbol) : NULL;
  if (array && array->memory == IHOP_ROLE_REGISTERS)
    return;
  double times = times_of (count, node) * count->warps;
  lanes (count, node, &beside, &rows);
  if (array)
    {
      count->wavefronts += times * MAX (1, beside * rows * size / BANK_BYTES);
      return;
    }
  gboolean is_row = mentions_axis (count, node->child[1], 0);
  if (is_named_again (count, node))
    return;
  count->sectors += times * rows * fresh_share (count, node, size) * (is_row ? MAX (1, beside * size / gpu->sector) : beside);
}

/* ---- The nests ----------------------------------------------------------------------------------------------------- */

/* Floating-point operations of this node alone. */
static double
operations_of (const IhopNode *node)
{
  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;
  gboolean computes = node->kind == IHOP_BINARY || (node->kind == IHOP_ASSIGN && node->op != IHOP_OP_NONE);

  if (type == NULL || type->kind != IHOP_TYPE_FLOATING)
    return 0;
  return computes ? 1 : node->kind == IHOP_CALL ? CALL_OPERATIONS : 0;
}

static gboolean
count_expression (const IhopNode *node, gpointer data)
{
  Count *count = data;
  double operations = operations_of (node);

  if (operations > 0)
    {
      double times = count->threads * operations;
      for (guint i = 0; i < count->rounds->len; i++)
        times *= g_array_index (count->rounds, Round, i).trips;
      count->operations += times;
      count->lone += count->is_lone ? times : 0;
    }
  if (node->kind != IHOP_INDEX)
    return TRUE;
  count_access (count, node);
  return FALSE;
}

/* NULL: the head says none. */
static const IhopNode *
first_value (const IhopNode *loop)
{
  const IhopNode *init = loop->child[0];

  if (init && init->kind == IHOP_DECLARATION && init->n_children)
    return init->child[0]->n_children ? init->child[0]->child[0] : NULL;
  init = init && init->kind == IHOP_EXPRESSION ? ihop_node_strip (init->child[0], FALSE) : NULL;
  return init && init->kind == IHOP_ASSIGN ? init->child[1] : NULL;
}

static gboolean
has_constant_bounds (const IhopNode *loop, const IhopNode *first)
{
  const IhopNode *condition = loop->child[1] ? ihop_node_strip (loop->child[1], FALSE) : NULL;
  gint64 number;

  return first && ihop_constant_of (first, &number) && condition && condition->kind == IHOP_BINARY
         && ihop_constant_of (condition->child[1], &number);
}

static double
step_of (const Count *count, const IhopNode *loop)
{
  const IhopCounting *counting = ihop_loops_counting (count->walk->facts, count->walk->plan->tree, loop);

  return counting && counting->iterator ? (double) counting->step : 1;
}

static void
count_statement (Count *count, const IhopNode *node)
{
  if (node->kind == IHOP_FOR)
    {
      Round round = { ihop_loop_iterator (node), first_value (node), ihop_worth_trips (count->walk, node, GUESSED_TRIPS), step_of (count, node), FALSE };
      round.is_unrolled = round.trips <= UNROLLED_TRIPS && has_constant_bounds (node, round.first);
      g_array_append_val (count->rounds, round);
      count_statement (count, ihop_loop_body (node));
      g_array_set_size (count->rounds, count->rounds->len - 1);
      return;
    }
  if (!ihop_kind_is_statement (node->kind) || node->kind == IHOP_EXPRESSION || node->kind == IHOP_DECLARATION)
    {
      ihop_node_walk (node, count_expression, count);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      count_statement (count, node->child[i]);
}

static const IhopThreadNest *
nest_of (const IhopKernelTree *tree, const IhopNode *node)
{
  for (guint i = 0; i < tree->nests->len; i++)
    {
      const IhopThreadNest *nest = tree->nests->pdata[i];
      if (nest->loop[0].loop == node)
        return nest;
    }
  return NULL;
}

typedef struct
{
  double sectors, operations, wavefronts;
} Work;

static double
clock_of (const IhopGpu *gpu)
{
  return gpu->float_gflops * 1e9 / (FLOATS_A_CYCLE * gpu->sm_count);
}

double
ihop_worth_single_rate (const IhopGpu *gpu)
{
  return PORT_BYTES * clock_of (gpu);
}

/* On the whole card: the longest of three. */
static double
longest_of (const Count *count, const Work *work)
{
  const IhopGpu *gpu = count->walk->plan->gpu;
  double moving = work->sectors * gpu->sector / (gpu->memory_gbs * 1e9);

  return MAX (MAX (moving, work->operations / (1e9 * gpu->double_gflops)), work->wavefronts / (clock_of (gpu) * gpu->sm_count));
}

static double
grid_step (const Count *count, const Work *work, double threads)
{
  return ihop_worth_busy_seconds (count->walk->plan->gpu, longest_of (count, work), threads);
}

/* On one multiprocessor. A block of the most threads keeps its port busy, and some warps its units. */
static double
single_step (const Count *count, const Work *work, double threads)
{
  const IhopGpu *gpu = count->walk->plan->gpu;
  double moving = work->sectors * gpu->sector / ihop_worth_single_rate (gpu) * MAX (1, gpu->max_threads_block / threads);
  double computing = work->operations * gpu->sm_count / (1e9 * gpu->double_gflops) * MAX (1, SCHEDULERS * gpu->warp / threads);

  return MAX (MAX (moving, computing), work->wavefronts / clock_of (gpu));
}

/* Threads of the nest that have something to do, in the mean. */
static double
busy_threads (Count *count, const IhopNode *body, double threads)
{
  double turns = 1;

  while (body->kind == IHOP_FOR || (body->kind == IHOP_BLOCK && body->n_children == 1))
    {
      turns *= body->kind == IHOP_FOR ? ihop_worth_trips (count->walk, body, GUESSED_TRIPS) : 1;
      body = body->kind == IHOP_FOR ? ihop_loop_body (body) : body->child[0];
    }
  return threads * MIN (1, turns);
}

static void
count_nest (Count *count, const IhopThreadNest *nest, double times)
{
  double threads = 1, sectors = count->sectors, operations = count->operations, wavefronts = count->wavefronts;

  for (guint i = 0; i < nest->n; i++)
    threads *= ihop_worth_trips (count->walk, nest->loop[i].loop, GUESSED_TRIPS);
  count->is_lone = threads <= 1;
  count->begun += times * threads;
  count->nest = nest;
  count->threads = times * threads;
  count->warps = times * MAX (1, threads / count->walk->plan->gpu->warp);
  g_ptr_array_set_size (count->named, 0);
  count_statement (count, nest->body);
  const Work work = { count->sectors - sectors, count->operations - operations, count->wavefronts - wavefronts };
  double busy = busy_threads (count, nest->body, threads);
  double seconds = count->is_lone ? 0 : count->tree->grid ? grid_step (count, &work, busy) : single_step (count, &work, busy);
  count->steps += MAX (seconds, work.sectors > 0 ? times * ROUND_SECONDS : 0);
}

/* "times": in all blocks. */
static void
count_uniform (Count *count, const IhopNode *node, double times)
{
  const IhopThreadNest *nest = nest_of (count->tree, node);

  if (nest)
    {
      count_nest (count, nest, times);
      return;
    }
  if (node->kind == IHOP_PRAGMA && ihop_role_of (node).role == IHOP_ROLE_FENCE)
    count->fences += times;
  if (node->kind == IHOP_FOR)
    count_uniform (count, ihop_loop_body (node), times * ihop_worth_trips (count->walk, node, GUESSED_TRIPS));
  for (guint i = 0; node->kind == IHOP_BLOCK && i < node->n_children; i++)
    count_uniform (count, node->child[i], times);
}

/* How much longer the scheduler with most warps works than all would, if each had as many. */
static double
imbalance (const IhopGpu *gpu, const IhopKernelTree *tree, double blocks)
{
  double warps = ceil ((double) tree->threads[0] * tree->threads[1] * tree->threads[2] / gpu->warp);
  double most = ceil (ceil (blocks / gpu->sm_count) * warps / SCHEDULERS);

  return MAX (1, most * SCHEDULERS * gpu->sm_count / (blocks * warps));
}

guint
ihop_worth_grid_blocks (const IhopGpu *gpu)
{
  return ihop_gpu_launches_grids (gpu) ? MIN (gpu->sm_count, IHOP_ROLE_MOST_GRID) : 0;
}

/* One thread after the other goes along what warps go along together. */
static double
single_cpu_seconds (const Count *count)
{
  return count->begun * CPU_BEGUN + count->sectors * CPU_LINE / CPU_BYTES;
}

void
ihop_worth_add_tree (IhopWorthWalk *walk, const IhopKernel *kernel, double times)
{
  const IhopGpu *gpu = walk->plan->gpu;
  g_autoptr (GArray) rounds = g_array_new (FALSE, FALSE, sizeof (Round));
  g_autoptr (GPtrArray) named = g_ptr_array_new ();
  Count count = { .walk = walk, .kernel = kernel, .tree = kernel->tree, .rounds = rounds, .named = named };
  double blocks = 1;

  for (guint i = 0; i < kernel->tree->n_blocks; i++)
    blocks *= MAX (1, ihop_worth_trips (walk, kernel->tree->block[i].loop, GUESSED_TRIPS));
  count_uniform (&count, kernel->tree->body, blocks);
  double bytes = count.sectors * gpu->sector;
  double computing = count.operations / (1e9 * gpu->double_gflops);
  const Work all = { count.sectors, count.operations, count.wavefronts };
  double fence = kernel->tree->grid ? IHOP_WAIT_GRID : IHOP_WAIT_BLOCK;
  double seconds = blocks > 1 ? longest_of (&count, &all) * imbalance (gpu, kernel->tree, blocks)
                              : count.steps + count.fences * fence + count.lone * LONE_SECONDS;

  walk->part->seconds += times * (gpu->launch_us * 1e-6 + seconds);
  walk->part->ideal += times * computing;
  walk->part->launches += times;
  walk->part->own_launches += kernel->function == walk->part->function ? times : 0;
  walk->part->traffic += times * bytes;
  walk->worth->cpu_seconds += times * (count.operations * CPU_SLOWER + (blocks > 1 ? 0 : single_cpu_seconds (&count)));
}
