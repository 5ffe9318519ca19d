/* Arrays that become smaller or larger, elements that stay in variables, values with names. */
#include <stdio.h>
static double a[100], b[100], c[100], C[20][20], A[20][20], g;
static double *kept;
extern int unknown (double *);

// RUN: contract shrink/i t
// RUN: contract shrink/i#2 w
// RUN: contract shrink/i#3 z
// RUN: contract shrink/i#4 y
// RUN: contract shrink/i#5 v
// RUN: contract shrink/i#5 u
// RUN: contract shrink/i#5 a
// RUN: contract shrink/i#5 g
// RUN: contract shrink/i#6 t
// RUN: contract shrink/i#6 o
void shrink (int n)
{
  double t[100], w[20][20], z[n > 0 ? n : 1], y[100], u[3] = { 0 }, v[4], o[20];

  for (int i = 0; i < 100; i++)
    {
      t[i] = a[i] * 2;
      b[i] = t[i] + t[i];
    }
  for (int i = 0; i < 20; i++)
    {
      for (int j = 0; j < 20; j++)
        w[i][j] = A[i][j];
      for (int k = 0; k < 20; k++)
        C[i][k] = w[i][19 - k];
    }
  for (int i = 1; i < n; i++)
    {
      z[i] = a[i];
      b[i] = z[i] + z[i - 1];
    }
  for (int i = 0; i < 100; i++)
    {
      if (a[i] > 0)
        y[i] = a[i];
      b[i] = y[i];
    }
  for (int i = 0; i < n; i++)
    {
      v[0] = a[i];
      u[0] = b[i];
      unknown (v);
      b[i] = v[0] + u[0];
    }
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      {
        o[j] = A[i][j];
        C[i][j] = o[j] + t[3];
      }
}

// RUN: scalar-replace keep/i/j/k C
// RUN: scalar-replace keep/i/j/k a
// RUN: scalar-replace keep/i#2 g
// RUN: scalar-replace keep/i#3 q
// RUN: scalar-replace keep/i#3 p
// RUN: scalar-replace keep/i#4 a
// RUN: scalar-replace keep/i#5 a
// RUN: scalar-replace keep/i#6 a
// RUN: scalar-replace keep/i#7 A
// RUN: scalar-replace keep/i#8 a
// RUN: scalar-replace keep/i#9 g
// RUN: scalar-replace keep/i#6 a ; scan keep/i#6 a_value 16 reassociate
void keep (int n, double *p, double *restrict q, double *r)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        C[i][j] = 0;
        for (int k = 0; k < n; k++)
          C[i][j] += A[i][k] * a[k];
      }
  for (int i = 0; i < n; i++)
    g += r[i];
  for (int i = 0; i < n; i++)
    {
      q[0] += p[i];
      p[0] = r[i];
    }
  for (int i = 0; i < n; i++)
    a[3] = b[i];
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      a[3] += b[i];
  for (int i = 1; i < n; i++)
    {
      a[i] = b[i] * a[i - 1] + g;
      c[i] = a[i - 1];
    }
  for (int i = n - 2; i >= 0; i--)
    {
      b[i] += A[i][i + 1];
      A[i][i] = A[i + 1][i + 1] * b[i];
    }
  for (int i = 2; i < n; i++)
    a[i] = a[i - 2] + b[i];
  for (int i = 0; i < n; i++)
    {
      if (b[i] < 0)
        return;
      g += b[i];
    }
}

// RUN: rename values/i t
// RUN: rename values/i#2 t
// RUN: rename values/i#3 t
// RUN: rename values/i g
// RUN: rename values/i t ; scalar-expand values/i t ; distribute values/i @4
double values (int n)
{
  double t = 1;

  for (int i = 0; i < n; i++)
    {
      t = a[i] + b[i];
      c[i] = t + t;
      t = C[0][i] - b[i];
      a[i] = t * t;
    }
  for (int i = 0; i < n; i++)
    {
      b[i] = t;
      t = a[i];
      if (t > 0)
        t = -t;
      t += 1;
      t = t * c[i];
      c[i] = t;
      t = 4;
    }
  for (int i = 0; i < n; i++)
    {
      t = a[i];
      if (t > 0)
        t = b[i];
      c[i] = t;
    }
  return t;
}

// RUN: copy-array split/i a
// RUN: copy-array split/i#2 a
// RUN: copy-array split/i#3 a
// RUN: copy-array split/i#4 p
// RUN: copy-array split/i#5 a
// RUN: copy-array split/i#6 A
void split (int n, double *p, double *q)
{
  for (int i = 0; i < n; i++)
    {
      a[i] = a[i + 1] + b[i];
      c[i] = a[i + 1];
    }
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + b[i];
  for (int i = 0; i < n; i++)
    {
      a[i] = b[i];
      if (b[i] > 0)
        c[i] = a[i + 1];
    }
  for (int i = 0; i < n; i++)
    {
      q[i] = b[i];
      c[i] = p[i + 1];
    }
  for (int i = 0; i < n; i++)
    a[i] += b[i];
  for (int i = 0; i < 19; i++)
    {
      A[i][3] = b[i];
      A[i + 1][i + 1] = A[i + 1][3] * 2;
    }
}

// RUN: scalar-expand last/i t
// RUN: privatize last/i t
// RUN: array-expand last/i#2 w
// RUN: privatize last/i#2 w
// RUN: scalar-expand last/i#2 w
// RUN: array-expand last/i#3 w
// RUN: privatize last/i#4 t
// RUN: scalar-expand last/i#5 t
// RUN: scalar-expand last/i#6 t
// RUN: array-expand last/i#7 v
// RUN: privatize last/i#7 v
// RUN: array-expand last/i#7 n
double last (int n)
{
  double t = 0, w[8], v[8];
  int x = n;

  for (int i = 0; i < n; i++)
    {
      t = a[i] * 2;
      b[i] = t;
    }
  for (int i = 0; i < n; i++)
    {
      for (int k = 0; k < 8; k++)
        w[k] = a[i + k];
      for (int k = 0; k < 8; k++)
        b[i] += w[7 - k];
    }
  for (int i = 0; i < n; i++)
    {
      w[0] = a[i];
      b[i] = w[0];
    }
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      {
        t = a[i];
        c[i] = t * t;
      }
  for (int i = x; i < 30; i++)
    {
      t = a[i];
      x = 7;
      b[i] = t;
    }
  for (int i = 0; i < n; i++)
    {
      t = a[i];
      for (int i = 0; i < 3; i++)
        b[i] += t;
    }
  for (int i = 0; i < n; i++)
    {
      v[0] = a[i];
      kept = v;
    }
  return t + w[3] + x;
}

// RUN: contract marks/j/i t
// RUN: privatize marks/j/i u
// RUN: declare-iterator marks/j/k
void marks (void)
{
  double t[20], u;
  int k;

#pragma omp parallel for private(t)
  for (int j = 0; j < 20; j++)
    {
#pragma omp parallel for private(u)
      for (int i = 0; i < 20; i++)
        {
          t[i] = A[i][j];
          u = t[i];
          C[i][j] = u * t[i];
        }
#pragma omp parallel for private(k)
      for (k = 0; k < 20; k++)
        C[k][j] = 0;
    }
}

// RUN: induction extents/i k
// RUN: privatize extents/i#2 t
// RUN: rename extents/i#3 t
double extents (int n)
{
  int k = 2, t = 1;

  for (int i = 0; i < n; i++)
    {
      k += 2;
      a[i] = k;
    }
  double w[k];
  for (int i = 0; i < n; i++)
    {
      t = i + 1;
      a[i] = t;
    }
  double v[t];
  for (int i = 0; i < n; i++)
    {
      t = i + 3;
      double u[t];
      t = i + 1;
      a[i] = sizeof u + t;
      t = 5;
    }
  return sizeof w + sizeof v;
}

/* A reference where nothing ever runs, or not for all n, meets nobody: those behind it do. */
// RUN: scalar-replace never/i a
// RUN: scalar-replace never/i#2 a
void never (int n)
{
  for (int i = 0; i < 10; i++)
    {
      if (i < 0)
        g = a[3];
      b[i] = a[3];
      a[i] = 1;
    }
  for (int i = 0; i < 10; i++)
    {
      if (n > 20)
        g = a[3];
      b[i] = a[3];
      if (n < 15)
        a[i] = 1;
    }
}

/* Read only in some iterations: before the loop it may not be there. */
// RUN: scalar-replace sometimes/i a
void
sometimes (int n, double *restrict a, double *restrict b)
{
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      b[i] = a[3];
}
