/* Heads of counting loops. */
#pragma once
#include "transform/build/build.h"

/* A "for" that counts, read; relation is one of LT, LE, GT, GE. */
typedef struct
{
  const IhopLoopName *name;
  const IhopNode *loop, *body;
  IhopSymbol *iterator;
  const IhopNode *lower, *bound;
  IhopOperator relation;
  gint64 step;
  gboolean declared_here;
} IhopHeader;

/* FALSE after a refusal. Loops with unsigned iterators count, too. */
gboolean ihop_header_read (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header);
gboolean ihop_header_of (IhopTransformStep *step, const char *word, IhopHeader *header);
/* The same without a refusal. */
gboolean ihop_header_peek (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header);
/* The last value: "n - 1" for "i < n"; exact for steps of 1 and -1, else a bound of it. */
const IhopNode *ihop_header_last (IhopBuild *build, const IhopHeader *header);
/* The number of iterations where it is a constant, else -1. */
gint64 ihop_header_trips (const IhopHeader *header);
/* Refuses iterators of unsigned types, for steps that need negative numbers on the way. */
gboolean ihop_require_signed_counter (IhopTransformStep *step, const IhopHeader *header);
/* The bound that is just not reached by an upward loop: "n" for "i < n", "n + 1" for "i <= n". */
const IhopNode *ihop_header_end (IhopBuild *build, const IhopHeader *header);
/* How many iterations, for step 1; zero or less: none. */
const IhopNode *ihop_header_count (IhopBuild *build, const IhopHeader *header);
/* Refuses steps other than 1 (or, if asked, -1). */
gboolean ihop_require_unit_step (IhopTransformStep *step, const IhopHeader *header,
                                 gboolean downward_too);
/* Whether the loop is sure to run at least so many times whenever it is reached. */
gboolean ihop_header_runs (IhopTransformStep *step, const IhopHeader *header, gint64 times);
/* A further copy of a loop with another body (or header), as its iterator may be its own. */
const IhopNode *ihop_copy_loop (IhopBuild *build, const IhopHeader *header, const IhopNode *lower,
                                const IhopNode *bound);
/* "lower < bound": whether the loop runs at all. */
const IhopNode *ihop_header_condition (IhopBuild *build, const IhopHeader *header);
/* Adds statements to a list, under that condition unless the loop is sure to run. Takes
 * statements. */
void ihop_append_if_runs (IhopBuild *build, const IhopHeader *header, GPtrArray *into,
                          GPtrArray *statements);
/* Expressions and variables of steps like these. */
IhopSymbol *ihop_make_counter (IhopBuild *build, const IhopHeader *header, const char *name);
