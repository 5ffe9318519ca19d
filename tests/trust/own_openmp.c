/* A program with threads of its own: directives that share a loop among the threads of the caller. The
 * kernels of a product must not run once for each of them. */
#include "show.h"
#define N 3001

static double a[N], b[N], c[N];
static int calls;
static double seen;
#pragma omp threadprivate(seen)

static void
scale (int n, double *x, const double *y)
{
  int i;
#pragma omp for
  for (i = 0; i < n; i++)
    x[i] = x[i] + 2 * y[i];
#pragma omp single
  calls++;
}

static double
total (int n, const double *x)
{
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) \
    schedule(static)
  for (int i = 0; i < n; i++)
    sum += (int) x[i];
  return sum;
}

int
main (void)
{
  fill (a, N, 1);
  fill (b, N, 2);
  fill (c, N, 3);
  for (int t = 0; t < 3; t++)
#pragma omp parallel
    {
      scale (N, a, b);
#pragma omp barrier
      scale (N, b, c);
#pragma target
#pragma omp for nowait
      for (int i = 0; i < N; i++)
        c[i] = c[i] + a[i] * b[i];
#pragma omp critical
      seen += c[5];
    }
  double sum = total (N, a);
  show ("a", a, N);
  show ("b", b, N);
  show ("c", c, N);
  show ("sum", &sum, 1);
  show ("seen", &seen, 1);
  return calls == 6 ? 0 : 1;
}
