/* Pointers that may be null and are asked for that in kernels, handed on through two functions whose arrays stay on
 * the device: what a version is handed is null where the host's pointer is. REFUSED: nothing */
#include <stdio.h>

static void product (int n, double *out, const double *in, const double *bias)
{
  for (int i = 0; i < n; i++)
    {
      double value = bias != NULL ? bias[i] : 0.5;
      for (int k = 0; k < 20; k++)
        value += in[i] * k;
      out[i] = value;
    }
}

static void layer (int n, double *out, const double *in, const double *bias, int kind)
{
  if (kind > 0)
    product (n, out, in, bias);
}

static void several (int n, double *a, double *b, const double *bias, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      layer (n, b, a, bias, t + 1);
      product (n, a, b, t % 2 ? bias : NULL);
    }
}

int main (void)
{
  static double a[300], b[300], bias[300];
  const double *given[2] = { bias, NULL };
  double sum = 0;

  for (int i = 0; i < 300; i++)
    a[i] = i % 11 * 1e-9, bias[i] = i % 3 * 1e-9;
  for (int k = 0; k < 4; k++)
    several (300, a, b, given[k % 2], 1 + k / 2);
  layer (300, b, a, NULL, 1);
  for (int i = 0; i < 300; i++)
    sum += a[i] + b[i];
  printf ("%.12g\n", sum);
  return 0;
}
