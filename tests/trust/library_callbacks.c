/* Calls of the C library that run functions of the program, which change what fragments work on. */
#define _GNU_SOURCE
#include "show.h"
#include <signal.h>
#include <stdlib.h>
#define N 1000

static int a[N];

static ssize_t
put (void *cookie, const char *text, size_t n)
{
  (void) cookie;
  (void) text;
  a[3] += 1000;
  return (ssize_t) n;
}

static int
cookies (int n)
{
  cookie_io_functions_t functions = { NULL, put, NULL, NULL };
  FILE *stream = fopencookie (a, "w", functions);
  setvbuf (stream, NULL, _IONBF, 0);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = i;
  fputs ("A", stream);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] += 1;
  fclose (stream);
  return a[3];
}

static int
compare (const void *x, const void *y)
{
  a[5]++;
  return *(const int *) x - *(const int *) y;
}

static int
sorting (int n)
{
  int few[] = { 3, 1, 2 };
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = i;
  qsort (few, 3, sizeof *few, compare);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  return a[5] > 10;
}

static void
handler (int number)
{
  a[7] = number * 1000;
}

static int
signals (int n)
{
  signal (SIGUSR1, handler);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = i;
  raise (SIGUSR1);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] += 1;
  return a[7];
}

int
main (int argc, char **argv)
{
  (void) argv;
  int n = N * argc, seen = cookies (n);
  seen = seen * 10 + sorting (n);
  printf ("%d %d\n", seen, signals (n));
  return 0;
}
