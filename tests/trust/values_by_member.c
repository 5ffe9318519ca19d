/* Structs and numbers that are declared outside of a loop, whose iterations set them anew: member by member, or in
 * branches that together are all there is. What is left in them is used here and there. */
// REFUSED: nothing; FOUND: 3
#include "show.h"
#define N 300

struct three
{
  double x, y, z;
};

/* Nobody looks at d behind the loops, though the loop around comes back to them. */
static void
forces (int n, const double *r, const double *q, double *f)
{
  struct three d;

  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      {
        d.x = r[i] - k;
        d.y = r[i] * q[i];
        d.z = d.x + d.y;
        f[i] += d.z * d.x - d.y;
      }
}

/* One member is. */
static double
last_one (int n, const double *r, const double *q, double *f)
{
  struct three d = { 0, 0, 7 };

  for (int i = 0; i < n; i++)
    {
      d.x = r[i] + 1;
      d.y = r[i] * q[i];
      f[i] += d.x * d.y;
    }
  d.x = 2;
  return d.x + d.y + d.z;
}

/* The first neighbour is the box itself. */
static void
neighbours (int n, const int *count, const int *number, const double *r, double *f)
{
  int i, k, other;

  for (i = 0; i < n; i++)
    for (k = 0; k < 1 + count[i]; k++)
      {
        if (k == 0)
          other = i;
        else
          other = number[4 * i + k - 1];
        f[i] += r[other] * k;
      }
}

/* Here the second one is as the first was, and the first of a row as the last of the row before. */
static void
kept (int n, const int *count, const int *number, const double *r, double *f)
{
  int i, k, other = 0;

  for (i = 0; i < n; i++)
    for (k = 0; k < 1 + count[i]; k++)
      {
        if (k > 1)
          other = number[4 * i + k - 1];
        f[i] += r[other] * (k + 1);
      }
}

int
main (void)
{
  static double r[N], q[N], f[N];
  static int count[N], number[4 * N];

  fill (r, N, 1);
  fill (q, N, 2);
  fill (f, N, 3);
  for (int i = 0; i < N; i++)
    {
      count[i] = i % 5;
      for (int k = 0; k < 4; k++)
        number[4 * i + k] = (7 * i + k) % N;
    }
  forces (N, r, q, f);
  printf ("%a\n", last_one (N, r, q, f));
  neighbours (N, count, number, r, f);
  kept (N, count, number, r, f);
  show ("f", f, N);
  return 0;
}
