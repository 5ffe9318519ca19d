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

/* The number stands in memory, and another one stands there when the rows are asked for. */
static void behind_pointer (int n, int *m)
{
  double (*a)[*m];
  int k = *m;

  *m = 3;
  a = (double (*)[k]) malloc (n * sizeof *a);
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      a[i][j] = i + 0.5 * j;
  look (n, k, &a[0][0]);
  free (a);
}

/* The pointer's rows are as long as they were when it was declared, whatever says how much memory there is. */
static void of_another (int n, int m)
{
  double b[m], (*a)[m];
  int k = m;

  m = 3;
  a = (double (*)[k]) malloc (n * sizeof b);
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      a[i][j] = i + 0.75 * j;
  look (n, k, &a[0][0]);
  free (a);
}

static void of_a_number (int n, int m)
{
  double (*a)[m];
  int k = m;

  m = 3;
  a = (double (*)[k]) malloc (n * k * sizeof (double));
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      a[i][j] = i + 0.125 * j;
  look (n, k, &a[0][0]);
  free (a);
}

static void of_its_type (int n, int m)
{
  double (*a)[m];
  int k = m;

  m = 3;
  a = (double (*)[k]) malloc (n * sizeof (__typeof__ (*a)));
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      a[i][j] = i + 1.5 * j;
  look (n, k, &a[0][0]);
  free (a);
}

static void of_its_first (int n, int m)
{
  double (*a)[m] = NULL;
  int k = m;

  m = 3;
  a = (double (*)[k]) malloc (n * sizeof a[0]);
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      a[i][j] = i + 2.5 * j;
  look (n, k, &a[0][0]);
  free (a);
}

/* A number that is made in pieces before anything is declared with it stays what it is. */
static void settled (int argc)
{
  int n = 5, m;

  if (argc > 3)
    n = argc;
  m = n;
  m += 2;
  double (*a)[m] = (double (*)[m]) malloc (n * sizeof *a);
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i - j;
  look (n, m, &a[0][0]);
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

int main (int argc, char **argv)
{
  plain (N, M - 2);
  plain (1, 1);
  changed (N, 12);
  between (N, 12);
  int m = 12;
  behind_pointer (N, &m);
  of_another (N, 12);
  of_a_number (N, 12);
  of_its_type (N, 12);
  of_its_first (N, 12);
  settled (argc);
  others (N);
  printf ("%.17g\n", seen);
  return 0;
}
