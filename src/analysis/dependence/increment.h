/* By how much an expression increments a variable. */
#pragma once
#include "ir/tree.h"

enum { IHOP_INCREMENT_MOST = 1 << 20 }; /* larger steps are not followed: sums of them stay far from overflow */

/* How far an expression advances a counter: by positive constants (k++, k += 2, k = k + 2), whenever it
 * is evaluated. FALSE: it changes it otherwise, in "*other". */
gboolean ihop_increment_of (const IhopNode *expression, const IhopSymbol *counter, gint64 *sum, const IhopNode **other);
/* Whether it assigns, or is ++ or --. */
gboolean ihop_increment_is_change (const IhopNode *node);
/* Without parentheses and casts. */
const IhopNode *ihop_increment_bare (const IhopNode *node);
/* Whether it is the variable, but for parentheses and casts. */
gboolean ihop_increment_is_of (const IhopNode *node, const IhopSymbol *symbol);
/* FALSE: it is no integer constant. */
gboolean ihop_increment_constant (const IhopNode *node, gint64 *value);
