/* What a kernel costs whose blocks and threads are laid out (analysis/kernel/kernel.h).
 *
 * Three things are counted of all its threads: bytes from and to global memory, in full sectors of each warp; wavefronts of
 * shared memory; floating-point operations. The longest of them is its time. A loop inside in which an element stays
 * the same costs no load: it is unrolled, or the compiler takes the load out. The scheduler with most warps is done last:
 * blocks that are few leave multiprocessors idle, blocks of few warps schedulers. */
#include "advise/worth_walk.h"
#include "transform/build/query.h"
#include <math.h>

#define BANK_BYTES 128.0       /* that shared memory delivers at once */
#define SCHEDULERS 4.0         /* of a multiprocessor, each with its share of the units */
#define FLOATS_A_CYCLE 256.0   /* operations of a multiprocessor, from which its clock follows */
#define CPU_SLOWER 1e-9        /* of an operation on the CPU, where one thread after another runs */
#define GUESSED_TRIPS 100.0

typedef struct
{
  const IhopSymbol *iterator;
  double trips;
} Round;

typedef struct
{
  IhopWorthWalk *walk;
  const IhopKernel *kernel;
  const IhopKernelTree *tree;
  const IhopThreadNest *nest;
  GArray *rounds;          /* of Round: loops in the nest around the place */
  double warps;            /* that come to the nest, in all blocks */
  double threads;
  double sectors, wavefronts, operations;
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

static gboolean
mentions_axis (const Count *count, const IhopNode *node, guint axis)
{
  const IhopSpread *spread = along (count->nest, axis);

  return spread && ihop_mentions (node, spread->iterator);
}

/* How often a thread makes the access: not in loops that leave it where it is. */
static double
times_of (const Count *count, const IhopNode *node)
{
  double times = 1;

  for (guint i = 0; i < count->rounds->len; i++)
    {
      const Round *round = &g_array_index (count->rounds, Round, i);
      if (ihop_mentions (node, round->iterator))
        times *= round->trips;
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
  count->sectors += times * rows * (is_row ? MAX (1, beside * size / gpu->sector) : beside);
}

/* ---- The nests ----------------------------------------------------------------------------------------------------- */

static gboolean
count_expression (const IhopNode *node, gpointer data)
{
  Count *count = data;
  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;
  gboolean computes = node->kind == IHOP_BINARY || (node->kind == IHOP_ASSIGN && node->op != IHOP_OP_NONE);

  if (computes && type && type->kind == IHOP_TYPE_FLOATING)
    {
      double times = count->threads;
      for (guint i = 0; i < count->rounds->len; i++)
        times *= g_array_index (count->rounds, Round, i).trips;
      count->operations += times;
    }
  if (node->kind != IHOP_INDEX)
    return TRUE;
  count_access (count, node);
  return FALSE;
}

static void
count_statement (Count *count, const IhopNode *node)
{
  if (node->kind == IHOP_FOR)
    {
      Round round = { ihop_loop_iterator (node), ihop_worth_trips (count->walk, node, GUESSED_TRIPS) };
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

/* "times": in all blocks. */
static void
count_uniform (Count *count, const IhopNode *node, double times)
{
  const IhopThreadNest *nest = nest_of (count->tree, node);

  if (nest)
    {
      double threads = 1;
      for (guint i = 0; i < nest->n; i++)
        threads *= ihop_worth_trips (count->walk, nest->loop[i].loop, GUESSED_TRIPS);
      count->nest = nest;
      count->threads = times * threads;
      count->warps = times * MAX (1, threads / count->walk->plan->gpu->warp);
      count_statement (count, nest->body);
      return;
    }
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

void
ihop_worth_add_tree (IhopWorthWalk *walk, const IhopKernel *kernel, double times)
{
  const IhopGpu *gpu = walk->plan->gpu;
  g_autoptr (GArray) rounds = g_array_new (FALSE, FALSE, sizeof (Round));
  Count count = { .walk = walk, .kernel = kernel, .tree = kernel->tree, .rounds = rounds };
  double blocks = 1;

  for (guint i = 0; i < kernel->tree->n_blocks; i++)
    blocks *= MAX (1, ihop_worth_trips (walk, kernel->tree->block[i].loop, GUESSED_TRIPS));
  count_uniform (&count, kernel->tree->body, blocks);
  double bytes = count.sectors * gpu->sector, clock = gpu->float_gflops * 1e9 / (FLOATS_A_CYCLE * gpu->sm_count);
  double computing = count.operations / (1e9 * gpu->double_gflops);
  double work = MAX (MAX (bytes / (gpu->memory_gbs * 1e9), computing), count.wavefronts / (clock * gpu->sm_count));

  walk->part->seconds += times * (gpu->launch_us * 1e-6 + work * imbalance (gpu, kernel->tree, blocks));
  walk->part->ideal += times * computing;
  walk->part->launches += times;
  walk->part->own_launches += kernel->function == walk->part->function ? times : 0;
  walk->part->traffic += times * bytes;
  walk->worth->cpu_seconds += times * count.operations * CPU_SLOWER;
}
