/* Kernels in a host loop that take little longer than their launch: the first and the third become one, over the second,
 * which has other loops. Where the second reads what the third sets, the first goes behind it; where it reads what the first sets, too, all
 * stay. */
#include <stdio.h>

#define N 60000
#define M 200

static double a[N], b[N], c[N], d[M], A[M][M], B[M][M];

static void over_the_next (int times)
{
#pragma scop
  for (int t = 1; t < times; t++)
    {
      for (int i = 1; i < N; i++)
        a[i] = c[i] * 0.5 + t;
      for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
          A[i][j] = A[i][j] * 0.5 + a[i + j];
      for (int i = 1; i < N; i++)
        b[i] = b[i] * 0.25 + a[i];
    }
#pragma endscop
}

static void read_between (int times)
{
#pragma scop
  for (int t = 1; t < times; t++)
    {
      for (int i = 0; i < N; i++)
        c[i] = c[i] * 0.5 + t;
      for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
          B[i][j] = B[i][j] * 0.5 + b[i + j];
      for (int i = 0; i < N; i++)
        b[i] = c[i] - b[i];
    }
#pragma endscop
}

static void in_order (int times)
{
#pragma scop
  for (int t = 1; t < times; t++)
    {
      for (int i = 0; i < N; i++)
        c[i] = c[i] * 0.5 + t;
      for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
          B[i][j] = B[i][j] * 0.5 + b[i + j] + c[i + j];
      for (int i = 0; i < N; i++)
        b[i] = c[i] - b[i];
    }
#pragma endscop
}

/* What they become has the second one's variable, as a loop inside counts with the first one's. */
static void other_variable (void)
{
  int i, j;

#pragma scop
  for (i = 0; i < M; i++)
    d[i] = 0;
  for (j = 0; j < M; j++)
    for (i = 0; i < M; i++)
      d[j] = d[j] + A[i][j] * b[i];
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N; i++)
    {
      b[i] = i % 7;
      c[i] = i % 5;
    }
  over_the_next (20);
  read_between (20);
  in_order (20);
  other_variable ();
  double all = 0;
  for (int i = 0; i < N; i++)
    all = all * 0.75 + a[i] + b[i] + c[i] + d[i % M] + A[i % M][i / 7 % M] + B[i / 7 % M][i % M];
  printf ("%.17g\n", all);
  return 0;
}
