/* An array's elements as they are spelt: A[i][j] with all its subscripts. */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopSymbol *symbol;
  guint rank;
  GPtrArray *nodes;        /* of const IhopNode *: the whole references, in the order of the text */
  const IhopNode *other;   /* a mention that is none, or NULL */
} IhopReferences;

/* Rank and element of an array variable; 0: it is none. */
guint ihop_array_rank (const IhopSymbol *symbol);
IhopReferences *ihop_references_of (const IhopNode *node, IhopSymbol *symbol);
void ihop_references_free (IhopReferences *references);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopReferences, ihop_references_free)
/* Subscript number d of a whole reference. */
const IhopNode *ihop_subscript (const IhopReferences *references, const IhopNode *reference,
                                guint d);
/* A local array that nobody has the address of, used by whole references only. NULL after a
 * refusal. */
IhopReferences *ihop_require_own_array (IhopTransformStep *step, const IhopHeader *header,
                                        const char *name);
/* The same array type without the dimensions that are dropped. */
const IhopType *ihop_array_without (IhopBuild *build, const IhopType *type, const gboolean *dropped);
