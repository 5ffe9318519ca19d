/* Boxes of elements, and what is told of one variable. */
#pragma once
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
  gboolean is_certain;     /* under that condition its last element certainly is touched … */
  gboolean is_certain_there; /* … or is, if the pointer is not null: "p != NULL ? p[i] : 0" */
  gboolean is_in_each;     /* that condition is the same in all iterations of the loops around the fragment */
  gboolean is_guarded;     /* where the condition fails the first count is 0 or less */
  const IhopNode *bare;    /* the only count without its condition: "m * n" of "m > 0 && n > 0 ? m * n : 0";
                              NULL: it has none */
  gboolean begins_before;  /* as below, of the part that was asked about */
  const IhopNode *begins_inside;
} IhopBox;

typedef struct
{
  IhopSymbol *symbol;      /* array, pointer (what it points to) or scalar, declared outside */
  gboolean is_scalar;
  gboolean is_read, is_written;
  gboolean is_exposed;     /* may read a value that was there before the fragment ran */
  gboolean is_conditional; /* boxes, exposure and certainty hold only under conditions (the loops'
                              assumptions) that are to be tested before the fragment runs */
  gboolean begins_before;  /* elements before the one pointed to may be meant: p[-i], p[n - 1] … */
  const IhopNode *begins_inside; /* … but where this holds, in values of when the fragment starts, with loops around it
                              looked at as a whole: n >= 1; NULL: that cannot be said */
  gboolean writes_all_of_box; /* every element of "written" is certain to be written */
  const IhopBox *read, *written; /* smallest boxes found to hold all accesses; NULL: not bounded, all */
  guint rank;              /* dimensions by which it is subscripted */
  const IhopNode **extents; /* each dimension's size, from the declaration; [0] may be NULL (a pointer's
                              first dimension), and is for rank 0 */
  const IhopType *element; /* the type of one element after rank subscripts */
  GPtrArray *nodes;        /* of const IhopNode *: the references (outermost INDEX/REF/MEMBER) */
  gboolean is_plain;       /* every reference is a REF under rank INDEXes (members below allowed):
                              no address taken, no pointer arithmetic that could not be followed */
} IhopFootprint;

/* Room for a box of this rank, to be filled in, then left alone. */
IhopBox *ihop_box_new (IhopPool *pool, guint rank);
