void use(double *);

void branches(int n, int c, double A[n], double B[n])
{
  A[0] = 1;
  if (c > 1) {
#pragma target
    for (int i = 0; i < n; i++) /* parallel */
      B[i] += A[i];
  }
  B[0] = B[0] + 1;
  if (c > 2)
    A[1] = 2;
  else
    B[1] = 3;
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    A[i] = 2 * A[i];
}
