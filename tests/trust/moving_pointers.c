/* Pointers that move along with loops, in the spellings of the seventies. */
#include "show.h"
#define N 70
#define M 37

static double a[N * M], b[N * M], rows[N][M], sums[N];

static void
copy (int n, double *to, const double *from)
{
#pragma target
  for (int i = 0; i < n; i++)
    *to++ = *from++ * 2;
}

static void
by_rows (int n, int m)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      double *row = rows[i];
      const double *p = a + i * m;
      for (int j = 0; j < m; j++)
        *row++ += *p++;
    }
}

static void
backwards (int n)
{
  double *p = b + n;
#pragma target
  while (p > b)
    *--p = 1;
#pragma target
  for (int i = n; i-- > 0;)
    b[i] += i;
}

static double *
walks_on (int n, double *p)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      sums[i] = 0;
      for (int j = 0; j < M; j++)
        sums[i] += *p++;
    }
  return p;
}

static double
in_one_thread (int n)
{
  double *p = a, last = 0;
#pragma target begin
  for (int i = 1; i < n; i++)
    {
      p[i] = p[i - 1] * 0.5 + b[i];
      last = *p;
    }
  for (int i = 0; i < n; i++)
    *p++ += rows[i % N][i % M];
#pragma target end
  return last + (p - a);
}

int
main (void)
{
  for (int i = 0; i < N * M; i++)
    {
      a[i] = noise (i);
      b[i] = noise (-i);
      rows[i / M][i % M] = i;
    }
  copy (N, a + 3, b);
  by_rows (N, M);
  backwards (N);
  printf ("%d\n", (int) (walks_on (N, a) - a));
  printf ("%a\n", in_one_thread (N));
  for (int i = 0; i < N * M; i++)
    printf ("%a %a %a\n", a[i], b[i], rows[i / M][i % M]);
  for (int i = 0; i < N; i++)
    printf ("%a\n", sums[i]);
}
