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
