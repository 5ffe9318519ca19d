/* What enumeration (choose.c) and cost (cost.c) share. Not for other rooms. */
#pragma once
#include "profiler/coalesce.h"

typedef struct
{
  const IhopPattern *pattern;
  const IhopGpu *gpu;
  IhopProfileModel model;
  int axis[3];             /* pins, -1: free */
  guint block[3];          /* pins, 0: free */
  GPtrArray *groups;       /* of accesses that a block may share */
  GPtrArray *equals;       /* of accesses that count the same in a warp */
  GHashTable *tiles;       /* permutation and tile → what a warp moves, owned */
  double told_threads;     /* where each works long, and somebody tells how many there are; 0: nobody does */
  GArray *candidates;
} IhopSearch;

static inline double
ihop_candidate_threads (const IhopCandidate *candidate)
{
  return (double) candidate->block[0] * candidate->block[1] * candidate->block[2];
}

static inline int
ihop_compare_doubles (double a, double b)
{
  return a < b ? -1 : a > b;
}

/* Fills in the costs of all candidates. */
void ihop_search_cost (IhopSearch *search);
