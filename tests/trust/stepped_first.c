/* What is asked of a counter holds where the loop's head compares it: behind a step in the body it has gone on. One round is enough for
 * kernels to run, in each of these. KERNELS: 4 */
#include <stdio.h>
#include <stdlib.h>

typedef struct { int n; double *a, *b; } Pair;

static double out;

static void
counted_up (Pair *s, int rounds)
{
  int t = 0;
  while (t < rounds)
    {
      t++;
      double *b = s->b, *a = s->a, most = 0;
#pragma target
      for (int i = 0; i < s->n; i++)
        {
          double d = b[i] - a[i];
          if (d > most)
            most = d;
        }
      if (most > rounds)
        break;
      out += most;
      double *kept = s->a;
      s->a = s->b;
      s->b = kept;
    }
}

static void
counted_down (Pair *s, int rounds)
{
  int t = rounds;
  while (t > 0)
    {
      t -= 2;
      double *a = s->a;
#pragma target
      for (int i = 0; i < s->n; i++)
        a[i] += 0.25;
      if (s->a[0] > 50)
        break;
    }
}

static void
by_head (double *a, int rounds)
{
  for (int t = 0; t < rounds; t++)
    {
      int row = t * 4;
#pragma target
      for (int i = 0; i < 4; i++)
        a[row + i] *= 2;
    }
}

static void
row_before_step (double *a, int rounds)
{
  int t = 0;
  while (t < rounds)
    {
      int row = t * 4;
      t++;
#pragma target
      for (int i = 0; i < 4; i++)
        a[row + i] = a[row + i] * 2 + 1;
      out += a[row + 3];
    }
}

int
main (void)
{
  for (int rounds = 0; rounds < 5; rounds++)
    {
      Pair s = { 20, malloc (20 * sizeof (double)), malloc (20 * sizeof (double)) };
      for (int i = 0; i < 20; i++)
        {
          s.a[i] = i * 0.01;
          s.b[i] = 0.9;
        }
      counted_up (&s, rounds);
      counted_down (&s, rounds);
      by_head (s.b, rounds);
      row_before_step (s.a, rounds);
      printf ("%.17g %.17g %.17g\n", out, s.a[3], s.b[5]);
      free (s.a);
      free (s.b);
    }
}
