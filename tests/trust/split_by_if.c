/* #if around the heads of loops, and code that asks whether OpenMP is there: what was read is what must
 * run, whichever way the products are compiled. */
#include "show.h"
#define N 2345

static double a[N], b[N];

static void
one_way_or_another (int n)
{
  int i;
#pragma target
#ifdef REVERSED
  for (i = n - 1; i >= 0; i--) {
#else
  for (i = 0; i < n; i++) {
#endif
    a[i] = 2 * b[i] + i;
  }
}

static void
head_in_branch (int n)
{
#ifdef REVERSED
  for (int i = n - 1; i >= 0; i--)
#else
  for (int i = 0; i < n; i++)
#endif
    b[i] = a[i] + 1;
}

static void
balanced (int n)
{
#pragma target
  for (int i = 0; i < n; i++) {
#if N > 100
    a[i] += b[i];
#else
    a[i] -= b[i];
#endif
  }
}

int
main (void)
{
  int threads = 1;
#if defined(_OPENMP) && _OPENMP > 1
  threads = 2;
#endif
  fill (b, N, threads);
  one_way_or_another (N);
#pragma target
  for (int i = 0; i < N; i++)
#ifdef _OPENMP
    b[i] = -a[i];
#else
    b[i] += a[i];
#endif
  head_in_branch (N);
  balanced (N);
  show ("a", a, N);
  show ("b", b, N);
  printf ("%d\n", threads);
  return 0;
}
