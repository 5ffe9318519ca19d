/* Functions that call themselves are kept as they were beside their versions that test something at their start: what stands
 * in front of the definition has to know the name. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>

static double **grid;
static int cols;

static void
relax (int lo, int hi)
{
  for (int i = lo; i < hi; i++)
    for (int j = 0; j < cols; j++)
      grid[i][j] = grid[i][j] * 0.5 + i + j;
}

static void
halves (int lo, int hi) // of the rows
{
  if (hi - lo < 4)
    {
      relax (lo, hi);
      return;
    }
  int middle = (lo + hi) / 2;
  halves (lo, middle);
  halves (middle, hi);
}

static void
doubled (double *a, double *b,
#ifdef LONG
         long n
#else
         int n
#endif
         )
{
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
  if (n > 8)
    doubled (a, b + 1, n / 2);
}

void
tripled (a, b, n)
     double *a, *b;
     int n;
{
  for (int i = 0; i < n; i++)
    a[i] += b[i] * 3;
  if (n > 8)
    tripled (a + 1, b, n / 2);
}

int
main (void)
{
  double a[70], b[70];
  int rows = 19;

  cols = 11;
  grid = malloc (rows * sizeof *grid);
  for (int i = 0; i < rows; i++)
    {
      grid[i] = malloc (cols * sizeof **grid);
      fill (grid[i], cols, i);
    }
  halves (0, rows);
  for (int i = 0; i < rows; i++)
    show ("row", grid[i], cols);
  fill (a, 70, 1);
  fill (b, 70, 2);
  doubled (a, b, 60);
  tripled (b, a, 60);
  doubled (a + 1, a, 60);
  tripled (b, b + 2, 40);
  show ("a", a, 70);
  show ("b", b, 70);
  for (int i = 0; i < rows; i++)
    free (grid[i]);
  free (grid);
  return 0;
}
