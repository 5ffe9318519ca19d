#include <stdio.h>
#include <stdlib.h>
#define N 500

static double G[N];

static void scale(double f)
{
#pragma target
  for (int i = 0; i < N; i++) /* parallel */
    G[i] *= f;
}

static void add(int n, double tmp[n], double out[n])
{
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    tmp[i] = 2.0 * i;
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    out[i] += tmp[i];
}

int main(void)
{
  double *tmp = malloc(N * sizeof(double)), *out = malloc(N * sizeof *out);

  for (int i = 0; i < N; i++)
    out[i] = G[i] = i;
  for (int t = 0; t < 3; t++)
    scale(1.5);
  add(N, tmp, out);
  printf("%f %f\n", out[3], G[4]);
  free(tmp);
  free(out);
  return 0;
}
