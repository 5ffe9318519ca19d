/* What kernels would touch may be more than there is, where a condition says that they do not: a copy takes what there is.
 * REFUSED: nothing */
#include "show.h"
#include <stdlib.h>

double global[10], behind[40];

void
into_global (double *a, int m, int on)
{
#pragma target
  for (int i = 0; i < m; i++)
    if (on > 0)
      global[i + 3] = a[i] * 0.5 + 1;
}

/* Rows of ten, of which there may be fewer. */
void
into_rows (double row[][10], int n, int m, int on)
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (on)
        row[i][j] += i - j;
}

/* One copy for both kernels, of which the first one reaches farther. */
void
own (int m, int k, int on)
{
  double *a = malloc (20 * sizeof *a), *d = malloc (m * sizeof *d);
  for (int i = 0; i < 20; i++)
    a[i] = i;
  for (int i = 0; i < m; i++)
    d[i] = -i;
  if (on)
    {
#pragma target
      for (int i = 0; i < k; i++)
        d[i] = a[i] * 0.5 + 1;
    }
#pragma target
  for (int i = 0; i < k - 1; i++)
    d[i] += a[i];
  show ("d", d, m);
  free (a);
  free (d);
}

/* Only the allocation says how much it is; the second kernel reads what nobody can say. */
void
asked (double *a, double *b, int m, int on)
{
#pragma target
  for (int i = 0; i < m; i++)
    if (on > 0)
      b[i + 3] = a[i] * 0.5 + 1;
  if (on)
    {
#pragma target
      for (int i = 0; i < 3 * (m & 3) - 2; i++)
        a[i] += b[i] * 0.5 + 1;
    }
}

int
main (void)
{
  /* Nobody knows who is called, so that copies stand in the functions. */
  void (*volatile f) (double *, int, int) = into_global;
  void (*volatile g) (double (*)[10], int, int, int) = into_rows;
  void (*volatile h) (double *, double *, int, int) = asked;
  double *a = calloc (20, sizeof *a), (*row)[10] = calloc (3, sizeof *row), *b = calloc (2, sizeof *b);

  for (int i = 0; i < 20; i++)
    a[i] = i;
  f (a, 20, 0);
  f (a, 6, 1);
  g (row, 3, 50, 0);
  g (row, 3, 7, 1);
  own (17, 18, 0);
  h (a, NULL, 20, 0);
  h (a, b, 20, 0);
  b = realloc (b, 30 * sizeof *b);
  for (int i = 0; i < 30; i++)
    b[i] = i;
  h (a, b, 15, 1);
  show ("global", global, 10);
  show ("behind", behind, 40);
  show ("row", row[0], 30);
  show ("a", a, 20);
  show ("b", b, 30);
  free (a);
  free (row);
  free (b);
  return 0;
}
