/* Structs with addresses in them: values change on the device, and every program has other addresses. */
#include <stdio.h>
#define N 64

struct cell { double value; double *next; struct { int flag; const char *name; } more[2]; };

static struct cell cells[N];
static double pool[N];

static void
grow (struct cell *c, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      c[i].value = c[i].value * 2 + 1;
      c[i].more[1].flag = i;
    }
}

/* KERNELS: 1 */
int
main (void)
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    {
      cells[i].value = i;
      cells[i].next = i % 5 ? &pool[i * 7 % N] : NULL;
      cells[i].more[0].name = "left";
      pool[i] = 1.0 / (i + 1);
    }
  grow (cells, N);
  for (int i = 0; i < N; i++)
    sum += cells[i].value + (cells[i].next ? *cells[i].next : 0) + cells[i].more[1].flag;
  printf ("%a\n", sum);
  return 0;
}
