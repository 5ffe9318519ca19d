// copy-loop: what it takes, and each of its refusals.
#include <string.h>
#include <stdint.h>

struct grid { int n; double *now, *next; };

// RUN: copy-loop numbers 10
void numbers (int n, double *restrict a, const double *restrict b)
{
  memcpy (a, b, n * sizeof *a);
}

// RUN: copy-loop factors 16
void factors (int w, int h, float *restrict a, const float *restrict b)
{
  memcpy ((void *) a, (void *) b, sizeof (float) * w * h);
}

// RUN: copy-loop products 22
void products (int w, int h, float *restrict a, const float *restrict b)
{
  memcpy (a, b, (w + 1) * h * sizeof (float));
}

// RUN: copy-loop whole 30
// RUN: copy-loop whole 31
void whole (double a[4][6], double b[4][6])
{
  double c[4][6];
  memcpy (c, a, sizeof c);
  memcpy (b, c, 4 * sizeof c[0]);
}

// RUN: copy-loop cleared 41
// RUN: copy-loop cleared 42
// RUN: copy-loop cleared 43
// RUN: copy-loop cleared 44
// RUN: copy-loop cleared 45
void cleared (int n, long *a, float *b, uint8_t *c)
{
  memset (a, -1, n * sizeof (long));
  memset (b, 0, n * sizeof (float));
  memset (c, 255, n);
  memset (c, 7, n);
  memset (b, 1, n * sizeof (float));
}

/* Members may lie in what is stored. */
// RUN: copy-loop members 53
void members (struct grid *g)
{
  for (int t = 0; t < 3; t++)
    memcpy (g->now, g->next, g->n * sizeof (double));
}

// RUN: copy-loop bytes 65
// RUN: copy-loop bytes 66
// RUN: copy-loop bytes 67
// RUN: copy-loop bytes 68
// RUN: copy-loop bytes 69
// RUN: copy-loop bytes 70
// RUN: copy-loop bytes 71
void bytes (int n, char *a, const char *b, unsigned *c, const int *d)
{
  memcpy (a, b, n);
  memcpy (a, d, n);
  memcpy (c, d, n * sizeof *c);
  memcpy (c, c + n, n);
  memcpy (c, c + n, n * sizeof *c + 4);
  memcpy (c++, c + n, n * sizeof *c);
  char *end = memcpy (a, b, n);
  end[0] = 0;
}

// RUN: copy-loop structs 78
void structs (int n, struct grid *a, const struct grid *b)
{
  memcpy (a, b, n * sizeof *a);
}

// RUN: copy-loop which 84
void which (int n, int byte, int *a)
{
  memset (a, byte, n * sizeof *a);
}

// RUN: copy-loop large 92
// RUN: copy-loop large 93
// RUN: copy-loop large 94
void large (int n, long m, size_t k, double *a, const double *b)
{
  memcpy (a, b, 4 * sizeof (double) * n);
  memcpy (a, b, (size_t) n * k * m * sizeof (double));
  memcpy (a, b, (size_t) (n + 1) * (n - 1) * sizeof (double));
}

// RUN: copy-loop parts 102
// RUN: copy-loop parts 103
// RUN: copy-loop parts 104
void parts (int n, long *c, double *a, const double *b)
{
  memcpy (a, b, 12);
  memcpy (a, b, n * 12);
  memset (c, 7, n * sizeof *c);
}
