void serial(int n, double A[n], double s[1])
{
  for (int t = 0; t < 100; t++) {
#pragma target begin
    for (int i = 1; i < n; i++) /* parallel */
      A[i] = A[i] * 0.5;
    A[0] = A[n - 1];
    for (int i = 1; i < 10; i++)
      A[i] = A[i - 1];
    for (int i = 1; i < n; i++) /* parallel */
      A[i] = A[i] + 1;
#pragma target end
  }
#pragma target serial
  for (int i = 1; i < n; i++)
    A[i] = A[i - 1];
}
