/* Where memory can be read without a fault that the program would not have: "im->data" may be read before a loop if im is followed
 * there anyway, or was before. If it is not, a caller that knows that the loop does not run may well pass a null pointer, or one to
 * memory that is gone. */
#pragma once
#include "analysis/program/facts.h"

/* Whether all that the expression follows is followed from child "at" of a block on anyway, or was before. */
gboolean ihop_read_is_certain (IhopFacts *facts, const IhopFunction *function, const IhopNode *block, guint at, const IhopNode *node);
/* The same in front of a statement. */
gboolean ihop_read_is_certain_before (IhopFacts *facts, const IhopFunction *function, const IhopNode *statement, const IhopNode *node);
/* Whether all of it is followed whenever the loop's body runs. */
gboolean ihop_read_is_certain_in_loop (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop, const IhopNode *node);
