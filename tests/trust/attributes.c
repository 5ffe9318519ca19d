/* Attributes that change what a name means: a body that another file may replace, memory of two names. */
#include "show.h"
#define N 200

static int a[N];
__attribute__ ((weak)) int weak_array[N];
int walked[4] __attribute__ ((section ("walked_section")));
extern int __start_walked_section[];
_Alignas (64) static int aligned[N];

__attribute__ ((weak, noinline)) void
hook (int *x)
{
  x[0] += 1;
}

static int
hooks (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = i;
  hook (a);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  return a[0] + a[3];
}

static int
sections (int n)
{
  int *first = __start_walked_section;
#pragma target
  for (int i = 0; i < n / 50; i++)
    walked[i] = i + 1;
  first[1] = 99;
#pragma target
  for (int i = 0; i < n / 50; i++)
    walked[i] += 1;
  return walked[1];
}

static int
keeps_alignment (int n)
{
  __attribute__ ((aligned (128))) int local[N];
#pragma target
  for (int i = 0; i < n; i++)
    {
      local[i] = i + weak_array[i];
      aligned[i] = local[i];
    }
  return aligned[7] + local[9] + ((unsigned long) local % 128 == 0);
}

int
main (int argc, char **argv)
{
  (void) argv;
  int n = N * argc;
  printf ("%d %d %d\n", hooks (n), sections (n), keeps_alignment (n));
  return 0;
}
