/* Pragmas between a head and what belongs to it, without braces: what a loop becomes, and the copies beside it,
 * stay inside. */
#include "show.h"
#define N 40

/* KERNELS: 10 */
static void
steps (double *restrict c, double *restrict a, int n, int t_end)
{
  for (int t = 0; t < t_end; t++)
    #pragma target
    for (int i = 0; i < n; i++)
      c[i] = c[i] * 0.5 + a[i] + t;
  /* The bound is what the kernel writes: it travels in each iteration. */
  for (int t = 0; t < t_end && c[t] < 20; t++)   // until it is large (enough)
#pragma target
    for (int i = 0; i < n; i++)
      c[i] = c[i] + a[i] * a[i] + 1;
  for (int t = 0; t < t_end; t++)
    if (c[t] > a[t])
      #pragma target
      for (int i = 0; i < n; i++)
        c[i] -= 1;
    else
      #pragma target
      for (int i = 0; i < n; i++)
        c[i] += 2 * a[i];
}

static void
nested (double c[N][N], double *restrict a, int n)
{
  #pragma omp parallel for
  for (int i = 0; i < n; i++)
    #pragma omp simd
    for (int j = 0; j < n; j++)
      c[i][j] = i * 3 + j;
  int k = 0;
  while (k++ < 4 && a[k] < 100)
    #pragma target
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] + c[k][i];
  do
    #pragma target
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 0.5 + k;
  while (a[3] > 2 && k-- > 0);
  switch (k)
    {
    case 0:
    case 1:
    default:
      #pragma target
      for (int i = 0; i < n; i++)
        a[i] += k;
      break;
    }
  goto there;
there:
  #pragma target
  for (int i = 0; i < n; i++)
    a[i] += 1;
  if (n > 3) {
    if (a[2] > a[3])
      #pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[i] += 5;
  } else if (n > 1)
    for (int t = 0; t < 3; t++)
      #pragma target serial
      for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
  else
    #pragma GCC ivdep
    for (int i = 0; i < n; i++)
      a[i] = -1;
  for (int t = 0; t < 2; t++) // twice
    for (int u = 0; u < a[t] && u < 3; u++)
      #pragma target
      for (int i = 0; i < n; i++)
        a[i] += u;
}

int
main (void)
{
  static double c[N], a[N], m[N][N];

  for (int n = N; n >= 0; n = n > 3 ? n / 4 : n - 1)
    {
      fill (c, N, 1);
      fill (a, N, 2);
      steps (c, a, n, 3);
      nested (m, a, n);
      show ("c", c, N);
      show ("a", a, N);
      show ("m", &m[0][0], N * N);
    }
  return 0;
}
