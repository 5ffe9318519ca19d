/* Pointers that are copied byte by byte, and what then leads to the same memory under another name: by a function of bytes, over "void *", one
 * byte at a time, by way of a name's letters. Nobody may take these loops for parallel. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double *at; int n; } Part;

static void
copy_bytes (char *to, const char *from, size_t n)
{
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
}

static void
copy_anything (void *to, const void *from, size_t n)
{
  unsigned char *p = to;
  const unsigned char *q = from;

  while (n--)
    *p++ = *q++;
}

static char
byte_of (const void *from, size_t i)
{
  return ((const char *) from)[i];
}

int
main (void)
{
  enum { N = 200 };
  double *x = malloc (N * sizeof *x), *spare = malloc (N * sizeof *spare), sum = 0;
  Part first = { x, N }, by_char = { spare, N }, by_void = { spare, N }, one_by_one = { spare, N }, by_letters = { spare, N };
  char letters[sizeof (Part)];

  for (int i = 0; i < N; i++)
    x[i] = spare[i] = i % 7;
  copy_bytes ((char *) &by_char, (const char *) &first, sizeof first);
  copy_anything (&by_void, &first, sizeof first);
  for (size_t i = 0; i < sizeof first; i++)
    ((char *) &one_by_one)[i] = byte_of (&first, i);
  memcpy (letters, &first, sizeof first);
  for (size_t i = 0; i < sizeof first; i++)
    ((char *) &by_letters)[i] = letters[i];
#pragma target
  for (int i = 1; i < N / 1; i++)
    first.at[i] = by_char.at[i - 1] * 0.5 + 1;
#pragma target
  for (int i = 1; i < N / 2; i++)
    by_void.at[i] = first.at[i - 1] * 0.5 + 1;
#pragma target
  for (int i = 1; i < N / 3; i++)
    first.at[i] = one_by_one.at[i - 1] * 0.5 + 1;
#pragma target
  for (int i = 1; i < N / 4; i++)
    by_letters.at[i] = first.at[i - 1] * 0.5 + 1;
  for (int i = 0; i < N; i++)
    sum = sum * 0.9 + x[i] + spare[i];
  printf ("%.17g\n", sum);
}
