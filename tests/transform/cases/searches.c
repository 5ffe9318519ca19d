/* Searches for the largest value, for its place, for the last place where something holds. */
#include <math.h>
static double a[100], A[20][20];
static int x[100], idx[100];
static volatile int tick;
extern int unknown (int);

// RUN: locate largest/i m
// RUN: locate largest/i p 16
// RUN: locate largest/i#2 q
// RUN: locate largest/i#3 q
// RUN: locate largest/i#4 q
// RUN: locate largest/i 5
// RUN: locate largest/i m 1
int largest (int n)
{
  double m = -1;
  int p = -1, q = 0;

  for (int i = 0; i < n; i++)
    if (a[i] > m)
      {
        m = a[i];
        p = i;
      }
  for (int i = 0; i < n; i++)
    if (m <= fabs (a[i]))
      q = i * 2, m = fabs (a[i]);
  for (int i = 1; i < n; i++)
    if (x[i] < x[q])
      q = i;
  for (int i = 1; i <= 99; i++)
    if (x[i] && x[i] < x[q])
      q = i;
  return p + q;
}

// RUN: locate two/i q
// RUN: locate two/i#2 q
// RUN: locate two/i/j q
// RUN: locate two/i#3 m
int two (int n)
{
  float m = 0;
  int p = 0, q = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (A[i][j] > A[p][q])
        {
          p = i;
          q = j;
        }
  for (int i = 0; i < n; i++)
    {
      if (x[i] > q)
        q = x[i];
      if (idx[i] > q)
        q = idx[i];
    }
  for (int i = 0; i < n; i++)
    {
      float t = a[i];
      a[i] = t * 2;
      if (t >= m)
        {
          m = t;
          p = i;
        }
    }
  return p + q;
}

// RUN: locate last/i p
// RUN: locate last/i#2 p
// RUN: locate last/i#3 p
int last (int n)
{
  int p = -1, i;

  for (i = 0; i < n; i++)
    if (a[i] > 2)
      p = unknown (0) + i;
  for (i = 0; i < n; i++)
    if (x[i] > 2)
      p = idx[i];
    else if (x[i] < 0)
      p = i;
  for (i = 0; i < n; i++)
    if (x[i] > p)
      p = x[i] * 2;
  return p;
}

// RUN: locate no/i p
// RUN: locate no/i#2 p
// RUN: locate no/i#3 m
// RUN: locate no/i#4 p
// RUN: locate no/i#5 p
// RUN: locate no/i#6 p
// RUN: locate no/i#7 p
// RUN: locate no/i#8 p
// RUN: locate no/i#9 p
// RUN: locate no/i#10 p
// RUN: locate no/i#11 p
// RUN: locate no/i#12 p
int no (int n, double *d)
{
  double m = 0;
  float f = 0;
  int p = 0, q = 0, i;

  for (int i = 0; i < n; i++)
    {
      if (a[i] < 0)
        break;
      if (a[i] > m)
        m = a[i], p = i;
    }
  for (int i = 0; i < n; i++)
    {
      if (a[i] > m)
        m = a[i], p = i;
      x[i] = p;
    }
  for (int i = 0; i < n; i++)
    {
      if (a[i] > m)
        m = a[i], p = i;
      if (A[0][i] < m)
        m = A[0][i], p = i;
    }
  for (int i = 0; i < n; i++)
    if (a[i] > f)
      f = a[i], p = i;
  for (int i = 0; i < n; i++)
    if (a[i] > a[p])
      {
        a[i] = 0;
        p = i;
      }
  for (int i = 0; i < n; i++)
    {
      if (a[i] > a[p])
        p = i;
      d[i] = 0;
    }
  for (int i = 0; i < n; i++)
    if (a[i] > m)
      m = a[i], p = idx[i];
  for (int i = 0; i < n; i++)
    if (A[i][i] > A[i][p])
      p = i;
  for (int i = 0; i < n; i++)
    p += x[i];
  for (i = 0; i < n; i++)
    if (a[i] > m)
      m = a[i], p = i;
  for (unsigned i = 0; i < 9; i++)
    if (a[i] > m)
      m = a[i], p = 1;
  for (int i = 0; i < n; i++)
    if (tick > p)
      p = tick;
  return p + q + i;
}

// RUN: locate others/i p
// RUN: locate others/i#2 m
// RUN: locate others/i#3 m
// RUN: locate others/i#4 p
int others (int n, const double *e, double *d)
{
  double m = 0;
  int p = 0;

  for (int i = 0; i < n; i++)
    {
      if (e[i] > e[p])
        p = i;
      d[i] = 0;
    }
  for (int i = 0; i < n; i++)
    {
      int q;
      if (e[i] > m)
        m = e[i], q = i;
      d[i] = q;
    }
  for (int i = 0; i < n; i++)
    if (e[i] > m)
      m = e[i], p = i, p = i + 1;
  for (int i = 0; i < n; i++)
    if (p < i && e[i] > m)
      m = e[i], p = i;
  return p;
}

// RUN: locate extent/i p
// RUN: locate extent/i#2 p
int extent (int n)
{
  int p = 0;

  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      {
        int t[p + 1];
        p = i;
        t[0] = 0;
      }
  for (int i = 0; i < n; i++)
    if (x[i] > x[p])
      p = i;
  return p;
}

// RUN: locate norms/i p
// RUN: locate norms/i#2 p
int norms (int n)
{
  double m = 0;
  int p = 0;

  for (int i = 1; i < n; i++)
    if (a[i] * a[i] + A[i][0] > a[p] * a[p] + A[p][0])
      p = i;
  for (int i = 1; i < n; i++)
    if (a[i] * a[i] + A[i][0] > m)
      m = a[i] * a[i] + A[i][0], p = i;
  return p;
}
