/* Each nest is looked at for itself. */
#define N 300

static double A[N][N], C[N][N], D[N][N];

static void two_nests (void)
{
#pragma scop
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      D[i][j] = D[i - 1][j] * 0.5 + A[j][i];
  for (int i = 0; i < N; i++)
    {
      C[i][i] = 1;
      for (int j = i + 1; j < N; j++)
        {
          C[i][j] = 0;
          for (int k = 0; k < N; k++)
            C[i][j] += A[k][i] * A[k][j];
          C[j][i] = C[i][j];
        }
    }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7 + 65) % 1000 / 512.0 - 1;
  for (int i = 0; i < N * N; i++)
    (&C[0][0])[i] = (i * 7 + 67) % 1000 / 512.0 - 1;
  for (int i = 0; i < N * N; i++)
    (&D[0][0])[i] = (i * 7 + 68) % 1000 / 512.0 - 1;
  two_nests ();
  return 0;
}
