/* How much memory pointers lead to is found out when the program runs: what a reader of options or a file has allocated, with
 * sizes that no declaration, call or loop says. Here are pointers into the middle of a block, NULL, memory that is no block of malloc's
 * (static, or on the stack), blocks that were moved by realloc, aligned ones, and several parts of one block.
 * FOUND: 7 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  int n, bins;
  int *at;
  double *weight, *value;
} Table;

static double fixed[500];

/* Sizes that depend on what is read. */
static int *
places (int n, unsigned seed)
{
  int *at = NULL;

  for (int have = 0; have < n; have++)
    {
      if ((have & (have - 1)) == 0)
        at = realloc (at, (have ? 2 * have : 1) * sizeof *at);
      seed = seed * 1664525u + 1013904223u;
      at[have] = (int) (seed >> 16) % n;
    }
  return at;
}

static Table
table_new (int n, int kind)
{
  Table t = { .n = n, .bins = n / 3 + 1, .at = places (n, 7u + (unsigned) kind) };
  double *made = NULL;

  switch (kind)
    {
    case 0:
      made = malloc ((n + 5) * sizeof *made);
      break;
    case 1: /* In the middle of a block. */
      made = malloc ((n + 40) * sizeof *made);
      made += 17;
      break;
    case 2:
      made = fixed;
      break;
    default:
      made = aligned_alloc (64, (n + 16) / 8 * 64);
    }
  for (int i = 0; i < n; i++)
    made[i] = i * 0.25 - kind;
  t.weight = made;
  t.value = calloc (n, sizeof *t.value);
  return t;
}

/* Where it begins a loop reads through places that a table says. */
static void
gather (Table t)
{
  for (int i = 0; i < t.n; i++)
    t.value[i] += t.weight[t.at[i]] * 2 + t.at[(i * 7) % t.n];
}

/* No weights at all: NULL is a pointer that leads nowhere. */
static double
sum (Table t, const double *extra)
{
  double all = 0;

  for (int i = 0; i < t.n; i++)
    {
      double x = t.value[t.at[i]];
      if (extra)
        x += extra[t.at[i] % t.bins];
      if (x > all)
        all = x;
    }
  return all;
}

/* Both are parts of one block, one behind the other, or one in the other. */
static void
shift (double *to, const double *from, const int *at, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = from[at[i]] + 1;
}

static void
show (const char *name, const double *x, int n)
{
  double all = 0;

  for (int i = 0; i < n; i++)
    all += x[i] * (i % 5 + 1);
  printf ("%s %.10g\n", name, all);
}

int
main (void)
{
  const int n = 400;
  double stack[400];
  void *odd = NULL;
  volatile size_t most = (size_t) -1, alignment = 24;

  /* What malloc's like says where it does not allocate. */
  printf ("%d\n", posix_memalign (&odd, alignment, 64));
  errno = 0;
  printf ("%d", reallocarray (NULL, most, 2) == NULL);
  printf (" %d\n", errno);
  errno = 0;
  printf ("%d", calloc (most, 2) == NULL);
  printf (" %d\n", errno);

  for (int kind = 0; kind < 4; kind++)
    {
      Table t = table_new (n, kind);
      gather (t);
      gather (t);
      show ("value", t.value, n);
      printf ("%.10g %.10g %.10g\n", sum (t, NULL), sum (t, t.value + 100), sum (t, fixed));
      memset (stack, 0, sizeof stack);
      shift (stack, t.value, t.at, n);
      show ("stack", stack, n);
      double *both = malloc (2 * n * sizeof *both);
      for (int i = 0; i < 2 * n; i++)
        both[i] = i % 11;
      shift (both + n, both, t.at, n);
      show ("behind", both, 2 * n);
      shift (both, both + 50, t.at, n);
      show ("in", both, 2 * n);
      both = realloc (both, 3 * n * sizeof *both);
      shift (both + 2 * n, both, t.at, n);
      show ("moved", both + 2 * n, n);
      char *line = NULL;
      size_t room = 0;
      FILE *file = fmemopen ((char *) "a line\n", 7, "r");
      if (getline (&line, &room, file) > 0)
        printf ("%s", line);
      fclose (file);
      free (line);
      free (both);
      free (t.value);
      free (t.at);
    }
  return 0;
}
