/* Indirect subscripts that collide, and a histogram. */
#include "show.h"
#define N 1000
#define M 37

int
main (void)
{
  static double a[N], out[N];
  static int index[N], count[M];

  fill (a, N, 1);
  for (int i = 0; i < N; i++)
    index[i] = (i * 7919) % M;
  for (int i = 0; i < N; i++)
    out[index[i]] = a[i];
  for (int i = 0; i < N; i++)
    count[index[i]]++;
  for (int i = 0; i < N; i++)
    a[i] = out[index[i]];
  show ("out", out, N);
  show ("a", a, N);
  show_int ("count", count, M);
}
