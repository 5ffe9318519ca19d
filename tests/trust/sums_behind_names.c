/* A sum into an element that only the loop's body has a name for. KERNELS: 2 */
#include "show.h"
#define N 500
static double table[40][40], x[N];

static void
add (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      double *row = table[3];
      row[4] += x[i] * x[i];
    }
}

static void
largest (int n, int *most)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      int *best = &most[2];
      if (i % 7 * 13 > *best)
        *best = i % 7 * 13;
    }
}

int
main (void)
{
  int most[4] = { 0 };

  for (int i = 0; i < N; i++)
    x[i] = (i * 37 % 101) * 0.25; /* sums of these are exact in any order */
  add (N);
  largest (N, most);
  printf ("%d\n", most[2]);
  show ("table", &table[0][0], 40 * 40);
}
