/* Memory for rows whose size is asked of the pointer: "n * sizeof *a". What a variable held when its type was made counts. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 9, M = 14 };

static double seen;

static void look (int n, int m, const double *a)
{
  for (int i = 0; i < n * m; i++)
    seen = seen * 0.75 + a[i];
}

static void plain (int n, int m)
{
  double (*a)[m] = (double (*)[m]) malloc (n * sizeof *a), (*b)[m] = (double (*)[m]) malloc (sizeof (*b) * n);
  double (*c)[M] = (double (*)[M]) malloc (n * sizeof c[0]);

#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i * 10 + j;
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
        b[i][j] = a[i][m - 1 - j] + 0.5;
        c[i][j] = a[i][j];
      }
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = m; j < M; j++)
      c[i][j] = -i;
  look (n, m, &a[0][0]);
  look (n, m, &b[0][0]);
  look (n, M, &c[0][0]);
  free (a);
  free (b);
  free (c);
}

/* The rows stay as long as they were when "a" was declared. */
static void changed (int n, int m)
{
  double (*a)[m];
  int k = m;

  m = 3;
  a = (double (*)[k]) malloc (n * sizeof *a);
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      a[i][j] = i + 0.25 * j + m;
  look (n, k, &a[0][0]);
  free (a);
}

/* As long as they were before the number changed, and changed back for somebody else. */
static void between (int n, int m)
{
  double (*a)[m] = (double (*)[m]) malloc (n * sizeof *a);

  m /= 2;
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i + 0.25 * j;
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = m; j < 2 * m; j++)
      a[i][j] = -j;
  look (n, 2 * m, &a[0][0]);
  free (a);
}

/* The size of what a pointer points to is not that of the pointer, nor that of its element's. */
static void others (int n)
{
  double (*a)[M] = (double (*)[M]) malloc (n * sizeof **a * M);
  double *b = (double *) malloc (n * sizeof *a);
  double **rows = (double **) malloc (n * sizeof *rows);

  for (int i = 0; i < n; i++)
    rows[i] = a[i];
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = i - j;
#pragma target
  for (int i = 0; i < n * M; i++)
    b[i] = 2 * i;
  for (int i = 0; i < n; i++)
    look (1, M, rows[i]);
  look (n, M, b);
  free (rows);
  free (b);
  free (a);
}

int main (void)
{
  plain (N, M - 2);
  plain (1, 1);
  changed (N, 12);
  between (N, 12);
  others (N);
  printf ("%.17g\n", seen);
  return 0;
}
