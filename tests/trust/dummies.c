/* Memory that a kernel touches only where its data say so: callers pass a dummy where they know that it is not touched. How far the
 * kernel would go is no size of it. REFUSED: nothing. FOUND: 17. */
#include "exact.h"
#include "show.h"
#include <string.h>

enum { N = 500 };
static double small[N], large[2 * N], one[1];

void
masked (int n, const unsigned char *mask, double *v, double *other)
{
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] = i;
    else
      other[i] = -i;
}

/* Each in its own way. */
void
chosen (int n, const unsigned char *mask, const double *a, const double *b, double *to)
{
  for (int i = 0; i < n; i++)
    to[i] = mask[i] > 1 ? a[i] : mask[i] ? 3 : b[i];
}

void
passed_over (int n, const unsigned char *mask, double *v)
{
  for (int i = 0; i < n; i++)
    {
      if (mask[i])
        continue;
      v[i] += 1;
    }
}

void
by_kind (int n, const unsigned char *mask, double *v, double *other)
{
  for (int i = 0; i < n; i++)
    switch (mask[i])
      {
      case 0: other[i] *= 2; break;
      case 1: v[i] *= 2; break;
      default: break;
      }
}

/* A pointer that is asked for itself leads to all of it, or nowhere … */
void
asked_for (int n, int m, double *restrict to, const double *restrict bias)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] += bias != NULL ? bias[j] : 0.5;
}

/* … but not if something else is asked, too. */
void
asked_with (int n, const unsigned char *mask, double *to, const double *bias)
{
  for (int i = 0; i < n; i++)
    to[i] += bias != NULL && mask[i] ? bias[i] : 0.5;
}

/* What one loop may leave alone, the other one needs. */
void
in_any_case (int n, const unsigned char *mask, double *v)
{
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] = 0;
  for (int i = 0; i < n; i++)
    v[i] += i;
}

/* It does not, if it is not reached, or ends before. */
void
left_before (int n, const unsigned char *mask, double *v)
{
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] = 0;
  if (mask[0] == 0)
    return;
  for (int i = 0; i < n; i++)
    v[i] += i;
}

void
shorter (int n, const unsigned char *mask, double *v)
{
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] = 0;
  for (int i = 0; i < n / 2; i++)
    v[i] += i;
}

/* All calls are in sight, and pass enough, of different sizes … */
static void
enough (int n, const unsigned char *mask, double *v)
{
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] *= 3;
}

/* … or too little. */
static void
less (int n, const unsigned char *mask, double *v)
{
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] *= 4;
}

/* What a called function touches only sometimes says nothing of how much memory there is … */
static void
sometimes (int whether, int n, double *v)
{
  if (whether)
    for (int i = 0; i < n; i++)
      v[i] = i;
}

void
perhaps (int n, const unsigned char *mask, double *v)
{
  sometimes (mask[0], n, v);
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] += 2;
}

/* … but what one touches in any case does: in a time loop all of it stays on the device. Without rows nothing is touched. */
static void
one_row (int rows, int columns, const unsigned char *mask, double *v)
{
  for (int j = 0; j < columns; j++)
    if (mask[(rows - 1) * columns + j])
      v[(rows - 1) * columns + j] += 1;
}

static void
all_rows (int rows, int columns, double *restrict v, double *restrict to)
{
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      to[i * columns + j] = v[i * columns + j] * 0.5;
}

static int
some_of_all (int rows, int columns, const unsigned char *restrict mask, double *restrict v, const double *restrict from)
{
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      if (mask[i * columns + j])
        v[i * columns + j] = from[i * columns + j];
  return rows;
}

static void
step (int rows, int columns, const unsigned char *mask, double *v, double *to)
{
  one_row (rows, columns, mask, v);
  all_rows (rows, columns, v, to);
  some_of_all (rows, columns, mask, v, to);
}

void
steps (int n, int rows, int columns, const unsigned char *mask, double *v)
{
  double *to = calloc ((size_t) (rows + 1) * (columns + 1), sizeof *to);
  int done[8] = { 0 };

  for (int t = 0; t < n; t++)
    {
      step (rows, columns, mask, v, to);
      done[t] = some_of_all (rows, columns, mask, v, to);
    }
  printf ("%d\n", done[0]);
  free (to);
}

void (*volatile run_steps) (int, int, int, const unsigned char *, double *) = steps;
void (*volatile mask_two) (int, const unsigned char *, double *, double *) = masked;
void (*volatile choose) (int, const unsigned char *, const double *, const double *, double *) = chosen;
void (*volatile mask_one) (int, const unsigned char *, double *) = passed_over;
void (*volatile ask) (int, int, double *, const double *) = asked_for;
void (*volatile ask_with) (int, const unsigned char *, double *, const double *) = asked_with;

int
main (void)
{
  double *v = exact (N * sizeof *v), *dummy = exact (sizeof *dummy), *half = exact (N / 2 * sizeof *half);
  double *block = malloc (N * sizeof *block);
  unsigned char *none = calloc (N, 1), *all = malloc (N), *first = malloc (N);

  for (int i = 0; i < N; i++)
    {
      v[i] = block[i] = i % 13;
      all[i] = 1;
      first[i] = (unsigned char) (i < N / 2);
    }
  for (int i = 0; i < N / 2; i++)
    half[i] = i % 5;
  *dummy = 7;

  mask_two (N, none, dummy, v);
  show ("none", v, N);
  mask_two (N, all, block, dummy);
  show ("all", block, N);
  choose (N, all, dummy, dummy, v);
  show ("chosen", v, N);
  mask_one (N, all, dummy);
  mask_one (N, none, block);
  show ("passed over", block, N);
  mask_two = by_kind;
  mask_two (N, none, dummy, v);
  mask_two (N, all, block, dummy);
  show ("by kind", block, N);
  ask (N / 10, 10, v, NULL);
  ask (N / 10, 10, v, half + N / 2 - 10);
  show ("asked for", v, N);
  ask_with (N, none, v, dummy);
  ask_with (N, all, v, block);
  show ("asked with", v, N);
  mask_one = in_any_case;
  mask_one (N, first, v);
  show ("in any case", v, N);
  mask_one = left_before;
  mask_one (N, none, dummy);
  mask_one = shorter;
  mask_one (N, first, half);
  show ("half", half, N / 2);
  mask_one = perhaps;
  mask_one (N, none, dummy);
  mask_one (N, first, v);
  show ("perhaps", v, N);
  run_steps (4, 25, 20, first, v);
  run_steps (3, 0, 20, none + 20, dummy);
  show ("steps", v, N);
  show ("dummy", dummy, 1);
  for (int i = 0; i < N; i++)
    small[i] = large[i] = i % 3;
  enough (N, first, small);
  enough (N, all, large);
  less (N, none, one);
  less (N, first, large);
  show ("small", small, N);
  show ("large", large, 2 * N);
  return 0;
}
