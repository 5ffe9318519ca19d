/* Min and max where NaN is about, in all spellings: what the loop leaves is what the program leaves,
 * also where the variable is NaN before it. */
#include "show.h"
#include <math.h>
#define N 200000

static double a[N];

static double
kept_out (int n, double m)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}

static double
kept_out_too (int n, double m)
{
#pragma target
  for (int i = 0; i < n; i++)
    m = a[i] < m ? a[i] : m;
  return m;
}

static double
taken (int n, double m)
{
#pragma target
  for (int i = 0; i < n; i++)
    m = m > a[i] ? m : a[i];
  return m;
}

static double
passed_over (int n, double m)
{
#pragma target
  for (int i = 0; i < n; i++)
    m = fmax (m, a[i]);
  return m;
}

static double
mixed (int n, double m)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      if (a[i] < m)
        m = a[i];
      m = fmin (m, a[n - 1 - i]);
    }
  return m;
}

int
main (void)
{
  const double starts[] = { -1e9, 1e9, NAN, INFINITY };

  for (int i = 0; i < N; i++)
    a[i] = i % 1777 == 5 ? NAN : (i * 7919) % 100003 - 50000;
  for (int k = 0; k < 4; k++)
    printf ("%g %g %g %g %g\n", kept_out (N, starts[k]), kept_out_too (N, starts[k]),
            taken (N, starts[k]), passed_over (N, starts[k]), mixed (N, starts[k]));
}
