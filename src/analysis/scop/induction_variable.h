/* Induction variables as a verdict reports them. How they are found: extract/induction.h. */
#pragma once
#include "ir/tree.h"

/* A scalar (or pointer) that counts along: "k += 2" in every iteration. What it holds when an
 * iteration starts follows from the iterator, first + step * (number of iterations before), so
 * iterations may run in any order if each is given a copy of its own that starts with that value,
 * and what the loop leaves in it is that value after all iterations. (Closed forms of induction
 * variables: Allen and Kennedy 2001, section 4.5.) */
typedef struct
{
  IhopSymbol *symbol;
  const IhopNode *first;   /* what it holds before the loop; NULL: whatever it holds there */
  gint64 step;             /* what one iteration adds (of a pointer: elements); 0 if no number: */
  char *by;                /* the same as C text, of what the loop does not change: "2", "n - 1" */
  gboolean needs_last;     /* its value is (or may be) used after the loop */
} IhopInduction;

void ihop_induction_free (gpointer induction);
