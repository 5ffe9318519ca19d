/* Elements that the host sets and reads between calls whose arrays stay on the device: one thread does it there. KERNELS: 0 FOUND: 5 */
#include "show.h"
#define N 120
#define STEPS 40

static double p[N][N], q[N][N];
static int at[4] = { 20, 50, 80, 110 };

static void
step (double a[N][N], double b[N][N])
{
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      b[i][j] += 0.1 * (a[i - 1][j] + a[i + 1][j] - 2 * a[i][j]);
}

static void
scale (double a[N][N], double by)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] *= by;
}

/* A source in each step, and what comes in elsewhere. */
static void
sources (const double w[STEPS], double trace[STEPS])
{
  for (int t = 0; t < STEPS; t++)
    {
      step (p, q);
      step (q, p);
      for (int s = 0; s < 4; s++)
        p[at[s]][at[s]] += w[t];
      trace[t] = p[60][70];
    }
}

/* What is read decides what is called. */
static int
decides (double limit)
{
  int scaled = 0;

  for (int t = 0; t < STEPS; t++)
    {
      step (q, p);
      if (p[50][50] > limit)
        {
          scale (p, 0.5);
          scaled++;
        }
      p[t][t] = t;
    }
  return scaled;
}

/* Printed between the calls: that stays the host's. */
static void
printed (void)
{
  for (int t = 0; t < STEPS; t++)
    {
      step (p, q);
      q[t][3] += 1;
      if (t % 8 == 0)
        printf ("%d: %a\n", t, q[t][3]);
    }
}

int
main (void)
{
  static double w[STEPS], trace[STEPS];

  for (int t = 0; t < STEPS; t++)
    w[t] = noise (t);
  fill (p[0], N * N, 1);
  fill (q[0], N * N, 2);
  sources (w, trace);
  show ("trace", trace, STEPS);
  printf ("%d\n", decides (0.3));
  printed ();
  show ("p", p[0], N * N);
  show ("q", q[0], N * N);
  return 0;
}
