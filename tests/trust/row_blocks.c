/* Rows that are allocated one by one, in a function of their own, in main and by a function around malloc: they are kept in one block,
 * which stays on the device over the steps of another function, that makes it and its source change places. Rows that are exchanged by their
 * pointers, as pivots are, rows of several lengths, and one that is freed by another name keep their pointers.
 * FOUND: 10. HANDED: 1. REFUSED: nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *
need (size_t bytes)
{
  void *p = malloc (bytes);

  if (p == NULL)
    {
      fprintf (stderr, "no memory\n");
      exit (1);
    }
  return p;
}

static double **
matrix (int rows, int cols)
{
  int i;
  double **a = (double **) malloc (rows * sizeof (double *));

  if (a == NULL)
    exit (1);
  for (i = 0; i < rows; i++)
    {
      a[i] = (double *) calloc (cols, sizeof (double));
      if (a[i] == NULL)
        exit (1);
    }
  return a;
}

static void
give_back (double **a, int rows)
{
  for (int i = 0; i < rows; i++)
    free (a[i]);
  free (a);
}

static void
spread (double **u, double **v, int n, int m, double r)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      v[i][j] = u[i][j] + r * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
}

static double
diffusion (int n, int m)
{
  double **u, **v, sum = 0;
  int rows = n + 2;

  u = matrix (rows, m + 1);
  v = matrix (rows, m + 1);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j <= m; j++)
      u[i][j] = v[i][j] = (i * 7 + j) % 13;
  for (int t = 0; t < 20; t++)
    {
      double **s;
      spread (u, v, rows, m + 1, 0.2);
      s = u;
      u = v;
      v = s;
    }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j <= m; j++)
      sum += u[i][j] * (j - i);
  give_back (u, rows);
  give_back (v, rows);
  return sum;
}

/* The pivot's row is found and exchanged. */
static double
solve (int n)
{
  float **a = need (n * sizeof *a);
  double product = 1;

  for (int i = 0; i < n; i++)
    a[i] = need (n * sizeof **a);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = (i * j) % 7 + (i == (j + 1) % n ? 20 : 0);
  for (int k = 0; k < n; k++)
    {
      int best = k;
      for (int i = k + 1; i < n; i++)
        if (a[i][k] * a[i][k] > a[best][k] * a[best][k])
          best = i;
      float *row = a[k];
      a[k] = a[best];
      a[best] = row;
      for (int i = k + 1; i < n; i++)
        {
          float f = a[i][k] / a[k][k];
          for (int j = k; j < n; j++)
            a[i][j] -= f * a[k][j];
        }
      product *= a[k][k];
    }
  for (int i = 0; i < n; i++)
    free (a[i]);
  free (a);
  return product;
}

/* Row i has i + 1 numbers. */
static long
triangle (int n)
{
  long **a = malloc (n * sizeof *a), sum = 0;

  for (int i = 0; i < n; i++)
    a[i] = malloc ((i + 1) * sizeof *a[i]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = i ^ j;
  for (int i = 0; i < n; i++)
    sum += a[i][i / 2];
  for (int i = 0; i < n; i++)
    free (a[i]);
  free (a);
  return sum;
}

/* The last row is given back by another name, before the others. */
static int
short_of_one (int n, int m)
{
  int **a = malloc (n * sizeof *a), *last, sum = 0;

  for (int i = 0; i < n; i++)
    a[i] = malloc (m * sizeof **a);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i - j;
  last = a[n - 1];
  free (last);
  for (int i = 0; i < n - 1; i++)
    sum += a[i][m - 1];
  for (int i = 0; i < n - 1; i++)
    free (a[i]);
  free (a);
  return sum;
}

/* Rows are longer than what m says by then; single rows go to the library, and are read as a whole. */
static double
image (int n, int m)
{
  unsigned char **p = need (n * sizeof *p);
  int total = 0;

  for (int i = 0; i < n; i++)
    {
      p[i] = need ((m + 4) * sizeof **p);
      memset (p[i], i, m + 4);
    }
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      (*(p + i))[j] = *(p[i] + j) / 2 + (unsigned char) j;
  for (int i = 0; i < n; i++)
    {
      unsigned char *row = p[i];
      for (int j = 0; j < m + 4; j++)
        total += row[j];
    }
  for (int i = 0; i < n; i++)
    free (p[i]);
  free (p);
  return total;
}

static double
total (double **a, int n, int m)
{
  double s = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i][j];
  return s;
}

static double
above (double **a, double bias, int n, int m)
{
  double s = bias;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i][j] * 2;
  return s;
}

/* What stands beside allocations and frees stays: behind comments, in heads of loops, calls in calls, and in what is done where there
 * is no memory. */
static void
beside (int n, int m)
{
  int sum = 0, freed = 0, done = 0;
  double **a = malloc (n * sizeof *a);

  if (!a)
    return;
  for (int i = 0; i < n; i++)
    {
      // one row
      a[i] = malloc (m * sizeof **a); sum += i;
      if (!a[i])
        {
          printf ("%g\n", total (a, i, m));
          return;
        }
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i - j;
  printf ("%g\n", above (a, total (a, n, m), n, m));
  for (int i = 0; i < n; i++, freed++)
    free (a[i]);
  // the table
  free (a); done = 1;
  printf ("%d %d %d\n", sum, freed, done);
}

/* Rows are freed from the last one back: what counts them is in the subscript. */
static double
backwards (int n, int m)
{
  double **a = malloc (n * sizeof *a), sum = 0;

  for (int i = 0; i < n; i++)
    a[i] = malloc (m * sizeof **a);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i ^ j;
  for (int i = 0; i < n; i++)
    sum += a[i][i % m];
  while (n > 0)
    free (a[--n]);
  free (a);
  return sum + n;
}

int
main (void)
{
  beside (40, 30);
  printf ("%g\n", backwards (40, 30));
  printf ("%.12g\n", diffusion (70, 41));
  printf ("%.6g\n", solve (24));
  printf ("%ld\n", triangle (60));
  printf ("%d\n", short_of_one (40, 30));
  printf ("%g\n", image (50, 33));
  return 0;
}
