/* Two time loops, the host looks at the result every tenth step. */
#include <stdio.h>

void time_loops(int n, int outer, int inner, double A[n][n])
{
  for (int s = 0; s < outer; s++) {
    for (int t = 0; t < inner; t++) {
#pragma target
      for (int i = 1; i < n - 1; i++) /* parallel */
        for (int j = 1; j < n - 1; j++) /* parallel */
          A[i][j] = A[i][j] * 0.5;
    }
    if (s % 10 == 0)
      printf("%d %f\n", s, A[n / 2][n / 2]);
  }
}
