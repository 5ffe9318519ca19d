/* assert is a statement expression in GNU C: what stands beside it is read all the same, and an iteration that may
 * end the program is none that others may run before. */
#include <assert.h>
#include <stdio.h>

#define N 100
static double a[N], b[N], c[N];

static double checked (double x)
{
  assert (x >= 0);
  return x * 0.5;
}

static void fill (int n)
{
  assert (n <= N && "too many");
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = i * 0.25;
}

static void guarded (int n)
{
  int last = -1;
  for (int i = 0; i < n; i++)
    {
      assert (a[i] >= 0);
      b[i] = a[i] * 2;
      last = i;
    }
  assert (last == n - 1);
#pragma target
  for (int i = 0; i < n; i++)
    c[i] = b[i] + last;
}

int main (void)
{
  double sum = 0;
  fill (N);
  guarded (N);
  for (int i = 0; i < N; i++)
    sum += checked (c[i]);
  printf ("%g\n", sum);
  return 0;
}
