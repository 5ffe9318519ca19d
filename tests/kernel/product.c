/* A matrix product laid out by hand (blocks, threads, tiles in shared memory, four by four results a thread), and one that
 * steps lay out. */
#include <stdio.h>
#include <stdlib.h>

static void gemm (int n, int m, int l, double alpha, double beta, double C[n][m], double A[n][l], double B[l][m])
{
#pragma ihop block y
  for (int bi = 0; bi < n; bi += 64)
#pragma ihop block x
    for (int bj = 0; bj < m; bj += 64) {
#pragma ihop shared
      double a[64][17], b[16][64];
#pragma ihop registers
      double c[16][16][4][4];
#pragma ihop thread y
      for (int ty = 0; ty < 16; ty++)
#pragma ihop thread x
        for (int tx = 0; tx < 16; tx++)
          for (int r = 0; r < 4; r++)
            for (int s = 0; s < 4; s++)
              if (bi + ty + 16 * r < n && bj + tx + 16 * s < m)
                c[ty][tx][r][s] = C[bi + ty + 16 * r][bj + tx + 16 * s] * beta;
              else
                c[ty][tx][r][s] = 0;
      for (int bk = 0; bk < l; bk += 16) {
#pragma ihop thread y
        for (int ty = 0; ty < 16; ty++)
#pragma ihop thread x
          for (int tx = 0; tx < 16; tx++)
            for (int r = 0; r < 4; r++)
              a[ty + 16 * r][tx] = bi + ty + 16 * r < n && bk + tx < l ? A[bi + ty + 16 * r][bk + tx] : 0;
#pragma ihop thread y
        for (int ty = 0; ty < 16; ty++)
#pragma ihop thread x
          for (int tx = 0; tx < 16; tx++)
            for (int r = 0; r < 4; r++)
              b[ty][tx + 16 * r] = bj + tx + 16 * r < m && bk + ty < l ? B[bk + ty][bj + tx + 16 * r] : 0;
#pragma ihop fence
#pragma ihop thread y
        for (int ty = 0; ty < 16; ty++)
#pragma ihop thread x
          for (int tx = 0; tx < 16; tx++)
            for (int k = 0; k < (l - bk < 16 ? l - bk : 16); k++)
              for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                  c[ty][tx][r][s] += alpha * a[ty + 16 * r][k] * b[k][tx + 16 * s];
#pragma ihop fence
      }
#pragma ihop thread y
      for (int ty = 0; ty < 16; ty++)
#pragma ihop thread x
        for (int tx = 0; tx < 16; tx++)
          for (int r = 0; r < 4; r++)
            for (int s = 0; s < 4; s++)
              if (bi + ty + 16 * r < n && bj + tx + 16 * s < m)
                C[bi + ty + 16 * r][bj + tx + 16 * s] = c[ty][tx][r][s];
    }
}

static void product (int n, int m, int l, double alpha, double beta, double C[restrict n][m], double A[restrict n][l],
                     double B[restrict l][m])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      C[i][j] *= beta;
      for (int k = 0; k < l; k++)
        C[i][j] += alpha * A[i][k] * B[k][j];
    }
}

static double value (int i)
{
  return (i * 37 % 101) / 7.0;
}

static void run (int n, int m, int l)
{
  double *C = malloc ((n * m + 1) * sizeof *C), *A = malloc ((n * l + 1) * sizeof *A),
         *B = malloc ((l * m + 1) * sizeof *B);

  for (int i = 0; i < n * m; i++)
    C[i] = value (i);
  for (int i = 0; i < n * l; i++)
    A[i] = value (i + 1);
  for (int i = 0; i < l * m; i++)
    B[i] = value (i + 2);
  gemm (n, m, l, 1.5, 1.2, (double (*)[m]) C, (double (*)[l]) A, (double (*)[m]) B);
  product (n, m, l, 1.5, 1.2, (double (*)[m]) C, (double (*)[l]) A, (double (*)[m]) B);
  double sum = 0;
  for (int i = 0; i < n * m; i++)
    sum = sum / 2 + C[i];
  printf ("%d %d %d: %a\n", n, m, l, sum);
  free (C);
  free (A);
  free (B);
}

int main (void)
{
  static const int sizes[] = { 0, 1, 31, 33, 67 };

  for (int i = 0; i < 5; i++)
    run (sizes[i], sizes[(i + 1) % 5], sizes[(i + 3) % 5]);
  run (67, 129, 0);
  run (130, 1, 97);
}
