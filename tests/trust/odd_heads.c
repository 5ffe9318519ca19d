/* Heads of functions that do not fit on one line: comments to the line's end, directives, spaces.
 * Declarations that begin with words of the compiler's own. */
#include "show.h"
#define N 97

typedef double real;
static __attribute__ ((aligned (64))) real shifted[N];
__extension__ static real scaled[N];

static void
add (
  double out[], // out[0:n-1]
#ifdef LONG_ROWS
  const double *in, int n
#else
  const double in[], /* in[0:n-1] */
  int n
#endif
  //, double *unused
  )
// the body begins below
{
#pragma target
  for (int i = 0; i < n; i++)
    out[i] += in[i] * in[i];
}

int
main (void)
{
  static double a[N], b[N];

  fill (a, N, 1);
  fill (b, N, 2);
  add (a, b, N);
#pragma target
  for (int i = 0; i < N; i++)
    {
      shifted[i] = a[i] + 1;
      scaled[i] = a[i] * 2;
    }
  show ("a", a, N);
  show ("shifted", shifted, N);
  show ("scaled", scaled, N);
  return 0;
}
