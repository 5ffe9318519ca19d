/* Pointers that change places: "t = u; u = v; v = t;" between the steps of a simulation.
 *
 * Points-to says that u and v may point to either buffer, since it knows no order. But if each of them
 * starts with memory of its own and nothing else ever happens to them than such exchanges, then at any
 * one moment (outside the exchanges, which hold no loops) they point to different memory. */
#pragma once
#include "analysis/facts.h"

/* Consecutive statements of a block that pass values round: after them variables[0] has what
 * variables[1] had, and so on, and the last has what the first had. */
typedef struct
{
  const IhopNode *block;
  guint first, n;          /* which of its statements */
  const IhopSymbol *kept;  /* what holds a value meanwhile; left with the first's old one */
  GPtrArray *variables;    /* of const IhopSymbol *, two or more */
} IhopExchange;

/* The exchanges of a function's body, of IhopExchange *; owned by facts. */
const GPtrArray *ihop_exchanges_of (IhopFacts *facts, const IhopFunction *function);
/* Whether two pointers of the function hold different memory whenever any loop runs. Null counts as
 * different from everything: nothing is accessed through it. */
gboolean ihop_exchange_keeps_apart (IhopFacts *facts, const IhopFunction *function,
                                    const IhopSymbol *a, const IhopSymbol *b);
