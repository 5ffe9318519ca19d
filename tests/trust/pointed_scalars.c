/* Sums that a pointer leads to, too: one memory, so not two copies of it on the device. */
#include <stdio.h>

static double x[500], total = 3;
static int counts[4];

static void
added (double *q)
{
#pragma target
  for (int i = 0; i < 500; i++)
    total += x[i];
#pragma target
  for (int i = 0; i < 500; i++)
    *q += x[i] * 2;
}

static double
together (double *q, int n)
{
  double s = 0, *other = n > 100 ? &s : q;

#pragma target
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma target
  for (int i = 0; i < n; i++)
    *other -= x[i] * 3;
#pragma target
  for (int i = 0; i < n; i++)
    {
      s += x[i];
      *q += 1;
    }
  return s;
}

int
main (void)
{
  double s = 1;
  int *place = &counts[2];

  for (int i = 0; i < 500; i++)
    x[i] = i % 37;
#pragma target
  for (int i = 0; i < 500; i++)
    s += x[i] * 2;
  double *q = &s;
#pragma target
  for (int i = 0; i < 500; i++)
    *q = *q - x[i];
  printf ("%.9g\n", s);
#pragma target
  for (int i = 0; i < 500; i++)
    counts[i & 3] += 1;
#pragma target
  for (int i = 0; i < 500; i++)
    *place += x[i] > 5;
  added (&total);
  added (q);
  printf ("%.9g", together (q, 400));
  printf (" %.9g", together (&total, 50));
  printf (" %.9g %.9g %d\n", s, total, counts[2]);
  return 0;
}
