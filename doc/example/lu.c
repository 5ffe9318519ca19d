#include <stdio.h>
#include <stdlib.h>

static void
init (int N, double A[N][N])
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = i == j ? N : 1.0 / (1 + i + j);
}

static void
lu (int N, double A[N][N])
{
  init (N, A);
  for (int k = 0; k < N; k++)
    {
#pragma target
      for (int j = k + 1; j < N; j++)
        A[k][j] /= A[k][k];
#pragma target
      for (int i = k + 1; i < N; i++)
        for (int j = k + 1; j < N; j++)
          A[i][j] -= A[i][k] * A[k][j];
    }
}

int
main (int argc, char **argv)
{
  int N = argc > 1 ? atoi (argv[1]) : 500;
  double (*A)[N] = malloc (sizeof (double[N][N]));

  if (A == NULL)
    return 1;
  lu (N, A);
  printf ("%.17g\n", A[N - 1][N - 1]);
  free (A);
}
