#include "base/budget.h"
#include <time.h>

static gint64
processor_time (void)
{
  struct timespec now;

  return clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now) == 0
           ? (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000 : 0;
}

IhopBudget
ihop_budget_seconds (double seconds)
{
  return (IhopBudget){ .deadline = processor_time () + (gint64) (seconds * G_USEC_PER_SEC),
                       .steps = G_MAXUINT64 };
}

gboolean
ihop_budget_spend (IhopBudget *budget, guint64 steps)
{
  if (budget->spent)
    *budget->spent += steps;
  if (budget->steps < steps)
    {
      budget->steps = 0;
      return FALSE;
    }
  if (budget->steps != G_MAXUINT64)
    budget->steps -= steps;
  if (budget->deadline && processor_time () > budget->deadline)
    {
      budget->steps = 0;
      return FALSE;
    }
  return TRUE;
}

gboolean
ihop_budget_lasts (IhopBudget *budget)
{
  return ihop_budget_spend (budget, 0) && budget->steps > 0;
}
