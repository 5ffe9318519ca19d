/* Sizes that are said in different words. */
#pragma once
#include "analysis/program/facts.h"

/* The size in the names that its names were worked out from: "n * m" for "rows * m" behind "int rows = n;". Names that are set
 * more than once, or to what may have changed since, stay. NULL for NULL. Owned by the facts. */
const IhopNode *ihop_size_resolve (IhopFacts *facts, const IhopFunction *function, const IhopNode *size);
/* The size as far as "can_say" (asked with "data") knows its names, which are worked out of others as deep as that takes: "b_n > 0"
 * for "n > 0" inside of a loop with "int n = b_n;". NULL: it has names that cannot be said, or was NULL. Owned by the facts. */
typedef gboolean (*IhopCanSay) (const IhopNode *expression, gpointer data);
const IhopNode *ihop_size_say (IhopFacts *facts, const IhopFunction *function, const IhopNode *size, IhopCanSay can_say, gpointer data);
/* Whether both are the same number wherever they are used; NULL is equal to NULL. */
gboolean ihop_sizes_are_equal (IhopFacts *facts, const IhopFunction *function, const IhopNode *a, const IhopNode *b);
/* The size that both are, in words that were there before either; "a" where there is no other yet ("a" or "b" is NULL). NULL: they
 * may differ. */
const IhopNode *ihop_size_common (IhopFacts *facts, const IhopFunction *function, const IhopNode *a, const IhopNode *b);
/* Whether members, elements or calls are in it, which may be other numbers later. */
gboolean ihop_size_reads_memory (const IhopNode *size);
/* Whether it is known if a condition holds, and then what. */
gboolean ihop_condition_is_certain (IhopFacts *facts, const IhopFunction *function, const IhopNode *condition, gboolean *holds);
