/* Heads of loops that macros write, with the mark, another loop or braces in the same macro: what a launch cannot take
 * the place of stays where it is, and what it can is written.
 * KERNELS: 3 */
#include "show.h"
#define N 300
#define MARKED_FOR(i, n) _Pragma ("target") for (int i = 0; i < (n); i++)
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define DOUBLED(i) b[i] = 2 * a[i]; c[i] = b[i]
#define TWO_LOOPS FOR (i, N) a[i] += i; FOR (i, N) b[i] += a[i]
#define ONCE do { FOR (i, N) c[i] += b[i]; } while (0)

static int a[N], b[N], c[N];

int
main (void)
{
  MARKED_FOR (i, N)
    a[i] = i;
  #pragma target
  FOR (i, N) { DOUBLED (i); }
  #pragma target
  TWO_LOOPS;
  #pragma target
  ONCE;
  #pragma target
  FOR (i, N) c[i] -= 3;
  _Pragma ("target") FOR (i, N)
    a[i] += c[i];
  show_int ("a", a, N);
  show_int ("b", b, N);
  show_int ("c", c, N);
  return 0;
}
