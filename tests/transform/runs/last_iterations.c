/* Only the last iteration is left, at sizes where loops run never, once and often. */
#include <stdio.h>

enum { N = 8 };

static double a[N][N], c[N][N], v[N];
static int last;

// STEP: keep-last product/t
static void product (int times, int n)
{
  for (int t = 0; t < times; t++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        {
          c[i][j] = t;
          for (int k = 0; k < n; k++)
            c[i][j] += a[i][k] * a[k][j];
        }
}

// STEP: keep-last downwards/t
static void downwards (int from, int to)
{
  int t;

  for (t = from; t >= to; t--)
    {
      int twice = 2 * t;
      last = twice + from;
      for (int i = 0; i < N; i++)
        v[i] = twice - i;
      for (int i = 1; i < N; i++)
        v[i] += v[i - 1];
    }
}

// STEP: keep-last inner/i/t
static void inner (int times)
{
  for (int i = 0; i < N; i++)
    for (int t = i; t <= times; t++)
      v[i] = a[i][0] - t;
}

// STEP: keep-last shadowed/times
static void shadowed (int n)
{
  for (long times = 2; times < n; times++)
    {
      double kept = times;
      for (int from = 0; from < N; from++)
        v[from] = kept + from;
    }
}

int main (void)
{
  double all = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 3 + j) % 5;
  for (int n = -1; n <= N; n++)
    for (int times = -2; times < 5; times++)
      {
        product (times, n);
        downwards (times, n);
        inner (times);
        shadowed (n);
        for (int i = 0; i < N; i++)
          all = all * 0.75 + v[i] + c[i][(i * i) % N] + last;
        printf ("%d %d %.17g\n", n, times, all);
      }
  return 0;
}
