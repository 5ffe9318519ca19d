/* What every program of this folder ends with: all it computed, in full, to the bit. */
#pragma once
#include <stdio.h>

static void
show (const char *name, const double *a, long n)
{
  for (long i = 0; i < n; i++)
    printf ("%s[%ld] %a\n", name, i, a[i]);
}

static void
show_int (const char *name, const int *a, long n)
{
  for (long i = 0; i < n; i++)
    printf ("%s[%ld] %d\n", name, i, a[i]);
}

/* Numbers without pattern, the same at every run. */
static double
noise (long i)
{
  unsigned long long z = (unsigned long long) i * 0x9E3779B97F4A7C15ull + 1;

  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return (double) ((z ^ (z >> 31)) >> 11) / 9007199254740992.0 - 0.5;
}

static void
fill (double *a, long n, long seed)
{
  for (long i = 0; i < n; i++)
    a[i] = noise (i + seed * 1000003);
}
