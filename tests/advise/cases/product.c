/* The rows are parallel as they stand, but a thread a row walks alone down a matrix. */
#define N 300

static double A[N][N], B[N][N], C[N][N];
static double beta = 0.75;

static void product (void)
{
#pragma scop
  for (int i = 0; i < N; i++)
    {
      for (int j = 0; j < N; j++)
        C[i][j] *= beta;
      for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
          C[i][j] += A[i][k] * B[k][j];
    }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7 + 65) % 1000 / 512.0 - 1;
  for (int i = 0; i < N * N; i++)
    (&B[0][0])[i] = (i * 7 + 66) % 1000 / 512.0 - 1;
  for (int i = 0; i < N * N; i++)
    (&C[0][0])[i] = (i * 7 + 67) % 1000 / 512.0 - 1;
  product ();
  return 0;
}
