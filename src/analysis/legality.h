/* The judge of every reordering (DESIGN D3): does each dependence of the old code still run
 * forwards in the order of the code that was really built?
 *
 * A transformation hands in, for the instances S{k} of a scop (see deps.h), the time at which each
 * runs in the new code: { S0[i,j] → [t0,t1,…]; S1[…] → … }, all in one space, earlier times being
 * lexicographically smaller. */
#pragma once
#include "analysis/deps.h"

typedef enum
{
  IHOP_LEGAL,
  IHOP_ILLEGAL,            /* with a witness */
  IHOP_LEGALITY_UNKNOWN    /* refuses */
} IhopLegalityVerdict;

typedef struct
{
  IhopLegalityVerdict verdict;
  char *reason;            /* a sentence part when not legal */
  /* ILLEGAL: two instances that would run in the wrong order; NULL otherwise. */
  char *source, *sink;     /* names of the statements, "S3" */
  GArray *source_iteration, *sink_iteration; /* of gint64 */
} IhopLegality;

/* "deps": { source → sink } as from ihop_deps_compute. Every instance that occurs in deps must have
 * a time. Takes order. isl failing or out of its quota is "unknown", never "legal". Never NULL. */
IhopLegality *ihop_order_check (__isl_keep isl_union_map *deps, __isl_take isl_union_map *order);
void ihop_legality_free (IhopLegality *legality);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopLegality, ihop_legality_free)
