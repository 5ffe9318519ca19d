/* What hangs on one member of a struct is not found in another one; and all the ways by which it is. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300 };

typedef struct { int n; double *a, *b, *c; double *pair[2]; } state;

static double seen;

static void look (int n, const double *a)
{
  for (int i = 0; i < n; i++)
    seen = seen * 0.99 + a[i] * (i % 5 + 1);
}

static double *numbers (int n)
{
  double *a = malloc (n * sizeof *a);

  for (int i = 0; i < n; i++)
    a[i] = i * 0.5 + 1;
  return a;
}

static void make (state *s, int n)
{
  s->n = n;
  s->a = numbers (n);
  s->b = malloc (n * sizeof *s->b);
  for (int i = 0; i < n; i++)
    s->b[i] = 3 - i;
  s->c = calloc (n, sizeof *s->c);
  s->pair[0] = numbers (n);
  s->pair[1] = numbers (n);
}

/* Nothing of this meets. */
static void shift (state *s)
{
  for (int i = 0; i + 1 < s->n; i++)
    s->b[i] = s->a[i + 1] + s->pair[0][s->n - 1 - i];
  for (int i = 0; i + 1 < s->n; i++)
    s->c[i] = s->b[i] - s->a[i];
}

static void set (double **place, double *value)
{
  *place = value;
}

static state turned (state s)
{
  s.b = s.a;
  return s;
}

/* What is given sets b to what a is: one iteration reads what another one writes. */
#define WAY(name, ...)                     \
  static void name (state *s)              \
  {                                        \
    __VA_ARGS__;                           \
  }                                        \
  static void run_##name (state *s)        \
  {                                        \
    for (int i = 0; i + 1 < s->n; i++)     \
      s->a[i + 1] = s->b[i] * 0.5 + s->c[i]; \
  }

WAY (by_pointer, set (&s->b, s->a))
WAY (by_bytes, memcpy (&s->b, &s->a, sizeof s->b))
WAY (by_offset, *(double **) ((char *) s + offsetof (state, b)) = s->a)
WAY (by_union, union { double *one; double *other; } u; u.one = s->a; s->b = u.other)
WAY (by_copy, state t = *s; t.b = t.a; *s = t)
WAY (by_list, state t = { s->n, s->a, s->a, s->c, { s->pair[0], s->pair[1] } }; *s = t)
WAY (by_literal, *s = (state) { .n = s->n, .b = s->a, .a = s->a, .c = s->c })
WAY (by_array, s->pair[0] = s->a; s->b = s->pair[s->n > 3 ? 0 : 1])
WAY (by_value, *s = turned (*s))

#define TRY(name)                                            \
  do                                                         \
    {                                                        \
      state *s = malloc (sizeof *s);                         \
      make (s, N);                                           \
      name (s);                                              \
      run_##name (s);                                        \
      look (N, s->a);                                        \
      look (N, s->c);                                        \
      printf ("%.17g\n", seen);                              \
    }                                                        \
  while (0)

int main (void)
{
  state plain;

  make (&plain, N);
  shift (&plain);
  look (N - 1, plain.b);
  look (N, plain.c);
  printf ("%.17g\n", seen);
  TRY (by_pointer);
  TRY (by_bytes);
  TRY (by_offset);
  TRY (by_union);
  TRY (by_copy);
  TRY (by_list);
  TRY (by_literal);
  TRY (by_array);
  TRY (by_value);
  return 0;
}
