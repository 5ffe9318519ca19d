/* Conditions that hold together: "n >= 2 && m > 0". NULL is one that always holds. */
#pragma once
#include "ir/tree.h"

/* "a && b", made from "pool". What one of them says already is not said twice: "n >= 2" is all of "n > 0" and "n >= 2". */
const IhopNode *ihop_expression_and (IhopPool *pool, const IhopNode *a, const IhopNode *b);
/* "a || b": the weaker one where one implies the other, what both say once, nothing of "k >= 4" and "k <= 3", of which one holds. */
const IhopNode *ihop_expression_either (IhopPool *pool, const IhopNode *a, const IhopNode *b);
/* Whether one condition is known to hold only where another one does. */
gboolean ihop_expression_implies (const IhopNode *condition, const IhopNode *other);
/* "n > 1", "n >= 2": the least that a number may be. FALSE: the condition says something else. */
gboolean ihop_condition_least (const IhopNode *condition, const IhopNode **what, gint64 *least);
/* The least that "what" may be where the condition holds, if it says "what >= 2", or "what > 1", beside others. */
gboolean ihop_expression_least (const IhopNode *condition, const IhopNode *what, gint64 *least);
/* The expression as it is where the condition holds: "n > 0 ? n * m : 0" is "n * m" where n >= 2. A part of it. */
const IhopNode *ihop_expression_where (const IhopNode *condition, const IhopNode *expression);
