/* KERNELS: 1. Loops, or parts of them, whose text stands in another file. */
#include "show.h"
#define N 5000

static double a[N], b[N];

static void
twice (int n)
{
#define PIECE 4
#include "pieces.inc"
#undef PIECE
#define PIECE b[i]
#include "pieces.inc"
#undef PIECE
}

static void
here (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 3;
}

static void
inside (int n)
{
  for (int t = 0; t < 3; t++)
    {
#define PIECE t
#include "pieces.inc"
#undef PIECE
    }
#pragma target
  for (int t = 0; t < 3; t++)
    {
      int n = t;
#define PIECE 1
#include "pieces.inc"
    }
}

int
main (void)
{
  fill (b, N, 1);
  twice (N);
  here (N / 2);
  inside (N);
  show ("a", a, N);
}
