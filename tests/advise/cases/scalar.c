/* One s for all: it ties the columns together. */
#define N 1500

static double A[N][N], B[N][N];

static void scalar (void)
{
  double s;

#pragma scop
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        s = A[i - 1][j] * 0.5;
        A[i][j] = s + B[i][j];
      }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&A[0][0])[i] = (i * 7 + 65) % 1000 / 512.0 - 1;
  for (int i = 0; i < N * N; i++)
    (&B[0][0])[i] = (i * 7 + 66) % 1000 / 512.0 - 1;
  scalar ();
  return 0;
}
