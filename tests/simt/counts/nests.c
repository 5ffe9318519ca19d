/* Nests of which the static profiler counts each request, with one store in each body. */
#include <stdio.h>
static float A[130][258], B[130][258], C[258][130], down[1000], from[2000];
static double D[96][96], E[96][96], F[50][70], steps[3 * 1024], M[64][64], N[64][48], O[48][64];
struct point { double x, y, z; };
static struct point points[1024];

void
stencil (void)
{
#pragma target
  for (int i = 1; i < 129; i++)
    for (int j = 1; j < 257; j++)
      A[i][j] = B[i][j - 1] + B[i][j] + B[i][j + 1] + B[i - 1][j] + B[i + 1][j];
}

void
transposed (void)
{
#pragma target
  for (int i = 0; i < 128; i++)
    for (int j = 0; j < 256; j++)
      C[j][i] = B[i][j];
}

void
doubles (void)
{
#pragma target
  for (int i = 0; i < 96; i++)
    for (int j = 0; j < 96; j++)
      D[i][j] += E[j][i];
}

void
ragged (void)
{
#pragma target
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 70; j++)
      F[i][j] += 1;
}

void
apart (void)
{
#pragma target
  for (int i = 1; i < 1023; i += 2)
    steps[3 * i + 1] = 1;
}

void
structs (void)
{
#pragma target
  for (int i = 0; i < 1024; i++)
    points[i].x = 2 * points[i].y;
}

void
downward (void)
{
#pragma target
  for (int i = 959; i >= 0; i--)
    down[i] = from[2 * i] + from[100];
}

void
product (void)
{
#pragma target
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 48; k++)
        M[i][j] += N[i][k] * O[k][j];
}

int
main (void)
{
  stencil ();
  transposed ();
  doubles ();
  ragged ();
  apart ();
  structs ();
  downward ();
  product ();
  printf ("%g %g %g %g %g %g %g %g\n", A[3][4], C[4][3], D[1][2], F[0][0], steps[4], points[0].x, down[1], M[1][1]);
}
