/* Sizes that do more than give a value are asked for once: by the program. What stands for them on the device is how
 * far kernels go. KERNELS: 3 */
#include <stdio.h>
#include <stdlib.h>

static int calls;

static int
next (int n)
{
  return n + calls++;
}

static double
declared (int n)
{
  double v[n++], w[next (n)], s = 0;

#pragma target
  for (int i = 0; i < n - 1; i++)
    {
      v[i] = i;
      w[i] = 2 * i;
    }
  for (int i = 0; i < n - 1; i++)
    s += v[i] * w[i];
  return s;
}

static double
allocated (int n)
{
  double *v = malloc (n++ * sizeof *v), *w = calloc (next (n), sizeof *w);
  double (*q)[n] = malloc (sizeof (double[next (3)][n])), s = 0;

#pragma target
  for (int i = 0; i < n - 1; i++)
    {
      v[i] = i;
      w[i] = 2 * i;
      q[1][i] = i;
    }
  for (int i = 0; i < n - 1; i++)
    s += v[i] * w[i] + q[1][i];
  free (v);
  free (w);
  free (q);
  return s;
}

static double
passed (int n, double (*a)[n++], double *x)
{
#pragma target
  for (int i = 0; i < n; i++)
    x[i] += a[0][i % 5] * n;
  return x[n - 1];
}

static void
rows (int n, int m, double a[n][next (m)], double b[static n])
{
#pragma target
  for (int i = 0; i < n; i++)
    b[i] += i * m;
  a[0][0] += b[n - 1];
}

int
main (void)
{
  static double a[20][30], b[31];

  for (int i = 0; i < 31; i++)
    b[i] = a[0][i % 30] = i;
  printf ("%g\n", declared (300));
  printf ("%g\n", allocated (300));
  printf ("%g\n", passed (30, a, b));
  calls = 0;
  rows (20, 30, a, b);
  printf ("%g %g %d\n", a[0][0], b[3], calls);
  return 0;
}
