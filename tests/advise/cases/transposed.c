/* Both directions of one matrix: each row adds to all of y. */
#define N 1000

static double A[N][N], x[N], y[N], t[N];

static void transposed (void)
{
#pragma scop
  for (int i = 0; i < N; i++)
    {
      t[i] = 0;
      for (int j = 0; j < N; j++)
        t[i] += A[i][j] * x[j];
      for (int j = 0; j < N; j++)
        y[j] += A[i][j] * t[i];
    }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7 + 65) % 1000 / 512.0 - 1;
  for (int i = 0; i < N; i++)
    x[i] = (i * 5 + 120) % 100 / 64.0 - 0.5;
  for (int i = 0; i < N; i++)
    y[i] = (i * 5 + 121) % 100 / 64.0 - 0.5;
  for (int i = 0; i < N; i++)
    t[i] = (i * 5 + 116) % 100 / 64.0 - 0.5;
  transposed ();
  return 0;
}
