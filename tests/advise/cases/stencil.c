/* Nothing to gain: two kernels that use the whole device. */
#define N 1000

static double A[N][N], B[N][N];

static void stencil (void)
{
#pragma scop
  for (int t = 0; t < 10; t++)
    {
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          A[i][j] = B[i][j];
    }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7 + 65) % 1000 / 512.0 - 1;
  for (int i = 0; i < N * N; i++)
    (&B[0][0])[i] = (i * 7 + 66) % 1000 / 512.0 - 1;
  stencil ();
  return 0;
}
