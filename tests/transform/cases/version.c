// version: what it takes, and each of its refusals.
void version_taken (int m, int n, int ldc, double *restrict a, const double *restrict b)
{
  // RUN: version version_taken/i 'n <= ldc'
  // RUN: version version_taken/i 'n <= ldc && m > 2 * n - 1' host
  // RUN: interchange version_taken/i/j
  // RUN: version version_taken/i 'n <= ldc' ; interchange version_taken/i/j
  // RUN: version version_taken/i 'n <= ldc' device
  // RUN: version version_taken/i 'n <= ldb'
  // RUN: version version_taken/i 'n'
  // RUN: version version_taken/i 'a < 3'
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * ldc + j] += a[i * ldc + j] + b[i];
}

void version_refused (int n, double *a)
{
  int i = 0, m;
  volatile int v = 0;
  // RUN: version version_refused/while 'n > 3'
  // RUN: version version_refused/while 'm > 3'
  // RUN: version version_refused/while 'v > 3'
  while (i < n) {
    a[i] = 0;
    i++;
  }
  // RUN: version version_refused/k 'n > 3'
  for (int k = 0; k < n; k++) {
    static int times;
    a[k] += times++;
  }
}
