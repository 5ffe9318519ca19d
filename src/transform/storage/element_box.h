/* Elements of an array that fill a box: from a first one to an end along each dimension, as C expressions that hold in front of
 * a loop. So they can be copied by plain loops, exactly these and no others. */
#pragma once
#include "transform/legality/loop_proof.h"

enum { IHOP_BOX_RANK = 4 };

typedef struct
{
  guint rank;
  isl_set *side[IHOP_BOX_RANK];  /* { [x] }, one a dimension; owned */
  isl_set *elements;             /* { [x0, x1, …] }; owned */
} IhopElementBox;

/* The box that the elements fill, exactly wherever "known" (a set of parameters; NULL: the scop's context) holds. NULL: they fill
 * none, some index may be negative, or a bound is a rounded quotient. Takes both sets. Owned; ihop_element_box_free. */
IhopElementBox *ihop_element_box_new (const IhopScop *scop, __isl_take isl_set *elements, __isl_take isl_set *known);
void ihop_element_box_free (IhopElementBox *box);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopElementBox, ihop_element_box_free)

/* The index behind the last one along dimension d, at least 1. NULL: it cannot be written in C. */
const IhopNode *ihop_element_box_extent (const IhopElementBox *box, const IhopLoopProof *proof, IhopBuild *build, guint d);

/* "into[x0 - 0][x1] = from[x0][x1];" for all elements, in loops of new counters. The functions below make both sides: given the
 * counters (rank of them). NULL: a bound cannot be written in C. */
typedef const IhopNode *(*IhopElementMaker) (IhopBuild *build, const IhopNode *const *subscripts, gpointer data);
const IhopNode *ihop_element_box_copy (const IhopElementBox *box, const IhopLoopProof *proof, IhopBuild *build,
                                       IhopElementMaker into, IhopElementMaker from, gpointer data);

/* The subscripts of a reference to the variable, outermost first: A[i][j]. FALSE: it is another expression, or has another rank. */
gboolean ihop_element_subscripts (const IhopNode *reference, const IhopSymbol *symbol, guint rank, const IhopNode **subscripts);
/* Whether the access is sure to happen and to mean just these elements: a reference with all its subscripts, of no other type
 * than the elements have. */
gboolean ihop_element_is_exact (const IhopAccess *access, const IhopSymbol *symbol, guint rank);
/* "base[s0][s1]…" */
const IhopNode *ihop_element_make (IhopBuild *build, IhopSymbol *base, const IhopNode *const *subscripts, guint rank);
