/* Functions of OpenMP that nothing declares call nobody of the program: all callers of "gathered" are in sight, and say how
 * much memory there is. */
#include <stdlib.h>

void gathered (const int *restrict index, const double *restrict from, double *restrict to, int n, int m)
{
#pragma target
  for (int i = 0; i < n; i++)
    to[i] = from[index[i] % m];
}

int main (int argc, char **argv)
{
  int n = argc + 30, m = argc + 3, *index = malloc (n * sizeof *index);
  double *from = malloc (m * sizeof *from), *to = malloc (n * sizeof *to);
  for (int i = 0; i < n; i++)
    index[i] = i;
  for (int i = 0; i < m; i++)
    from[i] = i;
  gathered (index, from, to, n, m);
  return to[omp_get_num_threads () - 1] > 3;
}
