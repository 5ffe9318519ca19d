/* Which of two expressions is the larger one, where a condition holds. */
#pragma once
#include "ir/tree.h"

/* Whether a <= b wherever "when" holds (NULL: always): "(n / 2) * m + 2 <= n * m" where n >= 2 and m >= 2. Both are read as sums of products,
 * without overflow, and the condition as a conjunction of which only "x >= 3" and "x > 3" count. FALSE: not known. */
gboolean ihop_expression_stays_within (const IhopNode *when, const IhopNode *a, const IhopNode *b);
/* Whether a count is 0 or less for certain where "when" holds and what is below "least": (n - 1) * m where m > 0 and n < 1. */
gboolean ihop_expression_is_none_below (const IhopNode *when, const IhopNode *what, gint64 least, const IhopNode *count);
