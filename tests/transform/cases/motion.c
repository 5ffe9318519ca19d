/* Loops joined late, and code moved in and out of loops. */
static double A[100][100], B[100][100], c[100], d[100], e[100], t;
static volatile double port;
extern double measured (void);
static double half (double v) { return v / 2; }

void late (int n)
{
  // RUN: fuse late/i
  // RUN: fuse late/i 1
  // RUN: fuse late/i shift
  // RUN: fuse late/i 3
  for (int i = 0; i < n; i++)
    c[i] = A[i][0];
  for (int i = 1; i < n - 1; i++)
    d[i] = c[i - 1] + c[i + 1];
}

void apart (int n, int m)
{
  // RUN: fuse apart/i
  for (int i = 0; i < n; i++)
    c[i] = A[i][0];
  for (int j = 2; j <= m; j++)
    d[j] = B[j][0];
  // RUN: fuse apart/i#2
  for (int i = 3; i < 50; i++)
    c[i] = A[i][0];
  for (int i = 0; i < 60; i++)
    d[i] = c[i] * 2;
  // RUN: fuse apart/i#4
  // RUN: fuse apart/i#4 shift
  for (int i = 0; i < n; i++)
    c[i] = A[i][0];
  for (int i = 0; i < n; i++)
    d[i] = c[n - 1 - i];
  // RUN: fuse apart/i#6
  for (int i = 0; i < n; i++)
    c[i] = 0;
  for (int i = m; i < n; i++)
    d[i] = 0;
  // RUN: fuse apart/i#8
  for (int i = 0; i < n; i += 2)
    c[i] = 0;
  for (int i = 0; i < n; i++)
    d[i] = 0;
  // RUN: fuse apart/i#10
  for (int i = 0; i < n; i++)
    c[i] = 0;
  for (long k = 0; k < n; k++)
    d[k] = 0;
  // RUN: fuse apart/i#11 1 2 3
  // RUN: fuse apart/i#11 far
}

void hoisted (int n, int k, const double *p)
{
  // RUN: hoist hoisted/i @1
  // RUN: hoist hoisted/i 'd[3] * k' factor
  // RUN: hoist hoisted/i 'half (d[k])'
  // RUN: hoist hoisted/i 'p[k]'
  for (int i = 0; i < n; i++) {
    t = d[3] * k + half (d[k]);
    c[i] = t + p[k];
    e[i] = d[3] * k + i;
  }
  // The loop is sure to run: no question is asked.
  // RUN: hoist hoisted/i#2 @2
  for (int i = 0; i < 10; i++) {
    e[i] = 1;
    t = d[4];
  }
}

void kept (int n, double *p, double *q)
{
  int w = 0;
  // What it reads is written before.
  // RUN: hoist kept/i @2
  // RUN: hoist kept/i 'd[3]'
  for (int i = 0; i < n; i++) {
    d[i] = 1;
    t = d[3];
    c[i] = t;
  }
  // Another writes it, and before it is set somebody reads it.
  // RUN: hoist kept/i#2 @1
  // RUN: hoist kept/i#3 @2
  // RUN: hoist kept/i#4 @1
  for (int i = 0; i < n; i++) {
    t = d[3];
    t = c[i];
  }
  for (int i = 0; i < n; i++) {
    c[i] = t;
    t = d[3];
  }
  for (int i = 0; i < n; i++) {
    t = t * 0.5;
    c[i] = t;
  }
  // RUN: hoist kept/i#5 @1
  // RUN: hoist kept/i#5 @2
  // RUN: hoist kept/i#5 @3
  // RUN: hoist kept/i#5 @4
  // RUN: hoist kept/i#5 @5
  for (int i = 0; i < n; i++) {
    t = c[i];
    e[1] = port;
    e[2] = measured ();
    w++;
    if (n > 3) e[4] = 1;
  }
  // RUN: hoist kept/i#6 @1
  for (int i = 0; i < n; i++) {
    *p = d[1];
    q[i] = i;
  }
  // RUN: hoist kept/i#7 @1
  for (int i = 0; i < w; i++) {
    w = 5;
    c[i] = 0;
  }
  // RUN: hoist kept/i#8 @1
  // RUN: hoist kept/i#8 'd[n]'
  // RUN: hoist kept/i#8 'd[7]'
  // RUN: hoist kept/i#8 'c[i]'
  // RUN: hoist kept/i#8 'd[n]' 2x
  for (int i = 0; i < n; i++)
    if (c[i] > 0)
      c[i] = d[n];
  // RUN: hoist kept/i#9 @2
  for (int i = 0; i < n; i++) {
    if (c[i] < 0)
      break;
    t = d[3];
  }
}

void sunk (int n)
{
  // RUN: sink sunk/i
  // RUN: nest sunk/i
  for (int i = 0; i < n; i++) {
    c[i] = 0;
    for (int j = 0; j < i; j++)
      c[i] += A[i][j];
    d[i] = c[i];
  }
  // RUN: sink sunk/i#2
  for (int i = 0; i < n; i++) {
    c[i] = 0;
    for (int j = 9; j >= 0; j--)
      c[i] += A[i][j];
  }
  // RUN: sink sunk/i#3
  for (int i = 0; i < n; i++) {
    c[i] = 0;
    for (int j = n - 1; j > i; j--)
      c[i] += A[i][j];
  }
  // RUN: sink sunk/i#4
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      A[i][j] = 0;
  // RUN: sink sunk/i#5
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < i; j++)
      s += A[i][j];
    c[i] = s;
  }
  // RUN: sink sunk/i#6
  for (int i = 0; i < n; i++) {
    c[i] = 0;
    for (int j = 0; j < i; j++)
      if (A[i][j] > 0)
        break;
  }
}

void hidden (int n)
{
  // What is declared inside would hide the other loop's iterator: it gets another name.
  // RUN: fuse hidden/i
  for (int i = 0; i < n; i++)
    c[i] = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      A[j][i] = 1;
  // RUN: skew hidden/k/j 1
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) {
      double k = B[0][j];
      c[j] = k;
    }
  // Where that cannot be done, the step is refused.
  // RUN: interchange hidden/i#2/n
  for (int i = 0; i < n; i++)
    for (int n = 0; n < i; n++)
      A[i][n] = 0;
}
