/* Functions of which an #if has one end only, hints of the owner before loops that become kernels, variables
 * kept in registers, and kernels that call a function which launches kernels where the host calls it. */
#include "show.h"
#define N 3000

static double a[N], b[N], c[N];

#ifdef KR
void shift (to, from, n) double *to, *from; int n;
#else
void shift (double *to, double *from, int n)
#endif
{
#pragma target
  for (int i = 0; i < n; i++)
    to[i] = from[i] + 1;
#ifdef ONCE
  to[0] = 0;
}
#elif 1
#pragma target
  for (int i = 0; i < n; i++)
    to[i] *= 2;
}
#else
}
#endif

double
sum (const double *x, int n)
{
  register double s = 0, t = 1;
  register double unused, most;

#pragma target
  for (int i = 0; i < n; i++)
    s += x[i];
  most = 0;
#pragma target
  for (int i = 0; i < n; i++)
    {
      unused = x[i] * 2;
      if (unused > most)
        most = unused;
    }
  return s + t + most;
}

void
sums (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = sum (a + i, i % 7);
}

void
hints (int n, int times)
{
  for (int t = 0; t < times; t++)
    {
      c[t] = c[t] * 0.5 + b[t];
#pragma omp simd
#pragma target
      for (int i = 0; i < n; i++)
        a[i] = a[i] * c[t];
#pragma target
#pragma GCC ivdep
      for (int i = 0; i < n; i++)
        b[i] = b[i] * c[t];
#pragma target
      for (int i = 0; i < n; i++)
        {
          for (int k = 0; k < 30; k++)
            a[i] += b[k];
#pragma omp simd
          for (int k = 0; k < 2; k++)
            a[i] += b[k];
        }
    }
}

int
main (void)
{
  fill (a, N, 1);
  shift (a, a + 1000, 1000);
  shift (a, a + 1, 1000);
  shift (a, a, 20);
  sums (2900);
  hints (N, 3);
  show ("a", a, N);
  show ("b", b, N);
  printf ("%d\n", sum (a, N) > 0);
}
