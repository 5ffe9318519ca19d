/* Rows of different lengths. */
#define N 400

static double A[N][N], C[N][N];

static void triangle (void)
{
  int i, j, k;

#pragma scop
  for (i = 0; i < N; i++)
    {
      for (j = 0; j <= i; j++)
        C[i][j] = 0;
      for (k = 0; k < N; k++)
        for (j = 0; j <= i; j++)
          C[i][j] += A[i][k] * A[j][k];
    }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7 + 65) % 1000 / 512.0 - 1;
  for (int i = 0; i < N * N; i++)
    (&C[0][0])[i] = (i * 7 + 67) % 1000 / 512.0 - 1;
  triangle ();
  return 0;
}
