// "flatten" of loops that do not count.
#include <stdlib.h>

// One round of the loop says what all rounds touch.
void rounds (double **restrict u, double **restrict w, int n, int m, double eps)
{
  double diff = 1;

  // RUN: flatten rounds/while
  while (diff > eps)
    {
      diff = 0;
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
          {
            w[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4;
            if (diff < w[i][j] - u[i][j])
              diff = w[i][j] - u[i][j];
          }
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
          u[i][j] = w[i][j];
    }
}

void rounds_first (double **a, int n, int m)
{
  int left = 9;

  // RUN: flatten rounds_first/do
  do
    {
      for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
          a[i][j] += 1;
      left--;
    }
  while (left > 0);
}

void other_rounds (double **a, double **b, int n, int m, double *limit)
{
  int row = 0, size = n;

  // RUN: flatten other_rounds/while
  // RUN: flatten other_rounds/while#2
  // RUN: flatten other_rounds/while#3
  // RUN: flatten other_rounds/while#4
  // RUN: flatten other_rounds/while#5
  while (row < n) // another row each time
    {
      for (int j = 0; j < m; j++)
        a[row][j] = j;
      row += 2 - row % 2;
    }
  while (size > 1) // fewer rows each time
    {
      for (int i = 0; i < size; i++)
        for (int j = 0; j < m; j++)
          a[i][j] *= 2;
      size /= 2;
    }
  while (a[0][0] > *limit) // asks what is in a row
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        a[i][j] /= 2;
  while (size < n) // other rows each time
    {
      double **c = a;
      for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
          a[i][j] = b[i][j];
      a = b;
      b = c;
      size++;
    }
  while (size < n) // not the whole of a round is certain to run
    {
      size++;
      if (size == m)
        continue;
      for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
          a[i][j] = 0;
    }
}
