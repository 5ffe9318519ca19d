/* The outer loop carries everything, the inner one nothing: a launch a row as it stands. */
#define N 1500

static double A[N][N];

static void columns (void)
{
#pragma scop
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] += 0.5 * A[i - 1][j];
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7 + 65) % 1000 / 512.0 - 1;
  columns ();
  return 0;
}
