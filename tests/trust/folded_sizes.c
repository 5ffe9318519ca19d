/* Arrays whose sizes are constants in variables: C calls them arrays of variable length, and everybody knows how long they
 * are. They are a thread's own. REFUSED: nothing
 * FOUND: 4 */
#include <stdio.h>

static float a[4096], b[4096], w[64];

void blocks (int n, float *out, const float *in)
{
  const int unroll = 8;
  for (int o = 0; o < n; o += unroll)
    {
      float result[unroll];
      for (int k = 0; k < unroll; k++)
        result[k] = 0.5f;
      for (int i = 0; i < 64; i++)
        for (int k = 0; k < unroll; k++)
          result[k] += in[o + k] * w[i];
      for (int k = 0; k < unroll; k++)
        out[o + k] = result[k];
    }
}

void tables (int n, float *out, const float *in)
{
  const int rows = 2;
  const unsigned columns = 2 * rows + 1;
  for (int i = 2; i < n - 2; i++)
    {
      float near[rows][columns], sum = 0;
      float (*second)[columns] = near + 1;
      for (unsigned k = 0; k < columns; k++)
        {
          near[0][k] = in[i + k - 2];
          (*second)[k] = near[0][k] * k;
        }
      for (unsigned k = 0; k < columns; k++)
        sum += near[0][k] - near[1][k] * 0.25f;
      out[i] = sum;
    }
}

int main (void)
{
  double sum = 0;
  for (int i = 0; i < 64; i++)
    w[i] = i % 5;
  for (int i = 0; i < 4096; i++)
    a[i] = i % 17;
  blocks (4096, b, a);
  tables (4096, a, b);
  for (int i = 0; i < 4096; i++)
    sum += a[i] * (i % 3) + b[i];
  printf ("%.9g\n", sum);
  return 0;
}
