double norm(int n, const double A[n]);

int breaks(int n, double eps, double A[n], double B[n])
{
  int t;

  for (t = 0; t < 1000; t++) {
#pragma target
    for (int i = 1; i < n - 1; i++) /* parallel */
      B[i] = 0.5 * (A[i - 1] + A[i + 1]);
#pragma target
    for (int i = 1; i < n - 1; i++) /* parallel */
      A[i] = B[i];
    if (t % 100 == 0 && norm(n, A) < eps)
      break;
  }
  return t;
}
