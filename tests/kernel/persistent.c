/* A loop of the host around small kernels: a sum, what one thread makes of it, and two loops over what comes of that. */
#include <stdio.h>
#include <stdlib.h>

static void solve (int n, const double *restrict r, double *restrict y, double *restrict z)
{
  double alpha = -r[0], beta = 1, sum;
  int i, k;

  y[0] = -r[0];
  for (k = 1; k < n; k++)
    {
      beta = (1 - alpha * alpha) * beta;
      sum = 0;
      for (i = 0; i < k; i++)
        sum += r[k - i - 1] * y[i];
      alpha = -(r[k] + sum) / beta;
      for (i = 0; i < k; i++)
        z[i] = y[i] + alpha * y[k - i - 1];
      for (i = 0; i < k; i++)
        y[i] = z[i];
      y[k] = alpha;
    }
}

int main (int argc, char **argv)
{
  int n = N;
  double *r = malloc (n * sizeof *r), *y = calloc (n, sizeof *y), *z = calloc (n, sizeof *z), t = 0;

  for (int i = 0; i < n; i++)
    r[i] = 1.0 / (i + 3);
  solve (n, r, y, z);
  for (int i = 0; i < n; i++)
    t += y[i] * (i % 7 + 1);
  printf ("%.12g\n", t);
  return 0;
}
