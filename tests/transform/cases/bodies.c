/* Bodies taken apart and put together. */
static double A[100][100], B[100][100], c[100], d[100];

void parts (int n)
{
  // RUN: distribute parts/i all
  // RUN: distribute parts/i @2
  // RUN: distribute parts/i 14 16
  // RUN: nest parts/i
  // RUN: fuse parts/i
  for (int i = 0; i < n; i++) {
    /* start */
    c[i] = 0;
    for (int j = 0; j < 100; j++)
      c[i] += A[i][j];
    B[i][i] = c[i]; /* end */
  }
}

void circle (int n)
{
  // RUN: distribute circle/i all
  // RUN: distribute circle/i @2
  // RUN: distribute circle/i @3
  for (int i = 1; i < n; i++) {
    c[i] = d[i - 1] + 1;
    d[i] = c[i] * 2;
    B[i][0] = d[i];
  }
}

void local (int n)
{
  // RUN: distribute local/i @2
  // RUN: scalar-expand local/i t ; distribute local/i @2
  for (int i = 0; i < n; i++) {
    double t = c[i] * 2;
    d[i] = t;
    B[i][0] = t + 1;
  }
}

void pair (int n)
{
  // RUN: fuse pair/i
  // RUN: fuse pair/i ; distribute pair/i all
  for (int i = 0; i < n; i++)
    c[i] = A[i][0];
  #pragma target
  for (int i = 0; i < n; i++)
    d[i] = c[i] + B[0][i];
  // RUN: fuse pair/i#2
  // RUN: fuse pair/i#3
  for (int i = 1; i < n; i++)
    c[i] = d[n - i];
}

void ends (int n, int m)
{
  // RUN: peel ends/i first
  // RUN: peel ends/i last 2
  // RUN: split ends/i 'i < m'
  // RUN: split ends/i 'i <= 2 * m - 1'
  // RUN: split ends/i 'j < 3'
  // RUN: split ends/i 'i < nothing'
  // RUN: split ends/i 'i < 10'
  // RUN: unswitch ends/i
  for (int i = 0; i < n; i++)
    c[i] = d[i] + (i == m);
  // RUN: peel ends/k first
  // RUN: peel ends/k last
  for (int k = 0; k < 10; k++)
    c[k + 1] = c[k];
}

void choices (int n, int m)
{
  // RUN: unswitch choices/i
  for (int i = 0; i < n; i++) {
    if (m > 2)
      c[i] = 0;
    else
      c[i] = d[i];
  }
  // RUN: unswitch choices/i#2
  for (int i = 0; i < n; i++)
    if (d[0] > 2)
      c[i] = 0;
  // RUN: unswitch choices/i#3
  for (int i = 0; i < n; i++)
    if (i > m)
      c[i] = 0;
  // RUN: nest choices/i#4
  for (int i = 0; i < n; i++) {
    c[i] = 1;
    for (int j = 0; j < m; j++)
      A[i][j] = c[i];
  }
}

/* The border is never outside: no minimum is needed. In the second nest it may be. */
void crossing (int n)
{
  // RUN: split crossing/k/i 'i < k'
  // RUN: split crossing/k/i 'i <= k'
  // RUN: split crossing/k#2/i 'i < k'
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      A[i][k] += A[i][0];
  for (int k = 0; k < 90; k++)
    for (int i = 0; i < n; i++)
      B[i][k] += B[i][0];
}

/* What a branch becomes must not take the "else" that follows it. */
void elses (int n, int which, int flag)
{
  // RUN: unswitch elses/i
  // RUN: unswitch elses/t/i
  if (which > 1)
    for (int i = 0; i < n; i++) {
      if (flag)
        c[i] += d[i];
    }
  else if (which)
    for (int t = 0; t < 3; t++)
      for (int i = 0; i < n; i++) {
        if (flag)
          c[i] += d[i];
      }
  else
    c[0] = 1;
}
