/* Flags that whichever iterations set to one constant: what nobody sets stays as it was, be it neither 0 nor that. KERNELS: 10 */
#include "show.h"
#include <stdbool.h>
#define N 5000

static int a[N], seen[N], from[N];
static long wide[N];
static unsigned char small;
static short half;
static long long far_off;
struct state { int changed, more; };

static bool
any (int n, int limit)
{
  bool found = false;
#pragma target
  for (int i = 0; i < n; i++)
    if (a[i] > limit)
      found = true;
  return found;
}

static int
all (int n, int limit)
{
  int fine = 5;
#pragma target
  for (int i = 0; i < n; i++)
    if (a[i] > limit)
      fine = 0;
  return fine;
}

static int
given (int n, int flag, int limit)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      if (a[i] > limit)
        flag = -7;
      if (a[i] == 3 && limit < 1001)
        flag = -7;
    }
  return flag;
}

static void
outside (int n, int limit)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (a[i] > limit)
      {
        small = 200;
        half = -2;
        far_off = 1LL << 40;
      }
}

static void
scatter (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      seen[from[i]] = 1;
      wide[from[i]] = -3;
    }
}

static void
through (int n, int *changed, int limit)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (a[i] > limit)
      *changed = 1;
}

static void
members (struct state *s, int n, int limit)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (a[i] > limit)
      {
        s->changed = 1;
        s->more = 0;
      }
}

static int
rounds (int n)
{
  int count = 0;
  bool changed = true;

  while (changed)
    {
      changed = false;
#pragma target
      for (int i = 0; i < n; i++)
        if (a[i] > 100)
          {
            a[i] = a[i] / 2;
            changed = true;
          }
      count++;
    }
  return count;
}

/* Whoever finds nothing sets nothing, in rows, too. */
static void
rows (int n, int *found)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      int here = 0;
      for (int j = 0; j < 40; j++)
        if (a[(i + j) % N] == i)
          here = 1;
      found[i] = here;
    }
}

/* Not one constant: the last one counts. */
static int
last (int n)
{
  int found = 4;

  for (int i = 0; i < n; i++)
    {
      if (a[i] == 50)
        found = 1;
      if (a[i] == 60)
        found = 2;
    }
  return found;
}

int
main (void)
{
  struct state state = { 9, 1 };
  int flag = 4;
  static int found[N];

#pragma target
  for (int i = 0; i < N; i++)
    {
      a[i] = (int) (i * 7919L % 1009);
      from[i] = i * 31 % 977;
      seen[i] = i % 3;
      wide[i] = i;
    }
  small = 3;
  half = 8;
  far_off = 2;
  printf ("any %d %d, all %d %d\n", any (N, 1000), any (N, 2000), all (N, 1000), all (N, 2000));
  printf ("given %d %d %d\n", given (N, 12, 1000), given (2, 12, 2000), given (N, -1, 2000));
  outside (N, 2000);
  printf ("outside %d %d %lld\n", small, half, far_off);
  outside (N, 1000);
  printf ("outside %d %d %lld\n", small, half, far_off);
  scatter (N);
  through (N, &flag, 2000);
  printf ("through %d\n", flag);
  through (N, &flag, 1000);
  printf ("through %d\n", flag);
  members (&state, N, 2000);
  printf ("members %d %d\n", state.changed, state.more);
  members (&state, N, 1000);
  printf ("members %d %d\n", state.changed, state.more);
  printf ("last %d, rounds %d\n", last (N), rounds (N));
  rows (N, found);
  show_int ("found", found, N);
  show_int ("seen", seen, N);
  for (int i = 0; i < N; i += 7)
    printf ("%ld\n", wide[i]);
  return 0;
}
