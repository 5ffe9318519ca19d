/* A row that has a name in a block alone, where the allocation of it stands farther out: copies stand where it can be named.
 * REFUSED: nothing. FOUND: 1. */
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int n = 30, m = 1700, i;
  long sum = 0;
  unsigned char **u = malloc (n * sizeof *u);

  for (i = 0; i < n; i++)
    u[i] = calloc (m, 1);
  {
    unsigned char *to = u[n / 2];
    for (int k = 0; k < m; k++)
      to[k] = (unsigned char) (k * 7);
  }
  for (i = 0; i < m; i++)
    sum = (sum * 31 + u[n / 2][i]) % 1000003;
  printf ("%d %ld\n", u[0][0], sum);
  u[1] = u[2];
  return 0;
}
