/* Which memory a fragment of code reads and writes, variable by variable: what must be on the
 * device before it runs, and what must come back after. */
#pragma once
#include "analysis/footprint/footprint_type.h"
#include "analysis/program/facts.h"

/* For a statement (or a loop). Of IhopFootprint *, in order of first use; names declared inside
 * the fragment are not in it. Caller unrefs. */
GPtrArray *ihop_footprint_of (IhopFacts *facts, const IhopFunction *function,
                              const IhopNode *fragment);
/* The same of one symbol that the fragment writes without ever seeing a value from before, whatever holds, under plain
 * references: without the box of what it reads. NULL: that is not known of it. Belongs to the facts. */
const IhopFootprint *ihop_footprint_own (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment,
                                         const IhopSymbol *symbol);
/* NULL: ihop_footprint_of says all that the fragment touches; else what may touch more. Belongs to the facts. */
const IhopMessage *ihop_footprint_incomplete (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment);
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
