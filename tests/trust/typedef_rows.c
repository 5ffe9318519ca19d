/* Rows and whole matrices with names of their own. KERNELS: 4. REFUSED: nothing. */
#include "show.h"

typedef double Row[30];
typedef Row Plane[40];
typedef double Grid[40][30];
typedef double Number, *Numbers;

static Plane one;
static Row two[40];
static Grid three;
static Number four[1200];

static void
whole (Grid *grid, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 30; j++)
      (*grid)[i][j] = i * 0.5 + j;
}

static void
by_rows (Row *rows, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 30; j++)
      rows[i][j] = i * 0.25 + three[i][j];
}

static void
plane (Plane p, const Row *rows, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 1; j < 30; j++)
      p[i][j] = rows[i][j - 1] + j;
}

static void
numbers (Numbers all, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    all[i] = all[i] * 0.5 + i;
}

int
main (void)
{
  whole (&three, 40);
  by_rows (two, 40);
  plane (one, two, 40);
  numbers (four, 1200);
  show ("one", one[0], 1200);
  show ("two", two[0], 1200);
  show ("three", three[0], 1200);
  show ("four", four, 1200);
  return 0;
}
