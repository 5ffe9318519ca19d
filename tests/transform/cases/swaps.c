/* Statements of one body change places: all of them are of one domain, and each has its own place. */
static double a[200], b[200], c[200], d[200], A[100][100];
static int p[200], q;

void both (int n)
{
  // What the one writes the other reads in the same iteration.
  // RUN: swap-statements both/i @1
  // RUN: swap-statements both/i 11
  for (int i = 1; i < n; i++) {
    c[i] = a[i - 1] * 2;
    b[i] = c[i];
  }
  // RUN: swap-statements both/i#2 @1
  for (int i = 1; i < n; i++) {
    c[i] = a[i - 1] * 2;
    b[i] = c[i - 1];
  }
  // RUN: swap-statements both/i#3 @1
  for (int i = 1; i < n; i++) {
    b[i] = c[i];
    c[i] = a[i - 1] * 2;
  }
  // RUN: swap-statements both/i#4 @1
  for (int i = 1; i < n; i++) {
    c[i] = a[i - 1] * 2;
    c[i] = a[i + 1];
  }
}

void several (int n, int m)
{
  // One of the statements behind is what matters.
  // RUN: swap-statements several/i @1
  // RUN: swap-statements several/i @2
  // RUN: swap-statements several/i @3
  // RUN: swap-statements several/i @1 ; swap-statements several/i @2
  for (int i = 1; i < n; i++) {
    a[i] = d[i];
    b[i] = 2;
    c[i] = a[i] + b[i - 1];
    d[i] = b[i];
  }
  // Whole loops.
  // RUN: swap-statements several/i#2 @1
  // RUN: swap-statements several/i#2 @2
  // RUN: swap-statements several/i#2 @3
  for (int i = 0; i < n; i++) {
    c[i] = 0;
    #pragma GCC unroll 4
    for (int j = 0; j < m; j++)
      A[i][j] = c[i + 1];
    if (m > 3)
      c[i] = A[i][2];
    d[i] = a[i];
  }
}

void mixed (int n)
{
  // Two statements of the new code are each put together from several of the old.
  // RUN: fuse mixed/i
  for (int i = 1; i < n; i++) {
    a[i] = 1;
    b[i] = a[i - 1];
  }
  for (int i = 1; i < n; i++) {
    c[i] = b[i];
    a[i] = c[i - 1];
  }
  // RUN: distribute mixed/i#3 @3 ; fuse mixed/i#3 ; swap-statements mixed/i#3 @2
  // RUN: swap-statements mixed/i#3 @2
  for (int i = 1; i < n; i++) {
    a[i] = 1;
    b[i] = a[i];
    c[i] = b[i];
    d[i] = 3;
  }
}

void alike (int n)
{
  // One flow dependence stays as it is; the next one is like it in all but its places.
  // RUN: swap-statements alike/i @1
  for (int i = 1; i < n; i++) {
    {
      a[i] = 1;
      b[i] = a[i];
    }
    c[i] = b[i];
  }
}

void unknown (int n, int m)
{
  // RUN: swap-statements unknown/i @1
  // RUN: swap-statements unknown/i @2
  // RUN: swap-statements unknown/i @3
  for (int i = 0; i < n; i++) {
    a[p[i]] = 1;
    b[i] = a[i];
    if (b[i] > 0)
      c[i] = 2;
    q = p[i];
  }
}

void shapes (int n)
{
  // RUN: swap-statements shapes/i @2
  // RUN: swap-statements shapes/i @3
  // RUN: swap-statements shapes/i
  // RUN: swap-statements shapes/i @1 @2
  // RUN: swap-statements shapes/k @1
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    b[i] = 0;
  }
  // RUN: swap-statements shapes/i#2 @1
  // RUN: swap-statements shapes/i#2 122
  for (int i = 0; i < n; i++)
    if (n > 3)
      a[i] = 0;
    else
      b[i] = 0;
  // RUN: swap-statements shapes/i#3 @1
  // RUN: swap-statements shapes/i#3 @2
  for (int i = 0; i < n; i++) {
    double u = a[i];
    double v = b[i];
    c[i] = u + v;
  }
  // RUN: swap-statements shapes/i#4 @1
  for (int i = 0; i < n; i++) {
    enum { TWO = 2 };
    c[i] = TWO;
  }
  // A jump, and what it leaves out.
  // RUN: swap-statements shapes/i#5 @1
  // RUN: swap-statements shapes/i#5 @2
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    if (i > 3)
      continue;
    b[i] = 2;
  }
  // Where the one ends the other goes on.
  // RUN: swap-statements shapes/i#6 @3
  for (int i = 0; i < n; i++) {
    int j;
    for (j = 0; j < 5; j++)
      A[i][j] = 0;
    for (; j < n; j++)
      A[i + 10][j] = 1;
    for (j = 0; j < 7; j++)
      a[j] = 0;
  }
  // RUN: swap-statements shapes/while @1
  int k = 0;
  while (k < n) {
    c[k] = 1;
    k++;
  }
}

void whole_loops (int n, int m)
{
  // Loops of a function's body: the first two have nothing to do with each other; the third reads what the second sets, and the
  // declaration between is none.
  // RUN: swap-statements whole_loops @1
  // RUN: swap-statements whole_loops @2
  // RUN: swap-statements whole_loops @3
  // RUN: swap-statements whole_loops @4
  // RUN: swap-statements nowhere @1
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i < m; i++)
    b[i] = d[i] * 2;
  for (int i = 0; i < n; i++)
    c[i] = b[i + 1];
  int last = m - 1;
  for (int i = 0; i < last; i++)
    d[i] = 1;
}

void left_early (int n)
{
  // RUN: swap-statements left_early @1
  for (int i = 0; i < n; i++)
    a[i] = 1;
  for (int i = 0; i < n; i++) {
    if (c[i] > 3)
      return;
    b[i] = 1;
  }
}

void counted_inside (int n, int m)
{
  int i, j;
  // The loop inside of the second one counts with what the first one counts with.
  // RUN: fuse counted_inside/i
  for (i = 0; i < n; i++)
    a[i] = 0;
  for (j = 0; j < n; j++)
    for (i = 0; i < m; i++)
      a[j] += A[i][j];
  // RUN: fuse counted_inside/i#2
  for (i = 0; i < m; i++)
    b[i] = 0;
  for (j = 0; j < n; j++)
    for (i = 0; i < m; i++)
      b[j] += A[i][j];
  // RUN: fuse counted_inside/i#3
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      A[i][j] = 0;
  for (j = 0; j < n; j++)
    for (i = 0; i < m; i++)
      A[j][i] += 1;
}

void guards (int n, int m)
{
  // One loop as far as either goes.
  // RUN: fuse guards/i guard
  for (int i = 0; i < n; i++)
    a[i] = d[i] * 2;
  for (int i = 1; i < n - 1; i++)
    b[i] = d[i] + a[i - 1];
  // The condition goes into loops that have nothing beside them.
  // RUN: fuse guards/i#3 guard
  // RUN: fuse guards/i#3 guard ; fuse guards/i#3/j guard
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] += c[j];
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      d[i] += c[j];
  // Which of them ends first is not known; what the second reads is set later.
  // RUN: fuse guards/i#5 guard
  // RUN: fuse guards/i#6 guard
  for (int i = 0; i < n; i++)
    a[i] = 1;
  for (int i = 0; i < m; i++)
    b[i] = 2;
  for (int i = 0; i < n; i++)
    c[i] = b[i + 1];
  // A head that asks the array where the first loop does not run.
  // RUN: fuse guards/i#8 guard
  for (int i = 1; i < n; i++)
    for (int j = p[i]; j < m; j++)
      A[i][j] = 1;
  for (int i = 0; i < n; i++)
    c[i] = 1;
}

void heads (int n, int m)
{
  // A head that counts from the outer loop's variable: it is worked out where it is the loop's turn only.
  // RUN: fuse heads/i guard
  for (int i = 1; i < n; i++)
    for (int j = i - 1; j < m; j++)
      A[i][j] = 1;
  for (int i = 0; i < n; i++)
    c[i] = 1;
}
