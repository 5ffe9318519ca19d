// The example of the paper: one copy in after init, one out behind the k loop.
#define N 1000
void init(double A[N][N])
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = 1.0 / (i + j + 1);
}

void lu(double A[N][N])
{
  int i, j, k;

  init(A);
  for (k = 0; k < N; k++) {
#pragma target
    for (j = k + 1; j < N; j++) /* parallel */
      A[k][j] /= A[k][k];
#pragma target
    for (i = k + 1; i < N; i++) /* parallel */
      for (j = k + 1; j < N; j++) /* parallel */
        A[i][j] -= A[i][k] * A[k][j];
  }
}
