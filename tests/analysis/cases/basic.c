// expect gemm/i: parallel private j private k
// expect gemm/i/j: parallel
// expect gemm/i/k: parallel private j reduction []~+ C
// expect gemm/i/k/j: parallel
void gemm (int ni, int nj, int nk, double alpha, double beta, double C[restrict 100][110],
           double A[restrict 100][120], double B[restrict 120][110])
{
  int i, j, k;
  for (i = 0; i < ni; i++)
    {
      for (j = 0; j < nj; j++)
        C[i][j] *= beta;
      for (k = 0; k < nk; k++)
        for (j = 0; j < nj; j++)
          C[i][j] += alpha * A[i][k] * B[k][j];
    }
}
// expect seidel/t: sequential flow A
// expect seidel/t/i: sequential flow A anti A
// expect seidel/t/i/j: sequential flow A
void seidel (int steps, int n, double A[100][100])
{
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j]) / 5;
}
