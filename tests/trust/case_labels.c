/* Between the labels of a switch: a kernel for what stands behind one of them, without the label. */
#include "show.h"
#define N 100

static double v[N], w[N], out[4];

static void
choose (int n, int kind)
{
  double s = 0;

#pragma scop
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
        w[i] = v[i] * 2;
      switch (kind + t > 1 ? 1 : 0)
        {
        case 1:
          for (int i = 0; i < n; i++)
            v[i] = w[i] + t;
          break;
        case 0:
          {
            s = v[3] + w[t];
          }
        }
    }
#pragma endscop
  out[kind] = s;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    v[i] = noise (i);
  for (int kind = 0; kind < 3; kind++)
    choose (N, kind);
  show ("v", v, N);
  show ("out", out, 4);
  return 0;
}
