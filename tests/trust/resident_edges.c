/* Steps of a time loop that set a few elements by hand, at the edges: one thread does that where the step's callers hand the
 * copies over, and the host where they do not. FOUND: 4 REFUSED: nothing */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000 };

static void diffuse (const double *now, double *next, int n)
{
  for (int i = 1; i < n - 1; i++)
    next[i] = now[i] + 0.1 * (now[i - 1] - 2 * now[i] + now[i + 1]);
  next[0] = now[0];
  next[n - 1] = now[n - 1];
}

/* Its caller looks at an element after each call, and hands over the middle of a table. */
static void decay (double *u, int n)
{
  for (int i = 0; i < n; i++)
    u[i] *= 0.5 + 0.01 * u[i];
  u[0] += u[n / 2];
}

int main (void)
{
  double *u = malloc (N * sizeof *u), *v = malloc (N * sizeof *v), sum = 0;
  double *table = malloc ((N + 4) * sizeof *table);

  for (int i = 0; i < N; i++)
    u[i] = i * 37 % 101 * 0.01;
  for (int i = 0; i < N + 4; i++)
    table[i] = i % 7 * 0.25;
  for (int t = 0; t < 20; t++)
    {
      diffuse (u, v, N);
      double *other = u;
      u = v;
      v = other;
    }
  for (int t = 0; t < 4; t++)
    {
      decay (table + 4, N);
      sum = sum * 0.5 + table[4 + t];
    }
  for (int i = 0; i < N; i++)
    sum = sum * 0.5 + u[i] + table[i];
  printf ("%.15g\n", sum);
  free (u);
  free (v);
  free (table);
  return 0;
}
