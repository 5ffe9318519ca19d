/* The iterations of a loop in parts, gone through one part after the other, with arrays that have an element a part.
 *
 * Parts are blocks (part p has the iterations p * size, p * size + 1, …) or cyclic (p, p + n, p + 2n, …). With blocks
 * all iterations stay in their order. Whether parts may run at once is for the analysis to say, of the code that is
 * built. */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopBuild *build;
  const IhopHeader *header;
  IhopSymbol *part;        /* counts the parts from 0 */
  gint64 size;             /* of a block, in iterations; 0: cyclic */
  gint64 n;                /* of cyclic parts */
} IhopPartition;

/* The loop that a step's first word names, for steps that go through it in blocks: it counts by ones, is not left in
 * the middle, and can stand twice. FALSE after a refusal. */
gboolean ihop_partition_read (IhopTransformStep *step, const char *word, IhopHeader *header);

/* Blocks of "size" iterations; the header must outlive the partition. */
IhopPartition ihop_partition_blocks (IhopBuild *build, const IhopHeader *header, gint64 size);
/* n cyclic parts; the loop's step may be any. */
IhopPartition ihop_partition_cyclic (IhopBuild *build, const IhopHeader *header, gint64 n);

/* A new variable, "NAME_ENDING" after "like": an array of "element" with an element a part. */
IhopSymbol *ihop_partition_array (const IhopPartition *self, const IhopSymbol *like, const IhopType *element,
                                  const char *ending);
/* The part's element of such an array. */
const IhopNode *ihop_partition_element (const IhopPartition *self, IhopSymbol *array);
/* The owner's loop over the iterations of one part, with this body. */
const IhopNode *ihop_partition_inner (const IhopPartition *self, const IhopNode *body);
/* A loop over all parts around the statements, which are taken. Each call gives a loop with a counter of its own. */
const IhopNode *ihop_partition_outer (const IhopPartition *self, GPtrArray *statements);
/* The same over the first n parts only. */
const IhopNode *ihop_partition_first (const IhopPartition *self, gint64 n, GPtrArray *statements);

/* The unsigned type in which sums and products of these nodes' parts can be put together in any order: modulo a power
 * of two, as wide as anything that is computed in them. */
const IhopType *ihop_partition_modular_type (const IhopNode *const *nodes, guint n);

/* The number of iterations of a block, from a step's words. FALSE after a refusal. */
gboolean ihop_partition_size (IhopTransformStep *step, const char *word, gint64 *size);
enum { IHOP_PARTITION_SIZE = 1024 };
