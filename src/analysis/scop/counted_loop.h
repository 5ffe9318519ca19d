/* Loops that count, whatever their spelling: which variable, from where, how far, in which steps. */
#pragma once
#include "analysis/program/facts.h"

/* A loop that counts: for (iterator = lower; iterator REL bound; iterator += step). */
typedef struct
{
  IhopSymbol *iterator;    /* NULL: the loop is not of this form, "why" says what stands in the way */
  const IhopNode *lower;   /* the first value; NULL: whatever the iterator holds before the loop */
  const IhopNode *bound;
  IhopOperator relation;   /* LT, LE, GT, GE, NE as written with the iterator on the left */
  gint64 step;             /* never 0; negative: downward. */
  gboolean declared_here;  /* for (int i = …) */
  const IhopNode *update;  /* the expression that steps the iterator; in a "while" the expression
                              of a statement of the body behind which nothing looks at the iterator */
  gboolean is_plain;       /* "for (iterator = lower; iterator REL bound; step)" and no more: none of what is below.
                              Code that handles no other form tests this first. */
  gboolean is_asked_once;  /* it would be plain, but the first value is to be asked for once: "k++", and "a[0]" of what the loop writes */
  gint64 ahead;            /* not the iterator is compared but iterator + ahead: 1 for "i + 1 < n"
                              and for "i-- > 0", where the body sees i when it has been stepped */
  gboolean steps_first;    /* "i-- > 0": the body sees lower + step first */
  const IhopNode *also_bound; /* "i < n && i < m": the second bound, or NULL */
  IhopOperator also_relation;
  IhopMessage *why;               /* owned */
} IhopCounting;

/* The caller frees "why". */
IhopCounting ihop_counting_of (IhopFacts *facts, const IhopFunction *function,
                               const IhopNode *loop);
/* "i++", "i += 2", "i = i - 1", "i = 3 + i": the variable and what is added; FALSE: not such. */
gboolean ihop_counting_step (const IhopNode *node, IhopSymbol **iterator, gint64 *step);
/* What the iterator is set to by the statement right before a loop whose head does not set it; NULL: nothing
 * known. */
const IhopNode *ihop_counting_set_before (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop,
                                          const IhopSymbol *iterator);
