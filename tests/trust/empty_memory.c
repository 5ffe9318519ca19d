/* What an allocator of the program's own has put into the memory goes to the device with it; where it has put nothing, nothing
 * has to. FOUND: 4. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>
#include <string.h>

static void *
checked (size_t bytes)
{
  void *p = malloc (bytes);

  if (p == NULL)
    exit (1);
  return p;
}

static void *
aligned (size_t bytes)
{
  void *p = NULL;
  int bad = posix_memalign (&p, 64, bytes);

  if (bad)
    p = NULL;
  return p;
}

static void *
cleared (size_t bytes)
{
  void *p = checked (bytes);

  memset (p, 0, bytes);
  return p;
}

static double *
marked (int n)
{
  double *p = checked (n * sizeof *p), *last = p + n - 1;

  *last = 7;
  return p;
}

static double *
zeros (int n)
{
  return calloc (n, sizeof (double));
}

int
main (int argc, char **argv)
{
  int n = argc + 40;
  double *a = checked (n * sizeof *a), *b = aligned (n * sizeof *b), *c = cleared (n * sizeof *c), *d = marked (n), *e = zeros (n);

  for (int i = 0; i < n; i += 2)
    a[i] = i;
  for (int i = 0; i < n; i += 2)
    b[i] = a[i] * 2;
  puts ("half");
  for (int i = 0; i < n; i += 2)
    c[i] = b[i] + 1;
  for (int i = 0; i < n - 1; i++)
    d[i] = c[i] + e[i];
  puts ("all");
  for (int i = 0; i < n; i++)
    e[i] += d[i] + c[i];
  show ("c", c, n);
  show ("d", d, n);
  show ("e", e, n);
  return 0;
}
