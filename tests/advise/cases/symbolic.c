/* Sizes are not known, nor whether the matrices overlap: what is found rests on two tests. */
void symbolic (int n, int m, double C[n][m], double A[n][n], double B[n][m])
{
#pragma scop
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < m; j++)
        C[i][j] = 1;
      for (int k = 0; k < n; k++)
        for (int j = 0; j < m; j++)
          C[i][j] += A[i][k] * B[k][j];
    }
#pragma endscop
}
