/* The values of an induction variable in terms of the loop's iterator: the variable before the loop, plus as many
 * changes as there were (Allen and Kennedy 2001, section 4.5). */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopHeader *header;
  IhopSymbol *symbol;      /* the induction variable */
  gint64 total;            /* the sum of all constant changes in an iteration */
  const IhopNode *amount;  /* and of those that are no constants, or NULL … */
  gboolean is_subtracted;  /* … which is subtracted */
  const IhopNode *guard;   /* a part of the amount is added only where this holds, which is so in all iterations or in none, and
                              nothing reads the variable where it does not; or NULL */
  const IhopNode *last_amount; /* what is added then, whether it holds or not */
  gboolean is_positive;    /* the amount is more than 0 where the guard holds */
  gboolean knows_first;    /* the value before the loop is the constant "first" */
  gint64 first;
  const IhopNode *first_expression; /* or it is this, which the loop does not change; NULL: it is not known */
  gboolean is_wide;        /* sums are computed in 64 bits */
} IhopInductionStep;

/* The value in an iteration, after changes of it by "constant" in all, and by "added", which may be NULL. */
const IhopNode *ihop_induction_value (const IhopInductionStep *self, gint64 constant, const IhopNode *added);

/* The variable as a piece of code sees it: after the changes that the iteration has made before. */
typedef struct
{
  gint64 constant;         /* their sum */
  const IhopNode *added;   /* what is no constant among them, or NULL */
  const IhopNode *change;  /* the part of the code that changes the variable, or NULL … */
  gint64 changed;          /* … and the sum behind it, which is its own value */
} IhopInductionState;

/* Entries for ihop_replace_nodes: mentions of the variable in that code become its value; of a pointer, the elements
 * that are reached through it. */
void ihop_induction_substitute (const IhopInductionStep *self, const IhopNode *code,
                                const IhopInductionState *state, GHashTable *news);

/* The statement that gives the variable its value after the loop: "k += n > 0 ? n * 2 : 0;". */
const IhopNode *ihop_induction_last (const IhopInductionStep *self);
