/* What the footprint files share. */
#pragma once
#include "analysis/footprint/bound.h"
#include "analysis/footprint/flat_array.h"

typedef struct
{
  IhopScop *scop;
  IhopFootprint *footprint;
  GPtrArray *accesses;     /* of const IhopAccess *, to memory of the symbol (not a pointer's value) */
  const IhopNode *root;    /* what is looked at: the scop's root, or a part of it */
} IhopFootprintWork;

typedef struct
{
  IhopBound *lower, *upper;
} IhopBoxSide;

/* Elements of the footprint's rank that an access touches; NULL: its subscripts are cut otherwise. Caller
 * frees. */
isl_set *ihop_footprint_elements (const IhopFootprintWork *work, const IhopAccess *access);
/* certain_writes.c: whether all elements of this set are certain to be written. Takes box; NULL: not known. */
gboolean ihop_footprint_writes_all (IhopFootprintWork *work, isl_set *box);
/* touch_condition.c: when anything is touched by these accesses (IhopBox.when and what belongs to it), and
 * whether the bounds say so, too. "side": of the first dimension; NULL: of a flat array, the last element of
 * which is one that is touched. */
void ihop_footprint_condition (IhopFootprintWork *work, IhopFlat which, const IhopBoxSide *side, IhopBox *box);
/* The scop of a fragment, kept by the facts; work on it stands between start and stop, which limit it. */
IhopScop *ihop_footprint_scop (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment);
void ihop_footprint_start (IhopFacts *facts);
void ihop_footprint_stop (IhopFacts *facts);
/* Whether a first element is told by taking something away from a number ("1 - n", "-3"), so that it may
 * stand before the one that is pointed to. */
gboolean ihop_footprint_starts_below (isl_pw_aff *least);
