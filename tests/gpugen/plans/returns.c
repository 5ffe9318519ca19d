int check(int n, const double A[n]);

int returns(int n, double A[n])
{
  double *T = 0;
  double w[64];

  for (int i = 0; i < 64; i++)
    w[i] = i;
  if (n < 1)
    return -1;
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    A[i] = A[i] + w[i % 64];
  if (check(n, A))
    return 1;
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    A[i] = A[i] * w[i % 64];
  return 0;
}
