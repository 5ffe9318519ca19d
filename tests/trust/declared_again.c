/* Variables that are declared more than once, with their types, after what they are used in, in registers, and words of
 * C's that C++ spells otherwise. REFUSED: nothing. KERNELS: 3 */
#include "show.h"
#include <assert.h>
#include <stdalign.h>

int n;
int n;
int n = 60;
static double a[60];
static double a[60];
extern int b[];
int b[60];
extern struct late { int x; } c[60], *unused;
struct late c[60];
_Static_assert (sizeof (int) == 4, "int");
struct wide { _Alignas (16) float f[4]; _Static_assert (sizeof (float) == 4, "float"); };
alignas (32) static struct wide w[60];

static double scale (register int m, register double *x, register double k)
{
  register int i;

  #pragma target
  for (i = 0; i < m; i++)
    x[i] = i * k;
  return x[m - 1];
}

static double sum (const double *v, int m) { double s = 0; _Static_assert (2 > 1, ""); for (int i = 0; i < m; i++) s += v[i]; return s; } double
total (const double *v, int m)
{
  double s = 0;

  for (int i = 0; i < m; i++)
    s += v[i];
  return s;
}

int
main (void)
{
  #pragma target
  for (int i = 0; i < n; i++)
    {
      b[i] = 2 * i;
      c[i].x = 3;
    }
  #pragma target
  for (int i = 0; i < n; i++)
    w[i].f[1] = i + (float) _Alignof (struct wide);
  printf ("%g\n", scale (60, a, 0.5));
  for (int i = 0; i < n; i++)
    a[i] += b[i] + c[i].x + w[i].f[1];
  printf ("%g %g\n", sum (a, n), total (a, n));
  show ("a", a, n);
  return 0;
}
