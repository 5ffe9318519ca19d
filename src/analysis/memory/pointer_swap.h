/* Pointers that change places: "t = u; u = v; v = t;" between the steps of a simulation.
 *
 * Points-to says that u and v may point to either buffer, since it knows no order. But if each of them
 * starts with memory of its own and nothing else ever happens to them than such swaps, then at any
 * one moment (outside the swaps, which hold no loops) they point to different memory. */
#pragma once
#include "analysis/memory/swap_statements.h"

/* Pointers that swap values with each other, directly or by way of others, and to which nothing else happens. */
typedef struct
{
  GPtrArray *variables;    /* of const IhopSymbol * */
  GPtrArray *origins;      /* of const IhopSymbol *: what they hold at the start, parameters (mostly they themselves),
                              arrays, and they themselves with what they read from memory at the entry; memory that the function allocates for them is not listed */
  GPtrArray *exchanges;    /* of const IhopSwapStatements * */
} IhopSwappedPointers;

/* The group of a variable, owned by facts; NULL: it changes places with none, or something else happens to one. */
const IhopSwappedPointers *ihop_swapped_pointers_of (IhopFacts *facts, const IhopFunction *function,
                                                     const IhopSymbol *symbol);
/* The group that a parameter or an array is an origin of. */
const IhopSwappedPointers *ihop_swapped_pointers_from (IhopFacts *facts, const IhopFunction *function,
                                                       const IhopSymbol *origin);
/* Whether two pointers of the function hold different memory whenever any loop runs. Null counts as
 * different from everything: nothing is accessed through it. */
gboolean ihop_swap_keeps_apart (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b);
/* What has to be told apart when the function is entered, so that two variables hold different memory: of one group
 * whenever a loop runs, else always. Each may hold the memory of any member of its group, as large as any of them needs.
 * Pairs of IhopSymbol *, one behind the other; NULL: no such test is enough. Caller unrefs. */
GPtrArray *ihop_swap_tests (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b);
