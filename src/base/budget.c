#include "base/budget.h"
#include <time.h>

/* Operations are isl's: measured between 0.8 and 4 million a second, few where constraints are many. */
enum { OPERATIONS_A_SECOND = 1500 * 1000, OPERATIONS_A_STEP = 100, PATIENCE = 20 };

static gint64
processor_time (void)
{
  struct timespec now;

  return clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now) == 0
           ? (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000 : 0;
}

IhopBudget
ihop_budget_seconds (double seconds, IhopBudgetCounter counter, gpointer data)
{
  return (IhopBudget){ .left = (guint64) (seconds * OPERATIONS_A_SECOND), .counter = counter, .data = data,
                       .counted = counter ? counter (data, 0) : 0,
                       .deadline = processor_time () + (gint64) (seconds * PATIENCE * G_USEC_PER_SEC) };
}

static guint64
counted_since (IhopBudget *budget)
{
  guint64 before = budget->counted;

  if (budget->counter)
    budget->counted = budget->counter (budget->data, before);
  return budget->counted - before;
}

gboolean
ihop_budget_spend (IhopBudget *budget, guint64 steps)
{
  guint64 operations = steps * OPERATIONS_A_STEP + counted_since (budget);

  if (budget->spent)
    *budget->spent += steps;
  if (budget->left < operations || (budget->deadline && processor_time () > budget->deadline))
    {
      budget->left = 0;
      return FALSE;
    }
  budget->left -= operations;
  return TRUE;
}

gboolean
ihop_budget_lasts (IhopBudget *budget)
{
  return ihop_budget_spend (budget, 0) && budget->left > 0;
}
