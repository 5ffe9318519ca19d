//@ f4
static double f4 (int n, int m)
{
  double s = 1.5, t = -0.5;
  for (int i = 0; i < n; i++) {
    x[i] = 0.5 * x[i] + 0.25;
    if (i % 2 == 0)
      continue;
    y[i] = 0.5 * y[i] + 0.375;
  }
  return s + 2.0 * t;
}
