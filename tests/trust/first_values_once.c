/* Loops whose first value does something, or is read from what the loop writes: it is worked out once, before the loop.
 * REFUSED: nothing; FOUND: 12. */
#include "show.h"
#define N 3000

static int turns = 3;

static int
next (int n)
{
  turns++;
  return n;
}

static int
counted_up (int *a, int n)
{
  int k = 5;

  for (int i = k++; i < n; i++)
    a[i] += 4;
  return k;
}

static int
counted_down (int *a, int n)
{
  int i;

  for (i = n--; i > 10; i--)
    a[i - 1] -= 10;
  return n + i;
}

static int
called (int *a, int n)
{
  for (int i = next (4); i < n; i++)
    a[i] += 3;
  return turns;
}

static int
global_set (int *a, int n)
{
  for (int i = (turns += 2); i < n; i++)
    a[i] += turns;
  return turns;
}

static int
two_set (int *a, int n)
{
  int i, j;

  for (i = (j = 3); i < n; i++)
    a[i] += j;
  return i + j;
}

static int
through_pointer (int *a, int n, int *p)
{
  int i;

  for (i = (*p)++; i < n; i++)
    a[i] -= 2;
  for (i = *p++; i < n; i++)
    a[i] *= 3;
  return *p;
}

static int
in_rounds (int *a, int n, int k)
{
  for (int j = 0; j < 3; j++)
    for (int i = k++; i < n; i++)
      a[i] -= j;
  return k;
}

static int
summed (const int *a, int n, int k)
{
  int sum = 0;

  for (int i = --k; i < n; i++)
    sum += a[i] % 5;
  return sum + k;
}

/* Others would begin elsewhere once the last one has stored. */
static void
read_and_written (int *a, int n)
{
  for (int i = a[n - 1] & 1; i < n; i++)
    a[i] = i * 2;
}

static int
set_before (int *a, int n, int k)
{
  int i;

  i = k++;
  while (i < n)
    {
      a[i] ^= k;
      i++;
    }
  return k;
}

int
main (void)
{
  static int a[N];
  int p[2] = { 7, 9 };

  for (int i = 0; i < N; i++)
    a[i] = i * 7 % 101;
  a[N - 1] = 1;
  printf ("%d\n", counted_up (a, N));
  printf ("%d\n", counted_down (a, N));
  printf ("%d\n", called (a, N));
  printf ("%d\n", global_set (a, N));
  printf ("%d\n", two_set (a, N));
  printf ("%d\n", through_pointer (a, N, p));
  printf ("%d\n", in_rounds (a, N, 10));
  printf ("%d\n", summed (a, N, 9));
  printf ("%d\n", set_before (a, N, 10));
  a[N - 1] |= 1;
  read_and_written (a, N);
  printf ("%d\n", set_before (a, N, 4) + p[0]);
  show_int ("a", a, N);
  return 0;
}
