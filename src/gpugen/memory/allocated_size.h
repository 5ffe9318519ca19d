/* How much memory a call that allocates asks for (allocator_call.h). */
#pragma once
#include "analysis/footprint/footprint.h"

/* Bytes, where they are a constant; else, and for other calls, 0. */
guint64 ihop_allocated_bytes (IhopFacts *facts, const IhopNode *call);
/* Elements of this type, for a call in this function; NULL: it is another call, or its size cannot be asked for again:
 * "malloc (n++)". */
const IhopNode *ihop_allocated_count (IhopFacts *facts, const IhopFunction *function, const IhopNode *call, const IhopType *element);
/* "n * m" elements in rows of m are n rows: the last factors are those of a row, or it is a quotient. extents[0] is not
 * looked at. */
const IhopNode *ihop_allocated_rows (IhopPool *pool, const IhopNode *count, const IhopNode *const *extents, guint rank);
