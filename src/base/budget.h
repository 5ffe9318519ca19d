/* How much work an answer may cost. Past it the answer is "unknown", never a hang:
 * every loop and recursion that input can drive asks its budget. Work is counted, not timed, so that the
 * answer is the same on a slow machine and on a busy one. */
#pragma once
#include <glib.h>

/* Work that others have done so far, from any number on, but never less than before. at_least: what it said last. */
typedef guint64 (*IhopBudgetCounter) (gpointer data, guint64 at_least);

typedef struct
{
  guint64 left;              /* operations that may still be done */
  IhopBudgetCounter counter; /* of those that nobody tells the budget; or NULL */
  gpointer data;             /* the counter's */
  guint64 counted;           /* what the counter said last */
  gint64 deadline;           /* microseconds of the processor that this thread has had by then; 0: none */
  guint64 *spent;            /* steps that are spent are added here, too; or NULL */
} IhopBudget;

/* As many operations as one processor does in these seconds, about. Where much more time has gone by (twenty times
 * as much of the processor, in the thread that asks), something was not counted, and the budget is spent, too. */
IhopBudget ihop_budget_seconds (double seconds, IhopBudgetCounter counter, gpointer data);
/* Takes "steps" from the budget, and what the counter counts. FALSE once it is spent; stays FALSE. */
gboolean ihop_budget_spend (IhopBudget *budget, guint64 steps);
/* Whether anything is left. */
gboolean ihop_budget_lasts (IhopBudget *budget);
