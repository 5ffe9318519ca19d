/* How many elements there are in the block of memory at whose start a pointer leads, as generated programs find out when they
 * run: malloc and its like note what they give out (gpugen/emit/block_table.h). The expression "ihop_elements (p, sizeof (double))" is
 * such a number, 0 where p is NULL, and -1 where no such block starts. Nothing of the block lies before its start, whatever
 * subscripts a loop makes.
 *
 * What has the address and size of each allocation at run time is called an allocation unit by Jablin, Prabhu, Jablin, Johnson, Beard,
 * August, "Automatic CPU-GPU communication management and optimization", PLDI 2011. */
#pragma once
#include "ir/tree.h"

#define IHOP_BLOCK_COUNT "ihop_elements"

/* Belongs to "pool". */
const IhopNode *ihop_block_count_new (IhopPool *pool, IhopSymbol *pointer, const IhopType *element);
/* The pointer whose elements the node counts; NULL: it is another expression. */
const IhopSymbol *ihop_block_count_pointer (const IhopNode *node);
/* Whether the expression has such a number in it. */
gboolean ihop_block_count_in (const IhopNode *expression);
/* Whether an expression asks a pointer for nothing but that: not for what it leads to. */
gboolean ihop_block_count_only (const IhopNode *expression, const IhopSymbol *pointer);
