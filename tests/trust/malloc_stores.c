/* The result leaves through another pointer to the same allocation. */
#include "show.h"
#include <stdlib.h>

int
main (void)
{
  int n = 300;
  double *a = malloc (n * sizeof (double));
  double *alias = a;

  if (a == NULL)
    return 1;
  fill (a, n, 1);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i] * a[i];
  show ("alias", alias, n);
  alias[7] = 42.0;
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1.0;
  show ("a", a, n);
  free (alias);
}
