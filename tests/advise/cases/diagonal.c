/* Each diagonal is a chain of its own: only a skewed nest has an outer parallel loop. */
#define N 1500

static double A[N][N];

static void diagonal (void)
{
#pragma scop
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N - 1; j++)
      A[i][j] += 0.5 * A[i - 1][j + 1];
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7) % 1000 / 512.0 - 1;
  diagonal ();
  return 0;
}
