/* Iterations that "continue" ends early, as kernels: at any depth, beside sums, and where what the last
 * iteration leaves is used. KERNELS: 8 */
#include "show.h"
#define N 60
static double table[N][N];

static double
last_square (int n, const double *restrict a, double *restrict b)
{
  double t = 0;
#pragma target
  for (int i = 0; i < n; i++)
    {
      t = a[i] * a[i];
      if (a[i] < 0) /* also in the last one */
        continue;
      b[i] = t;
    }
  return t;
}

int
main (void)
{
  static double a[N], b[N], c[N][N];
  int count = 0, x, y, q, hist[4] = { 0 };
  double sum = 0, most = -1;

  fill (a, N, 1);
  fill (b, N, 2);
  fill (&c[0][0], N * N, 3);
  a[N - 1] = -1;
#pragma target
  for (y = 0; y < N; y++) /* iterators from outside, two axes */
    for (x = 0; x < N; x++)
      {
        if (c[y][x] < 0.1)
          continue;
        for (q = 0; q < 3; q++)
          {
            if (q == 1)
              continue;
            table[y][x] += c[y][x] * q;
          }
      }
  show ("table", &table[0][0], N * N);
#pragma target
  for (int i = 0; i < N; i++) /* sums and a largest value */
    {
      if (a[i] < 0.2)
        continue;
      sum += a[i];
      count++;
      if (a[i] > most)
        most = a[i];
    }
  printf ("%g %d %g\n", sum, count, most);
#pragma target
  for (int i = 0; i < N; i++) /* atomic, under a switch */
    switch (i % 5)
      {
      case 1:
        continue;
      case 2:
        hist[0]++;
        break;
      default:
        hist[i % 4] += 2;
        if (i > 30)
          continue;
        b[i] = 1;
      }
  printf ("%d %d %d %d\n", hist[0], hist[1], hist[2], hist[3]);
#pragma target
  for (int i = N - 1; i >= 0; i -= 2) /* backwards, and a continue under an else */
    {
      if (a[i] > 0.3)
        b[i] += 1;
      else if (a[i] > 0)
        continue;
      else
        {
          b[i] = -b[i];
          if (i & 4)
            continue;
        }
      a[i] = b[i];
    }
#pragma target
  for (int i = 0; i < N; i++) /* nothing but */
    {
      if (i % 2)
        continue;
    }
#pragma target
  for (unsigned i = 0; i < N; i++)
    for (long long j = 1; j < N; j += 3)
      {
        if (i == j)
          continue;
        if (table[i][j] > 1)
          continue;
        c[i][j] = table[i][j] + 1;
      }
#pragma target
  for (int i = 0; i < N; i++)
    {
      do
        {
          b[i] += 0.25;
          if (b[i] > 0.5)
            continue;
          b[i] += 0.125;
        }
      while (b[i] < 1);
      if (b[i] > 1.1)
        continue;
      b[i] = 2;
    }
#pragma target
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < 4; k++)
        {
          if (c[i][j] > k)
            continue;
          table[j][i] = k;
        }
  show ("a", a, N);
  show ("b", b, N);
  show ("c", &c[0][0], N * N);
  show ("table", &table[0][0], N * N);
  printf ("%g\n", last_square (N, a, b));
  show ("b", b, N);
}
