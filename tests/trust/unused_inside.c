/* Declarations that nobody uses, in loops that stay and in loops whose text is exchanged. */
#include "show.h"
#define N 40

int
main (void)
{
  static double a[N][N], s = 1.5;

  fill (&a[0][0], N * N, 3);
  for (int i = N - 1; i >= 1; i--)
    {
      for (int j = 1; j < 3; j++)
        {
          int own = 1;
          while (own < j)
            {
              const int unused = own;
              s = s;
              own += 3;
            }
        }
      for (int j = 2; j < N; j++)
        a[i][j] = 2 * a[i][j] - s;
    }
  show ("a", &a[0][0], N * N);
}
