/* INFINITY, NAN, HUGE_VAL and what asks for them, as greatest and smallest values start. FOUND: 4 REFUSED: nothing */
#include <math.h>
#include <stdio.h>

enum { N = 6000, M = 9 };

static float x[N][M], most[N];
static double y[N][M], least[N], mean[N];
static int odd[N];

static void greatest (void)
{
  for (int i = 0; i < N; i++)
    {
      float m = -INFINITY;
      for (int j = 0; j < M; j++)
        if (x[i][j] > m)
          m = x[i][j];
      most[i] = m;
    }
}

static void smallest (int from)
{
  for (int i = 0; i < N; i++)
    {
      double m = HUGE_VAL;
      for (int j = from; j < M; j++)
        m = fmin (m, y[i][j]);
      least[i] = m;
    }
}

static void classify (void)
{
  for (int i = 0; i < N; i++)
    {
      mean[i] = i % 7 == 0 ? NAN : least[i] - most[i];
      odd[i] = isnan (mean[i]) ? 1 : isinf (mean[i]) ? 2 : isfinite (mean[i]) ? 4 + signbit (mean[i]) : 0;
    }
}

int main (void)
{
  long seen = 0;
  double sum = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      {
        x[i][j] = i % 5 == 0 ? -INFINITY : (i * 7 + j * 3) % 11 - 5;
        y[i][j] = (i * 3 + j * 5) % 13 - 6;
      }
  greatest ();
  smallest (2);
  classify ();
  smallest (M);
  for (int i = 0; i < N; i++)
    {
      seen = seen * 3 % 1000003 + (odd[i] != 0) + 2 * (odd[i] > 3) + (isinf (least[i]) != 0);
      sum = sum * 0.5 + (isfinite (mean[i]) ? mean[i] : 1);
    }
  printf ("%ld %.17g\n", seen, sum);
  return 0;
}
