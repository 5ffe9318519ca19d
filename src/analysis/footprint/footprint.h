/* Which memory a fragment of code reads and writes, variable by variable: what must be on the
 * device before it runs, and what must come back after. */
#pragma once
#include "analysis/program/facts.h"
#include "ir/expression.h"

/* A box of elements: dimension d runs from lower[d], count[d] elements (0 or negative: none).
 * Expressions of symbols that have their values when the fragment starts. Boxes never change; the facts own them.
 *
 * A box says how far the fragment reaches if it reaches anything: "n elements" is right for a loop over n
 * elements inside one over m, but with m = 0 nothing of them is touched, and a pointer may be null. */
typedef struct
{
  guint rank;
  const IhopNode **lower, **count;
  /* Of ihop_footprint_reach only: */
  const IhopNode *when;    /* the condition under which anything of the box is touched; NULL: always, or
                              it cannot be written */
  gboolean is_certain;     /* under that condition its last element certainly is touched */
  gboolean is_guarded;     /* where the condition fails the first count is 0 or less */
  const IhopNode *bare;    /* the only count without its condition: "m * n" of "m > 0 && n > 0 ? m * n : 0";
                              NULL: it has none */
} IhopBox;

/* Room for a box of this rank, to be filled in, then left alone. */
IhopBox *ihop_box_new (IhopPool *pool, guint rank);

typedef struct
{
  IhopSymbol *symbol;      /* array, pointer (what it points to) or scalar, declared outside */
  gboolean is_scalar;
  gboolean is_read, is_written;
  gboolean is_exposed;     /* may read a value that was there before the fragment ran */
  gboolean is_conditional; /* boxes, exposure and certainty hold only under conditions (the loops'
                              assumptions) that are to be tested before the fragment runs */
  gboolean begins_before;  /* elements before the one pointed to may be meant: p[-i] */
  gboolean writes_all_of_box; /* every element of "written" is certain to be written */
  const IhopBox *read, *written; /* smallest boxes found to hold all accesses; NULL: not bounded, all */
  guint rank;              /* dimensions by which it is subscripted */
  const IhopNode **extents; /* each dimension's size, from the declaration; [0] may be NULL (a pointer's
                              first dimension), and is for rank 0 */
  const IhopType *element; /* the type of one element after rank subscripts */
  GPtrArray *nodes;        /* of const IhopNode *: the references (outermost INDEX/REF/MEMBER) */
  gboolean is_plain;       /* every reference is a REF under rank INDEXes (members below allowed):
                              no address taken, no pointer arithmetic that could not be followed */
  char *why_not_plain;
} IhopFootprint;

/* For a statement (or a loop). Of IhopFootprint *, in order of first use; names declared inside
 * the fragment are not in it. Caller unrefs. */
GPtrArray *ihop_footprint_of (IhopFacts *facts, const IhopFunction *function,
                              const IhopNode *fragment);
/* The same of one symbol that the fragment writes without ever seeing a value from before, whatever holds, under plain
 * references: without the box of what it reads. NULL: that is not known of it. Belongs to the facts. */
const IhopFootprint *ihop_footprint_own (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment,
                                         const IhopSymbol *symbol);
/* What one statement inside the fragment reads or writes of memory behind this pointer, over all times that it
 * runs, with the condition for that (IhopBox.when), all in values of when the fragment starts. is_tested: the
 * conditions that this relies on are tested before the fragment runs. NULL: not known. */
const IhopBox *ihop_footprint_reach (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment,
                               const IhopNode *part, const IhopSymbol *symbol, gboolean is_tested);
/* One dimension as the owner wrote it; NULL: it is not known, or cannot be said again ("double v[n++]"). */
const IhopNode *ihop_footprint_extent (IhopPool *pool, const IhopType *array);
/* The largest number of iterations a loop inside the fragment can have over all iterations of
 * those around it, in symbols valid before the fragment starts; NULL: not bounded. */
const IhopNode *ihop_footprint_trip_count (IhopFacts *facts, const IhopFunction *function,
                                 const IhopNode *fragment, const IhopNode *loop);
