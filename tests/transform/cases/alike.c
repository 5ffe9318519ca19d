/* Accesses that are alike: what was proved of two of them says nothing about two others that only look
 * the same. */
static double A[100], B[100], C[100], D[100];

// RUN: fuse loops/i
// RUN: fuse loops/i 1
void loops (void)
{
  for (int i = 0; i < 50; i++)
    {
      A[i] = B[i];
      C[i] = A[i + 1];
    }
  for (int i = 0; i < 50; i++)
    D[i] = A[i + 1];
}

// RUN: distribute bodies/i @2
// RUN: distribute bodies/i @3
void bodies (void)
{
  for (int i = 1; i < 50; i++)
    {
      B[i] = A[i - 1];
      if (D[i] > 0)
        C[i] = A[i - 1];
      A[i] = D[i];
      D[i] = A[i];
    }
}

// RUN: distribute order/i @2
// RUN: distribute order/i @3
// RUN: reverse order/i
void order (void)
{
  for (int i = 1; i < 50; i++)
    {
      A[i] = B[i];
      C[i] = A[i] + A[i + 1];
      D[i] = A[i] + A[i + 1];
    }
}

/* The first is new in each iteration, the second one is not: what holds of one does not of the other. */
void own_and_shared (int n, double *restrict p, double *restrict q)
{
  double w[1];
  // RUN: reverse own_and_shared/i
  for (int i = 0; i < n; i++) {
    double v[1];
    v[0] = p[i];
    q[i] = v[0];
    w[0] = p[i];
    q[i] += w[0];
  }
  q[0] = w[0];
}

/* Each by itself may run backwards; both may be the same memory. */
void each_alone (int n, double *p, double *q)
{
  // RUN: reverse each_alone/i
  for (int i = 0; i < n; i++) {
    p[i] = p[i] + 1;
    q[i] = q[i] * 2;
  }
}
