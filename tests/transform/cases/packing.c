/* Counters that only some iterations advance. */
#include <math.h>
static double a[100], b[100], c[100], A[20][20];
static int x[100], idx[100];
static volatile int tick;
extern int unknown (int);

// RUN: pack fits/i k
// RUN: pack fits/i#2 k 16
// RUN: pack fits/i#3 k
// RUN: pack fits/i#4 k l 8
// RUN: pack fits/i#4 l
int fits (int n)
{
  int k = 0, l = 0;

  for (int i = 0; i < n; i++)
    if (a[i] > 2)
      b[k++] = a[i];
  for (int i = 2; i <= n; i++)
    {
      double t = fabs (a[i]) - 1, u = t, v;
      v = t * u;
      c[i] = u;
      x[i] = k;
      if (v > 2)
        {
          b[k] = t;
          b[k + 1] = -t;
          k += 2;
        }
      else if (a[i] < 0)
        k = k + 1;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (A[i][j] > 0)
        x[k++] = j;
  for (int i = 0; i < n; i++)
    if (a[i] > 2)
      b[k++] = a[i];
    else
      c[l++] = a[i];
  return k - l;
}

// RUN: pack no/i k
// RUN: pack no/i#2 k
// RUN: pack no/i#3 k
// RUN: pack no/i#4 k
// RUN: pack no/i#5 k
// RUN: pack no/i#6 k
// RUN: pack no/i#7 k
// RUN: pack no/i#8 k
// RUN: pack no/i#9 k
// RUN: pack no/i#10 k
// RUN: pack no/i#11 k
// RUN: pack no/i#12 k
// RUN: pack no/i#13 h
// RUN: pack no/i#14 k k
// RUN: pack no/i#14 x
// RUN: pack no/i#14 k 1
// RUN: pack no/i#15 k
// RUN: pack no/i#16 k
// RUN: pack no/i#17 k
int no (int n, double *p, const double *q)
{
  int k = 0, l = 0, i;
  short h = 0;
  double t;

  for (int i = 0; i < n; i++)
    if (a[i] > 2)
      a[k++] = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] > 2 && k < 10)
      b[k++] = a[i];
  for (int i = 0; i < n; i++)
    {
      b[k] = a[i];
      k += 2;
    }
  for (int i = 0; i < n; i++)
    {
      t = a[i];
      if (t > 2)
        b[k++] = t;
    }
  for (int i = 0; i < n; i++)
    if (q[i] > 2)
      p[k++] = q[i];
  for (int i = 0; i < n; i++)
    if (a[i] > 2)
      b[--k] = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] > 2)
      k += i;
  for (int i = 0; i < n; i++)
    if (a[i] * b[i] + c[i] > 2)
      x[k++] = i;
  for (int i = 0; i < n; i++)
    if (exp (a[i]) > 2)
      x[k++] = i;
  for (int i = 0; i < n; i++)
    if (a[i] > 2 && x[k++] > 3)
      b[i] = 0;
  for (int i = 0; i < n; i++)
    b[i] = a[i] > 2 ? c[k++] : 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 2)
        break;
      if (a[i] > 1)
        k++;
    }
  for (int i = 0; i < n; i++)
    if (a[i] > 2)
      b[h++] = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] > 2)
      b[k++] = a[i];
  for (i = 0; i < n; i++)
    if (a[i] > 2)
      b[k++] = a[i];
  for (int i = 0; i < n; i++)
    if (tick)
      b[k++] = a[i];
  for (int i = 0; i < n; i++)
    {
      int j = 0;
      while (x[j] > i)
        {
          j++;
          k++;
        }
    }
  return k + l + i + h;
}

// RUN: pack more/i k
// RUN: pack more/i#2 k
// RUN: pack more/i#3 k
// RUN: pack more/i#4 k
int more (int n)
{
  int k = 0, j;

  for (int i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      if (A[i][j] > 0)
        x[k++] = j;
  for (int i = 0; i < n; i++)
    {
      int t = x[i];
      if (t > 2)
        t = idx[k++];
      if (t > 3)
        k++;
    }
  for (int i = 0; i < n; i++)
    if (unknown (i))
      k++;
  for (int i = 0; i < n; i++)
    {
      int t, u = x[i] & 7, v = 2;
      if (u > 2)
        t = u;
      else
        t = v + i;
      t += 1;
      b[i] = t;
      if (t & 1)
        c[k++] = t;
    }
  return k;
}

// RUN: pack near/i k
// RUN: scalar-expand near/i in ; distribute near/i @2 ; pack near/i#2 k
int near (int n, double r2)
{
  int k = 0;

  for (int i = 0; i < n; i++)
    {
      int in = a[i] * a[i] + b[i] * b[i] < r2;
      if (in)
        x[k++] = i;
    }
  return k;
}
