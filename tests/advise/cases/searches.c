/* Where the largest pivot stands, and which rows have anything in them: in strips. */
#include <math.h>
#include <stdio.h>
#define N 2000
static double A[N][N], sum[N];
static int kept[N];

int main (void)
{
  double most = 0;
  int row = -1, column = -1, rows = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = i % 7 == 3 ? 0 : (i * 37 + j * 101) % 1009 - 500;
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (fabs (A[i][j]) > most)
        {
          most = fabs (A[i][j]);
          row = i;
          column = j;
        }
  for (int i = 0; i < N; i++)
    {
      int any = 0;
      for (int j = 0; j < N; j++)
        if (A[i][j] != 0)
          any += 1;
      if (any > 0)
        kept[rows++] = i;
    }
#pragma endscop
  printf ("%g %d %d %d %d\n", most, row, column, rows, kept[rows - 1]);
  return 0;
}
