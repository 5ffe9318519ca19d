#include "base/budget.h"

IhopBudget
ihop_budget_seconds (double seconds)
{
  return (IhopBudget){ .deadline = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC),
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
  if (budget->deadline && g_get_monotonic_time () > budget->deadline)
    {
      budget->steps = 0;
      return FALSE;
    }
  return TRUE;
}
