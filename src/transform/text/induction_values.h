/* What the step "induction" says instead of its variable: induction_values.c. */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopHeader *header;
  IhopSymbol *symbol;
  gint64 total;            /* of all constant changes in an iteration */
  const IhopNode *amount;  /* or one change that is no constant … */
  gboolean is_taken;       /* … which is subtracted */
  const IhopNode *guard;   /* the amount is added only where this holds, and nobody looks at the variable
                              in an iteration in which it does not; or NULL */
  gboolean knows_first;    /* the value before the loop is a constant: */
  gint64 first;
  const IhopNode *first_said; /* or it is this, which the loop does not change; NULL: it is not known */
  gboolean is_wide;        /* the way is computed in 64 bits */
} IhopInductionStep;

/* What the variable holds in an iteration, after changes by "constant", or by the amount. */
const IhopNode *ihop_induction_value (const IhopInductionStep *self, gint64 constant,
                                      gboolean after_amount);
/* What a piece of code sees of the variable: the changes made in the iteration before it, and "change", the
 * part of it that changes the variable (or NULL), whose own value is that after "changed". */
typedef struct
{
  gint64 constant;
  gboolean after;          /* after the amount */
  const IhopNode *change;
  gint64 changed;
} IhopInductionState;

/* Adds to "news" what stands instead of its mentions in that code; of a pointer, instead of the elements
 * that are reached through it. */
void ihop_induction_substitute (const IhopInductionStep *self, const IhopNode *code,
                                const IhopInductionState *said, GHashTable *news);
/* "k += n > 0 ? n * 2 : 0;": what it holds after the loop. */
const IhopNode *ihop_induction_last (const IhopInductionStep *self);
