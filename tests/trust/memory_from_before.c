/* Memory that is there already when control comes back, or is made only sometimes, while the words that its size was said in go on.
 * KERNELS: 4 */
#include <stdio.h>
#include <stdlib.h>

static int *places (int n)
{
  int *at = malloc (n * sizeof *at);
  for (int i = 0; i < n; i++)
    at[i] = i * 7 % n;
  return at;
}

static void in_rounds (int n, const int *at, double *to)
{
  double *from = NULL;
  long m;

  for (int round = 0; round < 3; round++)
    {
      m = n + 2000000 * round;
      if (from == NULL)
        {
          from = malloc (m * sizeof *from);
          for (long i = 0; i < m; i++)
            from[i] = i;
        }
#pragma target
      for (long i = 0; i < n; i++)
        to[i] = from[at[i]] * 4;
    }
  free (from);
}

static void without_braces (int n, const int *at, double *to)
{
  double *from = NULL;
  long m;

  for (int round = 0; round < 3; round++)
    {
      m = n + 2000000 * round;
      if (from == NULL)
        from = calloc (m, sizeof *from);
#pragma target
      for (long i = 0; i < n; i++)
        to[i] += from[at[i]] + 3;
    }
  free (from);
}

static void sometimes (int n, long m, const int *at, double *to)
{
  double *from = NULL;

  if (n > 3)
    {
      from = malloc (m * sizeof *from);
      for (long i = 0; i < m; i++)
        from[i] = i;
    }
  m = m * 1000000;
#pragma target
  for (long i = 0; i < n; i++)
    to[i] += from[at[i]] * m;
  free (from);
}

/* Made anew each time: the words are right. */
static void each_time (int n, const int *at, double *to)
{
  for (int round = 0; round < 3; round++)
    {
      long m = n + round;
      double *from = malloc (m * sizeof *from);
      for (long i = 0; i < m; i++)
        from[i] = i * round;
#pragma target
      for (long i = 0; i < n; i++)
        to[i] += from[at[i]];
      free (from);
    }
}

int main (void)
{
  int n = 20;
  double *to = calloc (n, sizeof *to), sum = 0;
  int *at = places (n);

  in_rounds (n, at, to);
  without_braces (n, at, to);
  sometimes (n, n, at, to);
  each_time (n, at, to);
  for (int i = 0; i < n; i++)
    sum = sum * 0.75 + to[i];
  printf ("%.17g\n", sum);
  return 0;
}
