/* The same where the launches would take longer than the loop. */
#define N 100

static double A[N][N];

static void small_fronts (void)
{
#pragma scop
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      A[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1]) + 0.5 * (A[i - 1][j - 1] - A[i][j]);
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7 + 65) % 1000 / 512.0 - 1;
  small_fronts ();
  return 0;
}
