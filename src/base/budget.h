/* How much work an answer may cost. Past it the answer is "unknown", never a hang:
 * every loop and recursion that input can drive asks its budget. */
#pragma once
#include <glib.h>

typedef struct
{
  gint64 deadline; /* microseconds of the processor that this thread has had by then; 0: none */
  guint64 steps;   /* how many are left; G_MAXUINT64: no bound */
  guint64 *spent;  /* what is spent is added here, too; or NULL */
} IhopBudget;

/* Seconds of the processor, from now, in the thread that asks: on a busy machine answers come later, and are the same. */
IhopBudget ihop_budget_seconds (double seconds);
/* Takes "steps" from the budget. FALSE once it is spent; stays FALSE. */
gboolean ihop_budget_spend (IhopBudget *budget, guint64 steps);
/* Whether anything is left. */
gboolean ihop_budget_lasts (IhopBudget *budget);
