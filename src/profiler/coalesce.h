/* Which 32-byte sectors and 128-byte lines threads touch together, counted. */
#pragma once
#include "profiler/pattern.h"

/* How the threads of a launch are numbered: x runs fastest (CUDA C++ Programming Guide, "Thread
 * Hierarchy"), consecutive numbers make a warp ("SIMT Architecture"). */
typedef struct
{
  guint n_loops;
  guint loop_of[3];        /* axis x, y, z → loop; n_loops: none */
  guint block[3];          /* threads */
  double trips[3];         /* along each axis; 0: not known, as many as the block has */
} IhopShape;

typedef struct
{
  double sectors, lines;   /* mean over warps, and over the alignments that occur */
} IhopTouched;

IhopShape ihop_shape_of (const IhopPattern *pattern, const IhopCandidate *candidate);
/* What one warp's access touches. */
IhopTouched ihop_coalesce_warp (const IhopPattern *pattern, const IhopPatternAccess *access,
                                const IhopShape *shape, const IhopGpu *gpu);
/* Distinct sectors that a whole block touches with all accesses of the group (of IhopPatternAccess *,
 * one array, addresses that differ by a constant only), per execution of the body. */
double ihop_coalesce_block (const IhopPattern *pattern, const GPtrArray *group,
                            const IhopShape *shape, const IhopGpu *gpu);
/* The share of its sectors that an access has not met in the iteration before of a loop inside:
 * walking s bytes an iteration, a sector of 32 bytes lasts 32 / s iterations in the first-level
 * cache. 0 … 1. */
double ihop_coalesce_fresh (const IhopPattern *pattern, const IhopPatternAccess *access,
                            const IhopGpu *gpu);
/* The accesses that are no twins in groups, of GPtrArray of IhopPatternAccess *. modulo 0: as above;
 * else those of which ihop_coalesce_warp says the same, because their addresses differ by a
 * multiple of "modulo" (bytes; a multiple of a line). Caller unrefs. */
GPtrArray *ihop_coalesce_groups (const IhopPattern *pattern, gint64 modulo);
/* Threads of a tile along an axis: what of a warp lies there when the block's sides are powers of two;
 * 0: the warps of this block are no boxes. */
gboolean ihop_shape_tile (const IhopShape *shape, guint warp, guint tile[3]);
