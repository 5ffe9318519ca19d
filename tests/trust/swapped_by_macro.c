/* Buffers that a macro exchanges, as solvers do: nothing can be put inside of what the macro makes, and the copies on the device
 * change places behind it. KERNELS: 7, REFUSED: nothing. */
#include "show.h"
#define N 600
#define SWAP(x0, x) { double *tmp = x0; x0 = x; x = tmp; }
#define SWAP_ONCE(x0, x) do { double *t = x0; x0 = x; x = t; } while (0)
#define SWAP_LIST(x0, x) kept = x0; x0 = x; x = kept
#define BEGIN_SWAP(x0, x) { double *tmp = x0; x0 = x;
#define END_SWAP(x) x = tmp; count++; }

static int count;

static void
blocks (double *a, double *b, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < N - 1; i++)
        b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
      SWAP (a, b);
    }
}

static void
blocks_once (double *a, double *b, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < N - 1; i++)
        b[i] = 0.5 * a[i - 1] + 0.5 * a[i + 1];
      if (t % 3 != 1)
        SWAP_ONCE (a, b);
      else
        count++;
    }
}

static void
lists (double *a, double *b, int steps)
{
  double *kept;

  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < N - 1; i++)
        b[i] = 0.5 * a[i - 1] + 0.25 * a[i + 1];
      SWAP_LIST (a, b);
#pragma target
      for (int i = 0; i < N; i++)
        a[i] += 1;
    }
}

static void
halves (double *a, double *b, int steps)
{
  for (int t = 0; t < steps; t++)
    {
#pragma target
      for (int i = 1; i < N - 1; i++)
        b[i] = 0.5 * a[i - 1] - 0.25 * a[i + 1];
      BEGIN_SWAP (a, b)
      END_SWAP (b)
    }
}

/* The host writes between two exchanges on one line, and the buffers have changed places once more than they were changed back. */
static void
between (double *a, double *b)
{
#pragma target
  for (int i = 0; i < N; i++)
    b[i] = a[i] + 1;
  SWAP (a, b); a[3] = 7; SWAP (a, b); SWAP (a, b);
#pragma target
  for (int i = 0; i < N; i++)
    b[i] = a[i] * 3;
}

int
main (void)
{
  static double a[N], b[N];

  fill (a, N, 1);
  fill (b, N, 2);
  for (int steps = 0; steps < 6; steps++)
    {
      blocks (a, b, steps);
      blocks_once (a, b, steps);
      lists (a, b, steps);
      halves (a, b, steps);
      between (a, b);
      show ("a", a, N);
      show ("b", b, N);
    }
  printf ("%d\n", count);
}
