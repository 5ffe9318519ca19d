/* Sizes that are written with different names: "rows * m" is "n * m" behind "int rows = n;". */
#pragma once
#include "analysis/program/facts.h"

/* The size in the names that its names were worked out from: "n * m" for "rows * m" behind "int rows = n;". Names that are set
 * more than once, or to what may have changed since, stay. NULL for NULL. Owned by the facts. */
const IhopNode *ihop_size_resolve (IhopFacts *facts, const IhopFunction *function, const IhopNode *size);
typedef gboolean (*IhopCanSay) (const IhopNode *expression, gpointer data);
/* The size in names that "can_say" (called with "data") accepts: other names are replaced by what they were worked out from, as often
 * as that takes, "n > 0" by "b_n > 0" inside of a loop with "int n = b_n;". NULL: that cannot be done, or it was NULL. Owned by the facts. */
const IhopNode *ihop_size_say (IhopFacts *facts, const IhopFunction *function, const IhopNode *size, IhopCanSay can_say, gpointer data);
/* Whether both are the same number wherever they are used; NULL is equal to NULL. */
gboolean ihop_sizes_are_equal (IhopFacts *facts, const IhopFunction *function, const IhopNode *a, const IhopNode *b);
/* If both are the same number, that number, in names that were set before those of either; the other one if "a" or "b" is NULL. NULL:
 * they may differ. */
const IhopNode *ihop_size_common (IhopFacts *facts, const IhopFunction *function, const IhopNode *a, const IhopNode *b);
/* Whether it has members, elements or calls in it, which may give another number later. */
gboolean ihop_size_reads_memory (const IhopNode *size);
/* Whether it is known if the condition holds; then *holds says so. */
gboolean ihop_condition_is_certain (IhopFacts *facts, const IhopFunction *function, const IhopNode *condition, gboolean *holds);
