/* KERNELS: 2. Memory that hangs on what a function returns is still wanted when it has returned. */
#include "show.h"
#include <stdlib.h>

struct picture
{
  double *cell;
};

static struct picture *
by_pointer (int n)
{
  struct picture *p = malloc (sizeof *p);
  double *cell;

  p->cell = malloc (sizeof (double) * n);
  cell = p->cell;
#pragma target
  for (int i = 0; i < n; i++)
    cell[i] = i * 3;
  return p;
}

static struct picture
by_value (int n)
{
  struct picture p = { malloc (sizeof (double) * n) };
  double *cell = p.cell;

#pragma target
  for (int i = 0; i < n; i++)
    cell[i] = i * 5;
  return p;
}

int
main (void)
{
  struct picture *a = by_pointer (100), b = by_value (90);

  show ("a", a->cell, 100);
  show ("b", b.cell, 90);
  return 0;
}
