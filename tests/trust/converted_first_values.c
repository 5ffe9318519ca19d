/* First values that the iterator's type does not hold as they are: what counts along starts from the converted
 * value. */
#include "show.h"

static double all[400];

/* KERNELS: 0 */
static double
of_unsigned (double *a, unsigned m)
{
  long k = 0;

  for (int u = m; u < 10; u++)
    {
      k += 2;
      a[k] = u;
    }
  return k;
}

static void
of_pointer (double *a, unsigned m)
{
  double *p = a;

  for (int u = m; u < 10; u++)
    *p++ += u;
}

static double
of_long (double *a, long m)
{
  long k = 0, before = 3;

  for (int u = m; u < 10; u++)
    {
      a[k] += before;
      k += 2;
      before = u;
    }
  return before;
}

int
main (void)
{
  double s = 0;

  for (int i = 0; i < 3; i++)
    {
      s += of_unsigned (all, i == 0 ? 4294967290u : 3u * i);
      of_pointer (all + 100, i == 0 ? 4294967290u : 3u * i);
      s += of_long (all + 200, i == 0 ? 4294967298 : 3l * i);
    }
  show ("all", all, 400);
  show ("s", &s, 1);
  return 0;
}
