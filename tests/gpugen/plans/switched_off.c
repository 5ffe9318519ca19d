#include <stdio.h>
#define N 500

/* What constants switch off reads nothing: nothing is copied for it, and the check of copies knows it. */
enum { DEBUG = 0, PLAIN = 1 };

static double out[N], trace[N], weights[N];

static void step(const double *from, const double *by, int s)
{
#pragma target
  for (int i = 0; i < N; i++) /* parallel */
    {
      out[i] = out[i] * 2 + s;
      if (DEBUG)
        out[i] += from[i];
      out[i] += PLAIN || by[i] > 0 ? 1 : by[i];
    }
}

int main(void)
{
#pragma target
  for (int i = 0; i < N; i++) /* parallel */
    out[i] = i;
  for (int s = 0; s < 10; s++)
    step(trace, weights, s);
  printf("%f\n", out[5]);
  return 0;
}
