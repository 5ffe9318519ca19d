/* Made by ihop from storage.c. Runs without a graphics card. Compile with: gcc -O3
 * -march=native -fopenmp storage_cpu.c */
/* What one variable holds up: a prefix sum becomes a scan, old values are copied, what iterations share
 * only by name gets an element an iteration; a recurrence of floating-point numbers stays, as its values
 * would be rounded anew. */
#include <stdio.h>

#define N 100000

static int a[N * 40], b[N * 40];
static double x[N * 10], y[N * 10], z[N], u[N][40];

static void prefix (void)
{
  int s = 0;
  for (int i = 0; i < N * 40; i++)
    {
      s += a[i];
      b[i] = s;
    }
}

static void recur (void)
{
  for (int i = 1; i < N * 10; i++)
    x[i] = 0.5 * x[i - 1] + y[i];
}

static void old_values (void)
{
  for (int i = 0; i < N - 1; i++)
    y[i] = y[i + 1] * 0.5 + z[i];
}

static double own_buffers (void)
{
  double w[8], s = 0, t;
  for (int i = 0; i < 2000; i++)
    {
      for (int k = 0; k < 8; k++)
        w[k] = u[i][k] * 0.5;
      t = 0;
      for (int j = 0; j < 8; j++)
        for (int k = 0; k < 40; k++)
          t += w[j] * u[i][k];
      s = s * 0.5 + t;
    }
  return s;
}

int main (void)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = i % 7;
      y[i] = i % 5;
      z[i] = i % 3;
      u[i][i % 40] = i;
    }
  prefix ();
  recur ();
  old_values ();
  printf ("%a\n", own_buffers ());
  for (int i = 0; i < N; i += 97)
    printf ("%d %a %a\n", b[40 * i], x[i], y[i]);
  return 0;
}
