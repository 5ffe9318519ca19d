//@ f1
static double f1 (int n, int m)
{
  double s = 1.5, t = -0.5;
  for (int i = 0; i < 8; i++) {
    x[i] = 0.5 * z[i] + 0.0625 * ((n - 13) * i);
  }
  return s + 2.0 * t;
}
//@ f2
static double f2 (int n, int m)
{
  double s = 1.5, t = -0.5;
  for (long i = 0; i < n; i++) {
    x[i] = 0.5 * z[i] + 0.0625 * (i + big);
  }
  return s + 2.0 * t;
}
//@ f3
static double f3 (int n, int m)
{
  double s = 1.5, t = -0.5;
  for (int i = 0; i < 8; i++) {
    x[i] = 0.5 * z[i] + 0.0625 * (i - 3);
  }
  return s + 2.0 * t;
}
