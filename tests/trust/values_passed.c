/* What a kernel takes by value is read by the host when it is launched: a struct or a number that another kernel may have
 * written through a pointer has to be there before. KERNELS: 6 */
#include <stdio.h>

struct sizes { int n; double room[50], scale; } shared;
double weight = 2, out[50], other[2];
int limit = 20;

static void by_struct (double *z, double *y, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    z[i] = z[i] * 2;
#pragma target
  for (int i = 0; i < n; i++)
    y[i] = shared.room[3] + i;
}

static void by_number (double *z, double *y, int n)
{
#pragma target
  for (int i = 0; i < 1; i++)
    z[i] = z[i] * 2;
#pragma target
  for (int i = 0; i < n; i++)
    y[i] = weight + i;
}

static void by_size (int *z, double *y)
{
#pragma target
  for (int i = 0; i < 1; i++)
    z[i] = z[i] / 2;
#pragma target
  for (int i = 0; i < limit; i++)
    y[i] += 3;
}

static void
show (void)
{
  double sum = 0;

  for (int i = 0; i < 50; i++)
    sum += out[i] * (i + 1);
  printf ("%g %g %d\n", sum, weight, limit);
}

int
main (void)
{
  int n = 9;

  for (int i = 0; i < 50; i++)
    shared.room[i] = i;
  by_struct (shared.room, out, 50);
  show ();
  by_number (&weight, out + 20, 20);
  show ();
  by_number (other, out, 20);
  by_size (&limit, out);
  show ();
  by_size (&n, out + 7);
  show ();
  return 0;
}
