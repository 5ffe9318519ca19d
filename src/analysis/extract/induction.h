/* Scalars that count along with a loop, and what they hold in which iteration.
 *
 * Every write of the variable in the loop adds a constant, and each iteration makes the same ones:
 * then it holds first + step * (iterations before) when an iteration starts. From there on the walk
 * follows it as any other variable (forward substitution). */
#pragma once
#include "analysis/scop/walk.h"

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *first;     /* the expression it was set to before the root, or NULL */
  IhopValue *value;          /* what it holds before the loop: a number … */
  IhopRef *pointer;          /* … or a pointer */
  gint64 step;               /* what an iteration adds: this … */
  IhopValue *more;           /* … and this, over nothing but parameters; or NULL */
} IhopCounter;

/* The variables (of IhopCounter *, caller unrefs) that count along with a loop that the walk is about
 * to enter. */
GPtrArray *ihop_induction_find (IhopWalk *walk, const IhopNode *loop, const IhopSymbol *iterator);
/* Binds them at the start of an iteration, inside the loop. Keeps lower (the iterator's first
 * value). */
void ihop_induction_start (IhopWalk *walk, const GPtrArray *counters, const IhopScopLoop *loop,
                           const IhopValue *lower);
