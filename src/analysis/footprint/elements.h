/* Which elements of one variable the accesses of a fragment touch. */
#pragma once
#include "analysis/footprint/bound.h"
#include "analysis/footprint/footprint_type.h"
#include "analysis/scop/access.h"

/* One variable's footprint while it is worked out. */
typedef struct
{
  IhopScop *scop;
  IhopFootprint *footprint;
  GPtrArray *accesses;     /* of const IhopAccess *, to memory of the symbol (not a pointer's value) */
  const IhopNode *root;    /* what is looked at: the scop's root, or a part of it */
} IhopFootprintWork;

/* Bounds of one dimension of a box. */
typedef struct
{
  IhopBound *lower, *upper;
} IhopBoxSide;

/* Elements of the footprint's rank that an access touches; NULL: its subscripts are cut otherwise. */
__isl_give isl_set *ihop_footprint_elements (const IhopFootprintWork *work, const IhopAccess *access);
/* Whether a first element is told by taking something away from a number ("1 - n", "-3"), so that it may
 * stand before the one that is pointed to. Rows that are counted from the last one ("n * m - n") seldom do. */
gboolean ihop_footprint_starts_below (__isl_keep isl_pw_aff *least);
