/* KERNELS: 3. Loops without a first value go on where the last one has stopped, also in the next iteration of
 * a loop around them. */
#include "show.h"
#define N 300

static int a[N], b[N], used[8];
static double x[N];

/* Only the first i finds j below m. */
static void
once (int n, int m)
{
  int j = 3;

#pragma target
  for (int i = 0; i < n; i++)
    {
      for (; j < m; j++)
        a[i] += j;
    }
  used[0] = j;
}

static void
further (int n)
{
  int j = 0;

#pragma target
  for (int i = 0; i < n; i++)
    while (j < b[i])
      {
        a[i] += j;
        j++;
      }
  used[1] = j;
}

static void
down (int n, int j)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      a[i] = 0;
      while (j-- > i)
        a[i] += b[j];
    }
}

static void
sometimes_anew (int n, int m)
{
  int j = m;

#pragma target
  for (int i = 0; i < n; i++)
    {
      if (b[i] > 2)
        j = 0;
      for (; j < m; j++)
        x[i] += j;
    }
  used[2] = j;
}

/* These start anew each time. */
static void
anew (int n, int m)
{
  int j;

#pragma target
  for (int i = 0; i < n; i++)
    {
      j = i;
      for (; j < m; j++)
        a[i] += j;
    }
  used[3] = j;
}

static void
own (int n, int m)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      int j = b[i];
      while (j < m)
        x[i] += j++;
    }
}

static void
through (int n, int m)
{
  int j = 5;

#pragma target
  for (; j < m; j++)
    x[j] = j;
  for (; j < n; j++)
    x[j] = -j;
  used[4] = j;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    b[i] = i * 7 % 11;
  once (N, 40);
  further (N);
  show_int ("a", a, N);
  down (N, 200);
  show_int ("a", a, N);
  sometimes_anew (N, 6);
  anew (N, 40);
  own (N, 9);
  show ("x", x, N);
  through (N, 100);
  show ("x", x, N);
  show_int ("a", a, N);
  show_int ("used", used, 8);
}
