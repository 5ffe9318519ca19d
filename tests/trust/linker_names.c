/* KERNELS: 1. Variables that are the same memory because the linker is told so. */
#include "show.h"
#define N 2000

int first[N];
static int own[N];
extern int second[N] __attribute__ ((alias ("first")));
extern int third[N] asm ("first");

static void
by_name (int n)
{
#pragma target
  for (int i = 1; i < n; i++)
    first[i] = second[i - 1] + 1;
#pragma target
  for (int i = 1; i < n; i++)
    third[n + i] = first[n + i - 1] + 1;
}

static void
by_pointer (int n)
{
  int *p = first + 1, *q = third;

#pragma target
  for (int i = 0; i < n; i++)
    p[i] = q[i] + 1;
}

static void
between (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    first[i] += own[i];
  printf ("%d\n", second[7]);
#pragma target
  for (int i = 0; i < n; i++)
    own[i] += i;
}

int
main (void)
{
  by_name (N / 2);
  show_int ("first", first, N);
  by_pointer (300);
  between (N);
  show_int ("first", first, N);
  show_int ("own", own, N);
}
