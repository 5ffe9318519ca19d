/* Scalars that a kernel changes, iterators and last values that are used later. */
int scalars(int n, double A[n], double B[n])
{
  int i, last = 0;
  double s = 0;

#pragma target
  for (i = 0; i < n; i++) /* parallel */
    A[i] = B[i];
  B[0] = i;
#pragma target serial
  {
    s = s + A[0];
    last = (int)s;
  }
#pragma target
  for (i = 0; i < n; i++) /* parallel */
    A[i] = s + last;
  return last;
}
