// What "flatten" makes, and where it does nothing.
#include <stdlib.h>
double total;
double **lines;

void matvec (double *y, double **a, const double *x, int n, int m)
{
  // RUN: flatten matvec/i
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i] += a[i][j] * x[j];
}

void lower (float *t[10], int n)
{
  // RUN: flatten lower/i
  for (int i = 1; i < n; i++)
    for (int j = 0; j <= i; j++)
      t[i][j] = t[i - 1][j] + 1;
}

void set (double **a, int n)
{
  // RUN: flatten set/i
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 5; j++)
      a[i][j] = i + j;
}

void over_time (double **a, double **b, int n, int steps)
{
  // RUN: flatten over_time/t
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < n; i++)
        b[i][0] = a[i][1];
#pragma target
      for (int i = 1; i < n; i++)
        a[i][1] = b[i][0] * 2;
    }
}

void ragged (double **a, int n, const int *length, const int *at)
{
  // RUN: flatten ragged/i
  // RUN: flatten ragged/i#2
  // RUN: flatten ragged/i#3
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++)
      a[i][j] *= 2;
  for (int i = 0; i < n; i++)
    a[at[i]][0] = 1;
  for (int i = 0; i < n; i++)
    if (length[i] > 0)
      a[i][0] = 1;
}

void moving (double **a, double **b, int n)
{
  // RUN: flatten moving/t
  // RUN: flatten moving/i
  // RUN: flatten moving/i#2
  for (int t = 0; t < n; t++)
    {
      double **c = a;
      a[t][0] = b[t][1];
      a = b;
      b = c;
    }
  for (int i = 1; i < n; i++)
    {
      a[i][0] = b[i - 1][0];
      b[i] = a[i];
    }
  for (int i = 0; i < n; i++)
    {
      double *row = a[i];
      a[i][1] = row[0];
    }
}

void pointed (double **a, double **b, int n, int m)
{
  // RUN: substitute pointed/i to
  // RUN: substitute pointed/i from; substitute pointed/i to; flatten pointed/i
  // RUN: substitute pointed/i#2 row
  // RUN: substitute pointed/i#2 half
  // RUN: substitute pointed/i#2 whole
  // RUN: substitute pointed/i#2 none
  // RUN: substitute pointed/i#3 row
  for (int i = 0; i < n; i++)
    {
      const double *from = b[i];
      double *to = a[i], first = 0;
      for (int j = 0; j < m; j++)
        to[j] = from[j] + first;
    }
  for (int i = 0; i < n; i++)
    {
      double *row = a[i];
      float half = a[i][0] / 2;
      double whole = a[i][0];
      row[1] = half + whole;
      row++;
      row[1] = half + whole;
    }
  for (int i = 0; i < n; i++)
    {
      double *row = a[i];
      row[0] = 1;
      a[i] = b[i];
      row[1] = 2;
    }
}

void bytes (unsigned char **image, unsigned char *low, int n)
{
  // RUN: flatten bytes/i
  // RUN: flatten bytes/i#2
  for (int i = 0; i < n; i++)
    low[i] = image[i][0];
  for (int i = 0; i < n; i++)
    image[i][0] = 255 - image[i][0];
}

void shared (double **a, const double *x, const int *at, int n)
{
  // RUN: flatten shared/i
  // RUN: flatten shared/i#2
  for (int i = 0; i < n; i++)
    {
      a[i][0] = x[at[i]];
      if (a[i][0] < 0)
        break;
    }
  for (int i = 0; i < n; i++)
    a[i][0] = x[at[i]];
}

void global (int n)
{
  // RUN: flatten global/i
  for (int i = 0; i < n; i++)
    {
      total += lines[i][0];
      lines[i][1] = total;
    }
}

void plain (double *x, int n)
{
  // RUN: flatten plain/i
  for (int i = 0; i < n; i++)
    x[i] = i;
}

struct rows { double **a; double *row; };

void elsewhere (double **a, struct rows *s, int n)
{
  // RUN: flatten elsewhere/i
  // RUN: flatten elsewhere/i#2
  // RUN: flatten elsewhere/i#3
  // RUN: flatten elsewhere/i#4
  for (int i = 0; i < n; i++)
    {
      double *b[10];
      b[i % 3] = a[i];
      b[i % 3][0] = 1;
    }
  for (int i = 0; i < n; i++)
    {
      a[i][0] = 1;
      a = a + 1;
    }
  for (int i = 0; i < n; i++)
    {
      a[i][0] = 1;
      s->row = 0;
    }
  for (int i = 0; i < n; i++)
    {
      a[i][0] = 1;
      s[i] = s[i + 1];
    }
}

// Rows that cannot be told before the loop.
void untold (double **t, int n, int m)
{
  // RUN: flatten untold/i
  for (int i = 0; i < n; i++)
    t[2 * i][0] = i;
  // RUN: flatten untold/i#2
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
        t[i][j] = i;
        t[j][i] = i;
      }
}

/* Two variables of one name, each in a block of its own. */
// RUN: substitute twice/i half
void
twice (int n, double *restrict a)
{
  for (int i = 0; i < n; i++)
    {
      {
        double half = a[i];
        a[i] = half + 1;
      }
      {
        double half = a[i];
        a[i] = half + 2;
      }
    }
}
