/* The inside of B is written in full on the device, its rim only read there: the inside need not
 * go there, the rim need not come back. The caller shows that there is at least one step. */
#define N 300

static void jacobi(int steps, int n, double A[N][N], double B[N][N])
{
  for (int t = 0; t < steps; t++) {
#pragma target
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
#pragma target
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j] + B[i - 1][j]);
  }
}

void run(double A[N][N], double B[N][N])
{
  int steps = 20;

  jacobi(steps, N, A, B);
}
