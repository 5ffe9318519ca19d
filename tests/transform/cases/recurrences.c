/* Results that all iterations add to, counters beside the iterator, recurrences. */
#include <math.h>
#include <stdio.h>
static double a[100], b[100], C[20][20], A[20][20];
static int x[100], hist[16], idx[100];
extern int unknown (int);

// RUN: reduction sum/i s
// RUN: reduction sum/i s 4 tree
// RUN: reduction sum/i s atomic
// RUN: reduction sum/i s 6 tree
// RUN: reduction sum/i s 1
// RUN: reduction sum/i x
int sum (int n)
{
  int s = 0, i;

  for (i = 0; i < n; i++)
    s += x[i];
  return s;
}

// RUN: reduction real/i s
// RUN: reduction real/i s reassociate
// RUN: reduction real/i#2 m reassociate
// RUN: reduction real/i#3 m reassociate
double real (int n)
{
  double s = 0, m = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      s += A[i][j];
  for (int i = 0; i < n; i++)
    m = fmax (m, a[i]);
  for (int i = 0; i < n; i++)
    {
      m = fmax (m, a[i]);
      if (b[i] > m)
        m = b[i];
    }
  return s + m;
}

// RUN: reduction elements/i/j/k C reassociate
// RUN: reduction elements/i hist
// RUN: reduction elements/i#2 hist
// RUN: reduction elements/i#2 hist atomic
// RUN: reduction elements/i#3 hist
// RUN: reduction elements/i#4 hist atomic
void elements (int n)
{
  int t;

  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * A[k][j];
  for (int i = 0; i < n; i++)
    {
      t = idx[i] & 15;
      hist[t] += 1;
    }
  for (int i = 0; i < n; i++)
    if (x[i])
      hist[3]++;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      hist[j & 15] += x[j];
}

// RUN: reduction no/i s
// RUN: reduction no/i#2 s
// RUN: reduction no/i#3 s
// RUN: reduction no/i#4 s
// RUN: reduction no/i#5 s
// RUN: reduction no/i#6 s
// RUN: reduction no/i#7 s
// RUN: reduction no/i#8 s
// RUN: reduction no/i#9 p
// RUN: reduction no/i#10 p
int no (int n, int *restrict p)
{
  int s = 0, q = 0, i;

  for (i = 0; i < n; i++)
    {
      s += x[i];
      q ^= x[i];
    }
  for (i = 0; i < n; i++)
    {
      s += x[i];
      x[i] = s;
    }
  for (i = 1; i < n; i++)
    {
      s += x[i];
      idx[i] = idx[i - 1];
    }
  for (i = 0; i < n; i++)
    s = s && x[i];
  for (i = 0; i < n; i++)
    s += unknown (i);
  for (i = 0; i < n; i++)
    {
      if (x[i] < 0)
        break;
      s += x[i];
    }
  for (i = 0; i < n; i++)
    s += x[i];
  for (int i = 0; i < n; i++)
    {
      s += x[i];
      a[q] = b[i];
      q += 2;
    }
  for (int i = 0; i < n; i++)
    *p += x[i];
  for (int i = 0; i < n; i++)
    p[1] ^= p[0];
  return s + q + i;
}

// RUN: induction counts/i k
// RUN: induction counts/i q
// RUN: induction counts/i k ; induction counts/i q
// RUN: induction counts/i#2 k
// RUN: induction counts/i#3/j k ; induction counts/i#3 k
// RUN: induction counts/i#3 k
// RUN: induction counts/i#4 k
// RUN: induction counts/i#5 k
// RUN: induction counts/i#5 q
// RUN: induction counts/i#5 n
// RUN: induction counts/i#5 i
// RUN: induction counts/i#6 k
// RUN: induction counts/i#7 k
int counts (int n, int m)
{
  int k = 0, q = 7;
  int *p = &q;

  for (int i = 0; i < n; i++)
    {
      k += 2;
      a[k] = b[i];
      q -= 3;
    }
  for (int i = m; i <= n; i++)
    {
      b[k] = a[k + 1];
      k = k + m;
      b[k] = 0;
    }
  for (int i = 0; i < 10; i++)
    {
      for (int j = 0; j < m; j++)
        a[k++] = b[j];
      k += 4;
    }
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0)
        k++;
    }
  for (int i = 0; i < n; i++)
    k += x[i];
  for (int i = 0; i < n; i++)
    {
      if (a[i] < 0)
        break;
      k++;
    }
  for (int i = 0; i < n; i++)
    {
      int m = x[i];
      k += 2;
      a[k] = m;
    }
  return k + *p;
}

// RUN: wrap-around around/i w
// RUN: wrap-around around/i#2 w
// RUN: wrap-around around/i#3 w
// RUN: wrap-around around/i#4 w
// RUN: wrap-around around/i#5 w
int around (int n)
{
  int w = n - 1, i;

  for (int i = 0; i < n; i++)
    {
      a[i] = b[w] + b[i];
      w = i;
    }
  for (int i = 0; i < n; i++)
    {
      a[i] = b[w];
      if (b[i] > 0)
        w = i;
    }
  for (int i = 0; i < n; i++)
    {
      x[i] = w;
      w = x[i + 1];
    }
  for (int i = 0; i < n; i++)
    {
      w = i;
      a[i] = w;
    }
  for (i = 0; i < n; i++)
    {
      a[i] = w;
      w = i;
    }
  return w + i;
}

// RUN: scan sums/i s
// RUN: scan sums/i#2 t
// RUN: scan sums/i#2 t 16 reassociate
// RUN: scan sums/i#3 s
// RUN: scan sums/i#4 s
// RUN: scan sums/i#5 s
// RUN: scan sums/i#6 s
// RUN: scan sums/i#7 s
// RUN: scan sums/i a
int sums (int n)
{
  int s = 0;
  double t = 1;

  for (int i = 0; i < n; i++)
    {
      s += x[i];
      a[i] = s;
    }
  for (int i = 1; i <= n; i++)
    {
      t = a[i] * t + b[i];
      A[0][i] = t;
    }
  for (int i = 0; i < 3000; i++)
    {
      b[0] = s;
      s = 3 * s - i;
    }
  for (int i = 0; i < n; i++)
    {
      s += x[i];
      x[i] = s;
    }
  for (int i = 0; i < n; i++)
    {
      s += x[i];
      s -= idx[i];
    }
  for (int i = 0; i < n; i++)
    s = s * t + 1;
  for (int i = 0; i < n; i++)
    {
      s += x[i];
      a[i] = unknown (s);
    }
  return s;
}
