/* What asks for the number of its line is told that of the source, wherever the line stands in a product. */
#include <assert.h>
#include <stdio.h>

#define HERE() __LINE__
double grid[300][300], x[300], z[3000];

static int first (void) { return __LINE__; }

static void work (int n)
{
  assert (n > 0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      grid[i][j] += x[j] * i;
  printf ("%d\n", HERE ());
}

static int second (int n)
{
  typedef struct {
    int a;
  } pair;
  pair p = { n };
  double v[p.a * 10];

  for (int i = 0; i < 30; i++)
    v[i] = i;
  for (int i = 0; i < 3000; i++)
    {
      pair q = p;
      q.a += i;
      z[i] = q.a + v[i % (sizeof v / sizeof *v)] + sizeof (pair);
    }
  return __LINE__ + (int) z[7];
}

int main (void)
{
  for (int i = 0; i < 300; i++)
    x[i] = i % 11;
  for (int t = 0; t < 20; t++)
    work (300);
  printf ("%d %d %d %g\n", first (),
          second (3), __LINE__, grid[5][7]);
  return 0;
}
