/* The elements of an array as they are written, A[i][j] with all subscripts, for steps that change the array's shape. */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopSymbol *symbol;      /* the array */
  guint rank;              /* its number of dimensions */
  GPtrArray *nodes;        /* of const IhopNode *: the whole references, in the order of the text */
  const IhopNode *other;   /* a mention of the array that is no whole reference, or NULL */
} IhopReferences;

/* The references under a node; ihop_references_free. */
IhopReferences *ihop_references_of (const IhopNode *node, IhopSymbol *symbol);
void ihop_references_free (IhopReferences *references);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopReferences, ihop_references_free)

/* Subscript number d, from 0, of one of the references. */
const IhopNode *ihop_subscript (const IhopReferences *references, const IhopNode *reference,
                                guint d);

/* The references in the loop to a local array that nothing has the address of and that is used in whole references
 * only. NULL after a refusal; array: NULL after one. */
IhopReferences *ihop_require_own_array (IhopTransformStep *step, const IhopHeader *header, IhopSymbol *array);

/* The array type without those of its dimensions for which dropped[d] is TRUE. */
const IhopType *ihop_array_without (IhopBuild *build, const IhopType *type, const gboolean *dropped);
