/* Memory as large as members of a struct say that is passed by value beside it, or do not say any more. KERNELS: 8 */
#include <stdio.h>
#include <stdlib.h>

typedef struct { int turn; long n, m; size_t bytes, places; } sizes;

static double seen;

static void look (long n, const double *a)
{
  for (long i = 0; i < n; i++)
    seen = seen * 0.75 + a[i];
}

static int *places (long n, long from)
{
  int *at = malloc (n * sizeof *at);
  for (long i = 0; i < n; i++)
    at[i] = (int) (i * 7 % from);
  return at;
}

static void number (double *x, long n)
{
  for (long i = 0; i < n; i++)
    x[i] = i * 0.5;
}

/* Members beside the one that tells the size are set all the time. */
static void gather (sizes s, double *to, const double *from, const int *at)
{
  s.turn++;
#pragma target
  for (long i = 0; i < s.n; i++)
    to[i] = from[at[i]] + s.turn;
}

static void once (int n)
{
  sizes s;

  s.n = n;
  s.m = s.n + 3;
  s.bytes = s.n * s.m * sizeof (double);
  double *to = malloc (s.n * sizeof *to), *from = malloc (s.bytes);
  int *at = places (n, s.n * s.m);
  number (from, s.n * s.m);
  for (s.turn = 0; s.turn < 3; s.turn++)
    gather (s, to, from, at);
  look (n, to);
}

/* Handed on, with the struct and without. */
static void inner (long n, long all, double *to, const double *from, const int *at)
{
#pragma target
  for (long i = 0; i < n; i++)
    to[i] += from[at[i]] * all;
}

static void outer (sizes s, double *to, const double *from, const int *at)
{
  inner (s.n, s.m, to, from, at);
}

static sizes sizes_of (long n)
{
  sizes s = { 1, n, 2 * n + 1, 0, 0 };
  return s;
}

static void handed_on (int n)
{
  sizes s = sizes_of (n);
  double *to = calloc (s.n, sizeof *to), *from = malloc (s.m * sizeof *from);
  number (from, s.m);
  outer (s, to, from, places (n, s.m));
  look (n, to);
}

/* The callee sets it anew. */
static void larger (sizes s, long n, double *to, const double *from, const int *at)
{
  s.m *= 1000000;
#pragma target
  for (long i = 0; i < n; i++)
    to[i] = from[at[i]] - s.m;
}

static void anew (int n)
{
  sizes s = sizes_of (n);
  double *to = calloc (s.n, sizeof *to), *from = malloc (s.m * sizeof *from);
  number (from, s.m);
  larger (s, n, to, from, places (n, s.m));
  look (n, to);
}

/* It is set twice; through a pointer; with the struct as a whole; in each round of a loop, while the memory stays; under another name in the union. */
static void twice (sizes s, long n, double *to, const double *from, const int *at)
{
#pragma target
  for (long i = 0; i < n; i++)
    to[i] = from[at[i]] * 2 + s.turn;
}

static void set_twice (int n)
{
  sizes s;

  s.m = n;
  s.turn = 1;
  double *to = malloc (n * sizeof *to), *from = malloc (s.m * sizeof *from);
  int *at = places (n, s.m);
  number (from, s.m);
  s.m = 3000000;
  twice (s, n, to, from, at);
  look (n, to);
}

static void grow (long *n) { *n += 5000000; }

static void pointed (sizes s, long n, double *to, const double *from, const int *at)
{
#pragma target
  for (long i = 0; i < n; i++)
    to[i] = from[at[i]] * 3 + s.turn;
}

static void set_by_pointer (int n)
{
  sizes s;

  s.m = n;
  s.turn = 1;
  double *to = malloc (n * sizeof *to), *from = malloc (s.m * sizeof *from);
  int *at = places (n, s.m);
  number (from, s.m);
  grow (&s.m);
  pointed (s, n, to, from, at);
  look (n, to);
}

static void whole (sizes s, long n, double *to, const double *from, const int *at)
{
#pragma target
  for (long i = 0; i < n; i++)
    to[i] = from[at[i]] * 5 + s.turn;
}

static void set_as_whole (int n)
{
  sizes s, other = { 2, n, 4000000, 0, 0 };

  s.m = n;
  double *to = malloc (n * sizeof *to), *from = malloc (s.m * sizeof *from);
  int *at = places (n, s.m);
  number (from, s.m);
  s = other;
  whole (s, n, to, from, at);
  look (n, to);
}

static void round_by_round (sizes s, long n, double *to, const double *from, const int *at)
{
#pragma target
  for (long i = 0; i < n; i++)
    to[i] = from[at[i]] * 4 + s.turn;
}

static void set_in_rounds (int n)
{
  sizes s;
  double *to = malloc (n * sizeof *to), *from;
  int *at = places (n, n);

  s.turn = 1;
  for (int round = 0; round < 3; round++)
    {
      s.m = n + 2000000 * round;
      if (round == 0)
        {
          from = malloc (s.m * sizeof *from);
          number (from, s.m);
        }
      round_by_round (s, n, to, from, at);
      look (n, to);
    }
}

typedef union { struct { long m; } as; long other; } either;

static void named (either e, long n, double *to, const double *from, const int *at)
{
#pragma target
  for (long i = 0; i < n; i++)
    to[i] = from[at[i]] * 5;
}

static void set_by_name (int n)
{
  either e;

  e.as.m = n;
  double *to = malloc (n * sizeof *to), *from = malloc (e.as.m * sizeof *from);
  int *at = places (n, e.as.m);
  number (from, e.as.m);
  e.other = 4000000;
  named (e, n, to, from, at);
  look (n, to);
}

int main (void)
{
  once (40);
  handed_on (30);
  anew (20);
  set_twice (20);
  set_by_pointer (20);
  set_as_whole (20);
  set_in_rounds (20);
  set_by_name (20);
  printf ("%.17g\n", seen);
  return 0;
}
