/* Heads of counting loops: for (iterator = lower; iterator RELATION bound; iterator += step). */
#pragma once
#include "transform/build/build.h"

typedef struct
{
  const IhopLoopName *name;
  const IhopNode *loop, *body;
  IhopSymbol *iterator;
  const IhopNode *lower;        /* the first value */
  const IhopNode *bound;
  IhopOperator relation;        /* IHOP_OP_LT, LE, GT or GE; "!=" is read as "<" or ">" */
  gint64 step;                  /* not 0; negative for GT and GE */
  gboolean declared_here;       /* the head declares the iterator */
  gboolean one_round;           /* it does not count: only name, loop and body are set, and proofs are about one iteration */
} IhopHeader;

/* Reads the head of a loop. FALSE after a refusal: it does not count. Iterators may be unsigned. */
gboolean ihop_header_read (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header);
/* The same without a refusal. */
gboolean ihop_header_peek (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header);
/* The same of the loop that a step's word names. */
gboolean ihop_header_of (IhopTransformStep *step, const char *word, IhopHeader *header);

/* The last value: "n - 1" for "i < n". Exact for steps of 1 and -1; for others a bound of it. */
const IhopNode *ihop_header_last (IhopBuild *build, const IhopHeader *header);
/* The first value that an upward loop does not take: "n" for "i < n", "n + 1" for "i <= n". */
const IhopNode *ihop_header_end (IhopBuild *build, const IhopHeader *header);
/* The number of iterations of a loop of step 1: bound - lower, zero or less if it does not run. */
const IhopNode *ihop_header_count (IhopBuild *build, const IhopHeader *header);
/* The number of iterations where it is a constant, else -1. */
gint64 ihop_header_trips (const IhopHeader *header);
/* A number that a loop of step 1 does not run more often than: 64 from "it" to "it + 64 < n ? it + 64 : n". -1: none is
 * known. */
gint64 ihop_header_most_trips (const IhopHeader *header);
/* "lower < bound": whether the loop runs at all. */
const IhopNode *ihop_header_condition (IhopBuild *build, const IhopHeader *header);
/* Whether it is proved that the loop runs at least "times" times whenever control reaches it. */
gboolean ihop_header_runs (IhopTransformStep *step, const IhopHeader *header, gint64 times);

/* Refuses a counter or bound of an unsigned type, for steps that compute values below the first one. */
gboolean ihop_require_signed_counter (IhopTransformStep *step, const IhopHeader *header);
/* Refuses steps other than 1 (with "downward_too": and -1). */
gboolean ihop_require_unit_step (IhopTransformStep *step, const IhopHeader *header,
                                 gboolean downward_too);

/* A copy of the loop with another first value and bound; an iterator that it declares is a new one. */
const IhopNode *ihop_copy_loop (IhopBuild *build, const IhopHeader *header, const IhopNode *lower,
                                const IhopNode *bound);
/* Adds statements (taken) to a list, under ihop_header_condition unless the loop is sure to run. */
void ihop_append_if_runs (IhopBuild *build, const IhopHeader *header, GPtrArray *into,
                          GPtrArray *statements);
/* A new variable of type int that counts something about the loop: "lane". */
IhopSymbol *ihop_make_counter (IhopBuild *build, const IhopHeader *header, const char *name);
