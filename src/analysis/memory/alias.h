/* Can two names mean the same memory? (HACKING.md, D4) */
#pragma once
#include "analysis/program/facts.h"

typedef enum
{
  IHOP_ALIAS_NEVER,    /* proved distinct, or one of them is const: what is written to one is not in the other */
  IHOP_ALIAS_APART,    /* proved distinct at any one moment, not over time: pointers that change places
                          (pointer_swap.h). Within a loop that changes neither it is as good as NEVER */
  IHOP_ALIAS_SAME,     /* proved to be the same address */
  IHOP_ALIAS_TESTABLE, /* not proved; both extents are known when the function is entered, so the
                          program can test for overlap there */
  IHOP_ALIAS_APART_TESTABLE, /* the same with APART in the place of NEVER */
  IHOP_ALIAS_MAYBE     /* not proved, and no test can be written */
} IhopAlias;

typedef struct
{
  IhopAlias alias;
  IhopMessage *reason; /* a sentence part: "A and B are distinct objects at every call" */
} IhopAliasAnswer;

/* For the memory behind two variables of one function (arrays, or pointers and what they point
 * to). Proofs: different named objects; restrict; different allocations; every visible call site
 * of a static function (or of any function when the program is whole: main is here) passes
 * distinct objects, transitively. Types prove nothing here: effective_types.h is about single accesses. */
IhopAliasAnswer *ihop_alias_judge (IhopFacts *facts, const IhopFunction *function,
                                   const IhopSymbol *a, const IhopSymbol *b);
/* The same of all that lies between the first and the last element that each of them reaches: what is copied as a block. A restrict
 * pointer proves nothing there: every second element of a block may be another pointer's. */
IhopAliasAnswer *ihop_alias_judge_blocks (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b);
/* What TESTABLE and APART_TESTABLE ask to be told apart at entry: pairs of IhopSymbol *, one behind the other. Of
 * pointers that change places it is what all of their group hold then. Caller unrefs. */
GPtrArray *ihop_alias_tests (IhopFacts *facts, const IhopFunction *function, IhopSymbol *a, IhopSymbol *b);
/* Where the memory behind a pointer variable comes from, if that is one place in this function:
 * the call of malloc/calloc (node), with its number of bytes as an expression (argument node, or
 * two for calloc). FALSE: not known. */
gboolean ihop_alias_allocation (IhopFacts *facts, const IhopFunction *function,
                                const IhopSymbol *pointer, const IhopNode **call);
/* The same where it may come from several places: all their calls, of const IhopNode *. NULL: not
 * all that it may point to is allocated in this function. Caller unrefs. */
GPtrArray *ihop_alias_allocations (IhopFacts *facts, const IhopFunction *function,
                                   const IhopSymbol *pointer);
/* Whether memory behind a pointer variable that the function allocates may be known to others when it
 * has returned: it is returned, or stored in something that is, or that others can see. */
gboolean ihop_alias_leaks (IhopFacts *facts, const IhopFunction *function,
                           const IhopSymbol *pointer);
