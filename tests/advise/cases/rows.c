/* Loops along rows, some of them in order: norms, sums of squares behind the place of the largest value, a filter forth and back, running
 * least values, softmax. Windows of a moving average are no rows: neighbours are beside each other already. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 1031
#define COLS 397

static double image[ROWS][COLS], forth[ROWS][COLS], back[ROWS][COLS], sum[ROWS];
static float x[ROWS * COLS], y[ROWS * COLS];
static int counts[ROWS][COLS], least[ROWS][COLS];

static void normalise (int m, int n, double a[ROWS][COLS])
{
#pragma scop
  for (int i = 0; i < m; i++)
    {
      double s = 0;
      for (int j = 0; j < n; j++)
        s += a[i][j] * a[i][j];
      s = 1 / (s + 1);
      for (int j = 0; j < n; j++)
        a[i][j] *= s;
    }
#pragma endscop
}

static void spread_of (int m, int n, const float *v, double *restrict result, int *restrict place)
{
#pragma scop
  for (int i = 0; i < m; i++)
    {
      float most = v[i * n];
      int at = 0;
      for (int j = 1; j < n; j++)
        if (v[i * n + j] > most)
          {
            most = v[i * n + j];
            at = j;
          }
      double s = 0;
      for (int j = 0; j < n; j++)
        s += (v[i * n + j] - most) * (v[i * n + j] - most);
      result[i] = most + s;
      place[i] = at;
    }
#pragma endscop
}

static void filter (int m, int n, double a, double b)
{
  double before, later;
  int i, j;
#pragma scop
  for (i = 0; i < m; i++)
    {
      before = 0;
      for (j = 0; j < n; j++)
        {
          forth[i][j] = a * image[i][j] + b * before;
          before = forth[i][j];
        }
      later = 0;
      for (j = n - 1; j >= 0; j--)
        {
          back[i][j] = a * image[i][j] + b * later;
          later = back[i][j];
        }
    }
#pragma endscop
}

static void running_least (int m, int n)
{
#pragma scop
  for (int i = 0; i < m; i++)
    {
      int l = 1000000;
      for (int j = 0; j < n; j++)
        {
          l = counts[i][j] < l ? counts[i][j] : l;
          least[i][j] = l;
        }
    }
#pragma endscop
}

static void softmax (int m, int n, const float *restrict v, float *restrict p)
{
#pragma scop
  for (int i = 0; i < m; i++)
    {
      const float *row = v + (size_t) i * n;
      float most = row[0], s = 0;
      for (int j = 1; j < n; j++)
        if (row[j] > most)
          most = row[j];
      for (int j = 0; j < n; j++)
        {
          p[(size_t) i * n + j] = (row[j] - most) * (row[j] - most);
          s += p[(size_t) i * n + j];
        }
      for (int j = 0; j < n; j++)
        p[(size_t) i * n + j] /= s;
    }
#pragma endscop
}

static void moving_average (int n, int half, const float *restrict v, float *restrict result)
{
#pragma scop
  for (int i = half; i < n - half; i++)
    {
      float s = 0;
      for (int k = -half; k <= half; k++)
        s += v[i + k];
      result[i] = s / (2 * half + 1);
    }
#pragma endscop
}

int main (void)
{
  static float average[ROWS * COLS];
  static int place[ROWS];
  double t = 0;

  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++)
      {
        image[i][j] = (i * 7 + j * 13) % 29 / 29.0;
        x[i * COLS + j] = (i * 31 + j * 17) % 101 / 10.0f;
        counts[i][j] = 1000 - (i * 3 + j * j) % 997;
      }
  normalise (ROWS, COLS, image);
  spread_of (ROWS, COLS, x, sum, place);
  filter (ROWS, COLS, 0.75, 0.25);
  running_least (ROWS, COLS);
  softmax (ROWS, COLS, x, y);
  moving_average (ROWS * COLS, 12, x, average);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++)
      t += image[i][j] + (forth[i][j] + 2 * back[i][j]) * (1 + j % 3) + least[i][j] * 0.001 + y[i * COLS + j];
  for (int i = 0; i < ROWS; i++)
    t += sum[i] * (1 + i % 5) + place[i] + average[i * COLS];
  printf ("%.17g\n", t);
  return 0;
}
