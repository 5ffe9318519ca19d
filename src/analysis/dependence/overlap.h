/* Whether two accesses can share memory, and for which subscripts. */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

typedef enum
{
  IHOP_OVERLAP_NONE,
  IHOP_OVERLAP_SURE,       /* where the first n_dims subscripts are equal */
  IHOP_OVERLAP_MAYBE,      /* where the first n_dims subscripts are equal, perhaps */
  IHOP_OVERLAP_ROWS        /* surely where all subscripts are equal, perhaps anywhere else */
} IhopOverlapKind;

typedef struct
{
  IhopOverlapKind kind;
  guint n_dims;
  const IhopSymbol *a, *b; /* MAYBE: two different variables that may mean the same memory */
} IhopOverlap;

/* Pairs of variables that were taken not to overlap are added to assumptions (of IhopAssumption *,
 * each pair once; may be NULL: then nothing is assumed). */
IhopOverlap ihop_overlap_of (IhopScop *scop, const IhopAccess *a, const IhopAccess *b,
                             GPtrArray *assumptions);
