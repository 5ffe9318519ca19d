/* Labels that nobody jumps to, as tools for hardware want them, and one that somebody does jump to. KERNELS: 5 */
#include "show.h"
#define N 300

static double a[N], b[N];
static int row[N + 1], col[3 * N];

static void
multiply (int n)
{
  #pragma target
  rows: for (int i = 0; i < n; i++)
    {
      double s = 0;
      columns: for (int j = row[i]; j < row[i + 1]; j++)
        s += b[col[j]] + j;
      a[i] = s;
    }
}

static void
shift (int n, int k)
{
  here: k = k > 3 ? 5 : 6;
  #pragma target
  {
    one: for (int i = k; i < n; i++)
      b[i] = a[i - k] + 1;
    two: for (int i = 0; i < n; i++)
      a[i] = b[i] * 2;
  }
  if (k > 4)
    three:
    #pragma target
    for (int i = 0; i < n; i++)
      a[i] += 3;
}

static void
again (int n)
{
  int times = 0;

back:
  #pragma target
  for (int i = 0; i < n; i++)
    b[i] = b[i] * 0.5 + times;
  if (++times < 3)
    goto back;
}

int
main (void)
{
  setup: for (int i = 0; i <= N; i++)
    row[i] = 3 * i;
  fill: for (int i = 0; i < 3 * N; i++)
    col[i] = i * 7 % N;
  multiply (N);
  shift (N, 4);
  again (N);
  show ("a", a, N);
  show ("b", b, N);
  return 0;
}
