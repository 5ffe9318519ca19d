/* How much memory an allocating call asks for, in bytes or in elements of a type. Which calls allocate: allocator_call.h. */
#pragma once
#include "analysis/footprint/footprint.h"

/* The number of bytes, if it is a constant; 0 otherwise, and for a call that does not allocate. */
guint64 ihop_allocated_bytes (IhopFacts *facts, const IhopNode *call);
/* The number of elements of this type, as an expression of the function that the call is in. NULL: the call does not allocate, or
 * its size cannot be evaluated a second time, as in "malloc (n++)". */
const IhopNode *ihop_allocated_count (IhopFacts *facts, const IhopFunction *function, const IhopNode *call, const IhopType *element);
/* The number of rows that "count" elements make, where a row is extents[1] * extents[2] * … long: n for "n * m" elements in rows of m,
 * and a quotient where the factors do not show it. extents[0] is not looked at. */
const IhopNode *ihop_allocated_rows (IhopPool *pool, const IhopNode *count, const IhopNode *const *extents, guint rank);
