//@ f1001431
static double f1001431 (int n, int m)
{
  double s = 1.5, t = -0.5;
  for (int i = 0; i < 8; i++) {
    y[i + 1] = 0.5 * y[i + 1] + 0.375 * B[i + 1][i + 1] - 0.0625 * A[i][i] + 0.125 * x[i] + 0.318;
  }
  for (long i = 0; i < 8; i++) {
    z[i] += 0.5 * y[i] + 0.0625 * (i * big / 9) + 0.25 * y[i] + 0.483;
  }
  return s + 2.0 * t;
}
