/* Conjugate gradients with a matrix whose arrays have grown as it was made: nobody but their allocations says how large they are, and
 * all stay on the device over the steps. Products of an array with itself hand one array over; what writes an array that it gets twice
 * is the host's. FOUND: 7. HANDED: 8. REFUSED: nothing. */
#include <stdio.h>
#include <stdlib.h>

typedef struct { int n, nnz; int *row, *col; double *val; } Csr;

static void
add (Csr *a, int *room, int col, double val)
{
  if (a->nnz == *room)
    {
      *room *= 2;
      a->col = realloc (a->col, *room * sizeof *a->col);
      a->val = realloc (a->val, *room * sizeof *a->val);
    }
  a->col[a->nnz] = col;
  a->val[a->nnz++] = val;
}

static Csr *
laplace (int side)
{
  Csr *a = malloc (sizeof *a);
  int room = 16, n = side * side;

  a->n = n;
  a->nnz = 0;
  a->row = malloc ((n + 1) * sizeof *a->row);
  a->col = malloc (room * sizeof *a->col);
  a->val = malloc (room * sizeof *a->val);
  for (int i = 0; i < n; i++)
    {
      a->row[i] = a->nnz;
      if (i >= side)
        add (a, &room, i - side, -1);
      if (i % side)
        add (a, &room, i - 1, -1);
      add (a, &room, i, 4.01);
      if (i % side < side - 1)
        add (a, &room, i + 1, -1);
      if (i + side < n)
        add (a, &room, i + side, -1);
    }
  a->row[n] = a->nnz;
  return a;
}

static void
spmv (const Csr *a, const double *x, double *y)
{
  for (int i = 0; i < a->n; i++)
    {
      double s = 0;
      for (int k = a->row[i]; k < a->row[i + 1]; k++)
        s += a->val[k] * x[a->col[k]];
      y[i] = s;
    }
}

static double
dot (int n, const double *x, const double *y)
{
  double s = 0;

  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

static void
axpy (int n, double a, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

static void
scale (int n, double a, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] = a * y[i] + x[i];
}

static int
solve (const Csr *a, const double *b, double *x, int most)
{
  int n = a->n, it;
  double *r = calloc (n, sizeof *r), *p = calloc (n, sizeof *p), *q = calloc (n, sizeof *q);

  spmv (a, x, q);
  for (int i = 0; i < n; i++)
    {
      r[i] = b[i] - q[i];
      p[i] = r[i];
    }
  double rr = dot (n, r, r), stop = 1e-12 * rr;
  for (it = 0; it < most && rr > stop; it++)
    {
      spmv (a, p, q);
      double alpha = rr / dot (n, p, q);
      axpy (n, alpha, p, x);
      axpy (n, -alpha, q, r);
      double now = dot (n, r, r);
      scale (n, now / rr, r, p);
      rr = now;
    }
  free (r);
  free (p);
  free (q);
  return it;
}

int
main (void)
{
  Csr *a = laplace (24);
  double *b = malloc (a->n * sizeof *b), *x = calloc (a->n, sizeof *x), sum = 0;

  for (int i = 0; i < a->n; i++)
    b[i] = i % 7 - 3;
  int steps = solve (a, b, x, 300);
  axpy (a->n, 0.5, b, b);
  for (int i = 0; i < a->n; i++)
    sum += x[i] * (i % 3 + 1) + b[i];
  printf ("%d %.9g\n", steps, sum);
  return 0;
}
