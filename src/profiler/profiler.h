/* The static profiler: which loop goes to which thread axis, and how large a block is.
 *
 * Two models: the published one (Allazov, Guda, Morylev 2017: line reads per thread from tables
 * over the classes of subscript coefficients) and its successor, the default: the distinct 32-byte
 * sectors and 128-byte lines that a warp touches, counted exactly from the access relation, with
 * occupancy. Both try every permutation of the loops and every power-of-two block. */
#pragma once
#include "analysis/loops.h"

typedef struct
{
  char *name;              /* "h100": the file data/gpu/h100.ini */
  char *title;             /* "NVIDIA H100 SXM" */
  char *architecture;      /* "sm_90" */
  guint warp;              /* threads */
  guint sector, line;      /* bytes */
  guint max_threads_block, max_block[3];
  guint64 max_grid[3];
  guint max_threads_sm, max_blocks_sm, sm_count;
  guint registers_sm, shared_sm; /* registers, bytes */
  double memory_gbs, double_gflops, float_gflops, launch_us, copy_gbs;
} IhopGpu;

/* By name from data/gpu; NULL name: the default. Errors to diags. Caller frees. */
IhopGpu *ihop_gpu_load (const char *name, IhopDiags *diags);
void ihop_gpu_free (IhopGpu *gpu);
/* Names of all devices there are, of char *. Caller unrefs. */
GPtrArray *ihop_gpu_list (void);

typedef enum
{
  IHOP_MODEL_SECTORS, /* successor, the default */
  IHOP_MODEL_PAPER
} IhopProfileModel;

typedef struct
{
  guint axis_of[3];        /* loop number (0: outermost) → 0: x, 1: y, 2: z */
  guint block[3];          /* threads along x, y, z */
  double cost;             /* lower is better; sectors per thread (SECTORS), lines per thread (PAPER) */
  double sectors, lines;   /* per warp and execution of the body, summed over accesses */
  double occupancy;        /* 0 … 1 */
} IhopCandidate;

typedef struct
{
  guint n_loops;
  GArray *candidates;      /* of IhopCandidate, best first */
  GPtrArray *notes;        /* of char *: accesses that could only be guessed, and how */
} IhopProfile;

/* For a nest of n (1 to 3) perfectly nested loops, outermost first. pinned_axis (3 values, -1: free)
 * and pinned_block (3 values, 0: free) come from map() and block(). Caller frees. */
IhopProfile *ihop_profile_nest (IhopFacts *facts, const IhopFunction *function,
                                const IhopNode *const *loops, guint n, const IhopGpu *gpu,
                                IhopProfileModel model, const int *pinned_axis,
                                const guint *pinned_block);
void ihop_profile_free (IhopProfile *profile);
