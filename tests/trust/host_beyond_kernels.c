/* A test at entry compares what kernels touch. The host's code goes further between them, into memory that a kernel
 * knows by another pointer. */
#include "show.h"
#define N 30

void
behind (double *a, double *b, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
  b[n + 5] = 100;
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1;
}

void
before (double *a, double *b, int n, int k)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
  b[k] = 100;
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1;
}

static void
set (double *place)
{
  place[N + 2] += 50;
}

void
handed_on (double *a, double *b, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
  set (b);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1;
}

void
second_name (double *a, double *b, int n)
{
  double *end = b + n, *p = &b[3];
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
  end[4] = 7;
  p[n] = 8;
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1;
}

/* The kernel on b need not run at all. */
void
perhaps (double *a, double *b, int n, int flag)
{
  if (flag)
    {
#pragma target
      for (int i = 0; i < n; i++)
        b[i] = b[i] * 2;
    }
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1;
  for (int i = 0; i < n; i++)
    b[i] += 3;
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1;
}

void
rows (double (*a)[5], double (*b)[5], int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i][0] = b[i][1] * 2;
  for (int i = n; i < n + 3; i++)
    b[i][2] = i;
#pragma target
  for (int i = 0; i < n; i++)
    a[i][1] = a[i][2] + 1;
}

int
main (void)
{
  enum { ALL = 10 * N };
  static double memory[ALL];

  for (int distance = 0; distance <= N + 8; distance += distance < 4 ? 1 : 3)
    {
      double *b = memory + 2 * N, *a = b + distance;
      fill (memory, ALL, distance);
      behind (a, b, N);
      before (a, b, N, N - 1);
      before (b, a, N, -1);
      before (b, a, N, -distance + 2);
      show ("a", memory, ALL);
      handed_on (a, b, N);
      second_name (a, b, N);
      show ("a", memory, ALL);
      perhaps (a, b, N, 1);
      perhaps (a, b, N, 0);
      show ("a", memory, ALL);
      rows ((double (*)[5]) a, (double (*)[5]) b, N / 5);
      rows ((double (*)[5]) (b + 5 * (distance / 5)), (double (*)[5]) b, N / 5);
      show ("a", memory, ALL);
    }
}
