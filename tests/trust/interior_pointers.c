/* Pointers that do not hold the start of what was allocated: a step in front of it, as code does that counts from 1, or in the
 * middle. What is behind them is not what was asked for. REFUSED: nothing */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };

static double *vector (int first, int last)
{
  double *v = malloc ((size_t) (last - first + 1) * sizeof (double));

  return v ? v - first : NULL;
}

static void diffuse (const double *from, double *to, int n)
{
  for (int i = 2; i < n; i++)
    to[i] = from[i] + 0.1 * (from[i - 1] - 2 * from[i] + from[i + 1]);
  to[1] = from[1];
  to[n] = from[n];
}

static double sum_of (const double *u, int first, int last)
{
  double sum = 0;

  for (int i = first; i <= last; i++)
    sum = 0.5 * sum + u[i];
  return sum;
}

int main (void)
{
  int n = N;
  double *u = (double *) malloc (n * sizeof *u) - 1, *w = (double *) malloc (n * sizeof *w) - 1;
  for (int i = 1; i <= n; i++)
    u[i] = i * 37 % 101 * 0.01;
  for (int t = 0; t < 5; t++)
    {
      diffuse (u, w, n);
      double *other = u;
      u = w;
      w = other;
    }
  printf ("%.15g\n", sum_of (u, 1, n));

  double *v = vector (1, n), *middle = malloc ((n + 7) * sizeof *middle);
  middle = &middle[7];
  for (int i = 0; i < n; i++)
    middle[i] = i % 13;
  for (int i = 1; i <= n; i++)
    v[i] = middle[i - 1] * 0.25 + i;
  for (int i = 0; i < n; i++)
    middle[i] += v[i + 1];
  printf ("%.15g %.15g\n", sum_of (v, 1, n), sum_of (middle, 0, n - 1));
  free (u + 1);
  free (w + 1);
  free (v + 1);
  free (middle - 7);
  return 0;
}
