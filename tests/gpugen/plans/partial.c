/* Written only in part: what comes back must have gone there, or only the part comes back. */
void partial(int n, double A[n], double B[n], double C[n])
{
#pragma target
  for (int i = 1; i < n - 1; i++) /* parallel */
    B[i] = A[i - 1] + A[i + 1];
#pragma target
  for (int i = 0; i < n / 2; i++) /* parallel */
    C[2 * i] = B[i];
}
