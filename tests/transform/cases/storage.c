/* Variables: declared elsewhere, expanded, private. */
static double a[100], b[100], s;

double plain (int n)
{
  int i, j;
  double t, u = 0;
  int k;

  // RUN: scalar-expand plain/i t
  // RUN: privatize plain/i t
  // RUN: privatize plain/i u
  // RUN: privatize plain/i nothing
  // RUN: scalar-expand plain/i i
  // RUN: scalar-expand plain/i s
  // RUN: declare-iterator plain/i
  // RUN: privatize plain/i t ; declare-iterator plain/i
  for (i = 0; i < n; i++)
    {
      t = a[i] * 2; /* twice */
      b[i] = t + 1;
      u += t;
    }
  // RUN: declare-iterator plain/j
  // RUN: reverse plain/j
  // RUN: interchange plain/j
  for (j = 0; j < n; j++)
    a[j] = 0;
  // RUN: declare-iterator plain/k
  // RUN: expand-assign plain 33
  // RUN: expand-assign plain 34
  // RUN: expand-assign plain 35
  for (k = 0; k < n; k++) {
    a[k] += b[k] * 2;
    a[k] -= b[k] - 1;
    b[k] = 0;
  }
  // RUN: scalar-expand plain/m v
  // RUN: scalar-expand plain/m w
  for (int m = 2; m < 50; m++) {
    double v = a[m], w = v * v, z = w + v;
    b[m] = z;
  }
  return u + j;
}

void rows (double in[100][8], double out[100][8])
{
  double w[8];

  // RUN: privatize rows/r w
  // RUN: reverse rows/r
  // RUN: privatize rows/r w ; reverse rows/r
  for (int r = 0; r < 100; r++) {
    for (int k = 0; k < 8; k++)
      w[k] = in[r][k] * 2;
    for (int k = 0; k < 8; k++)
      out[r][k] = w[7 - k];
  }
}

void strips (int n, const double *restrict x, double *restrict y)
{
  // RUN: scalar-expand strips/it/i t
  // RUN: array-expand strips/it/i u
  // RUN: array-expand strips/it/i v
  // RUN: scalar-expand strips/it/i t ; array-expand strips/it t_i
  for (int it = 0; it < n; it += 32)
    for (int i = it; i < (it + 32 <= n ? it + 32 : n); i++) {
      double t = x[i], u[2], v[2] = { 0 };
      u[0] = t;
      u[1] = 2 * t;
      y[i] = u[0] * u[1] + v[1];
    }
}

void steps_of_strips (int n, const double *restrict x, double *restrict y)
{
  // RUN: scalar-expand steps_of_strips/it/i t
  for (int it = 0; it < n; it += 32)
    for (int i = (it > 3 ? it : 3); i <= (it + 31 < n - 1 ? it + 31 : n - 1); i++) {
      double t = x[i];
      y[i] = t * t;
    }
}
