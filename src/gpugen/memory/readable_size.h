/* Whether a size or a condition may be evaluated at a place where the program itself does not: in front of a loop that may not run,
 * say, where "f->n" is read though f may be a null pointer, or lead to memory that is gone. */
#pragma once
#include "analysis/program/facts.h"

/* Whether all that the expression (or NULL) follows is followed from child "at" of a block on anyway, or was before, or is asked for by
 * a null test in the expression itself, "f != NULL && f->n > 0". Elements of arrays by subscripts that are no constants are not looked at. */
gboolean ihop_size_is_readable (IhopFacts *facts, const IhopFunction *function, const IhopNode *block, guint at, const IhopNode *expression);
/* The same in front of a statement. */
gboolean ihop_size_is_readable_before (IhopFacts *facts, const IhopFunction *function, const IhopNode *statement, const IhopNode *expression);
