/* Fronts of points would be launched one by one; of tiles, there are fewer. The body is dear enough for a
 * device. */
#include <math.h>
#include <stdio.h>

static double A[3000][300];

static void run (void)
{
#pragma scop
  for (int i = 1; i < 3000; i++)
    for (int j = 1; j < 300; j++)
      A[i][j] = sqrt (fabs (A[i - 1][j])) + sqrt (fabs (A[i][j - 1])) * exp (-fabs (A[i][j]))
                + sin (A[i][j] * 0.5) * cos (A[i][j] * 0.25) + exp (-fabs (A[i - 1][j - 1]));
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < 3000; i++)
    for (int j = 0; j < 300; j++)
      A[i][j] = (i * 3 + j) % 7;
  run ();
  for (int i = 0; i < 3000; i += 7)
    printf ("%a\n", A[i][i % 300]);
  return 0;
}
