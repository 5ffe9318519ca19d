/* Sizes, places and conditions that were worked out of a program, to be computed in 64 bits.
 *
 * The analysis counts without overflow: "n * m elements" is the product of two ints, which an int may not be able to
 * hold, although the owner's own "(long) i * m + j" never went beyond the array. So sums and products of ints that are
 * ours get a conversion: "(long long) n * m". What the owner wrote stays as it is. */
#pragma once
#include "ir/tree.h"

typedef enum
{
  IHOP_WIDE_SIZE,      /* "n + 1" and "n - m" stay as they are: what overflows there comes out negative, and what is
                        * allocated, copied or launched with that fails aloud */
  IHOP_WIDE_CONDITION  /* everything that an int might not hold */
} IhopWide;

/* The node itself where nothing can overflow; else one of "pool", whose parts may be the node's. */
const IhopNode *ihop_expression_widen (IhopPool *pool, const IhopNode *node, IhopWide kind);
