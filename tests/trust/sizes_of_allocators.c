/* How much memory there is, of a program's own allocators: which elements are touched nobody can tell, as they come from an
 * index, so all of the block goes to the device, and no more of it than there is. FOUND: 6. REFUSED: nothing. */
#include "show.h"
#include <stdint.h>
#include <stdlib.h>

struct cell { double v[3]; };

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
  int failed = posix_memalign (&p, 64, bytes);

  if (failed)
    p = NULL;
  return p;
}

/* It has padding, and a size of its own. */
static void *
padded (int bytes)
{
  size_t whole = (bytes + 63) / 64 * 64;
  char *p = calloc (whole, 1);

  return p;
}

static double *
matrix (int rows, int columns)
{
  double *a = aligned (sizeof (double) * rows * columns);

  for (int i = 0; i < rows * columns; i++)
    a[i] = i % 17;
  return a;
}

static struct cell *
cells (size_t count)
{
  return checked (count * sizeof (struct cell));
}

/* As much as its last call says, or half of it: no size is known. */
static double *
either (int count)
{
  double *p = malloc (count * sizeof *p / 2);

  if (count > 9)
    p = malloc (count * sizeof *p);
  return p;
}

/* What comes back is not the start of the block. */
static double *
behind_margin (int count)
{
  double *p = malloc ((count + 4) * sizeof *p);

  p += 4;
  return p;
}

static double *
behind_first (int count)
{
  double *p = malloc ((count + 1) * sizeof *p);

  p++;
  return p;
}

static void
gathered (int n, const int *restrict index, const double *restrict from, double *restrict to)
{
  for (int i = 0; i < n; i++)
    to[i] = from[index[i]] * 0.5;
}

int
main (int argc, char **argv)
{
  int n = argc + 22, m = argc + 6;
  int *index = checked (n * sizeof *index);
  double *a = matrix (n, m), *b = padded (8 * n), *c = either (n), *d = behind_margin (n), *e = aligned (n * sizeof *e);
  double *first = behind_first (n);
  struct cell *s = cells (n);

  for (int i = 0; i < n; i++)
    index[i] = i * 5 % n;
  for (int i = 0; i < n; i++)
    b[i] = a[index[i] * m + 2];
  for (int i = 0; i < n; i++)
    s[i].v[0] = s[i].v[1] = s[i].v[2] = i;
  for (int i = 0; i < n; i++)
    c[i] = s[index[i]].v[1] + b[index[i]];
  for (int i = 0; i < n; i++)
    d[i] = i;
  for (int i = 0; i < n; i++)
    first[i] = 3 * i;
  for (int i = 0; i < n; i++)
    b[i] += first[index[i]];
  puts ("apart");
  for (int i = 0; i < n; i++)
    e[i] = c[index[i]] + d[index[i]];
  gathered (n, index, e, b);
  show ("a", a, n * m);
  show ("b", b, n);
  show ("c", c, n);
  show ("e", e, n);
  return 0;
}
