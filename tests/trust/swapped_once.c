/* Of buffers that change places one may be touched under a condition that holds in one iteration only: that says nothing of
 * the other one, which ends earlier. FOUND: 2. */
#include "show.h"

static void
step (double *restrict u, double *restrict v, int n, int m, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < m; i++)
        v[i] = i + t;
      double *kept = u;
      u = v;
      v = kept;
      for (int i = 1; i < m; i++)
        v[i] = v[i] * 0.5 + t;
      if (t == 0)
        for (int i = 1; i < n; i++)
          u[i] = i + t;
      u[m - 1] += 1;
    }
}

int
main (void)
{
  static double pool[200];

  for (int steps = 0; steps < 5; steps++)
    {
      fill (pool, 200, 1);
      step (pool, pool + 5, 40, 5, steps);
      show ("pool", pool, 200);
    }
  return 0;
}
