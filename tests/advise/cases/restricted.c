/* The same with the word of the owner: usual sizes are assumed. */
void restricted (int n, int m, double C[restrict n][m], double A[restrict n][n],
                 double B[restrict n][m])
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
