/* Statements that pass the values of pointers round: "t = u; u = v; v = t;". */
#pragma once
#include "analysis/program/facts.h"

/* Consecutive statements of a block that pass values round: after them variables[0] has what
 * variables[1] had, and so on, and the last has what the first had. */
typedef struct
{
  const IhopNode *block;
  guint first, n;          /* which of its statements */
  const IhopSymbol *kept;  /* what holds a value meanwhile; left with the first's old one */
  GPtrArray *variables;    /* of const IhopSymbol *, two or more */
} IhopSwapStatements;

/* The swaps in a function's body, of IhopSwapStatements *; owned by facts. */
const GPtrArray *ihop_swap_statements_of (IhopFacts *facts, const IhopFunction *function);
/* Whether it is a pointer variable of a function's own, a parameter too: what may take part in a swap. NULL is none. */
gboolean ihop_swap_is_own_pointer (const IhopSymbol *symbol);
