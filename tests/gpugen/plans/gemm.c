void kernel_gemm(int ni, int nj, int nk, double alpha, double beta,
                 double C[ni][nj], double A[ni][nk], double B[nk][nj])
{
  int i, j, k;

#pragma target
  for (i = 0; i < ni; i++) { /* parallel */
    for (j = 0; j < nj; j++) { /* parallel */
      C[i][j] *= beta;
      for (k = 0; k < nk; k++)
        C[i][j] += alpha * A[i][k] * B[k][j];
    }
  }
}
