/* A function with goto: copies stand around every kernel. */
int jumps(int n, double A[n])
{
  int t = 0;

again:
  t++;
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    A[i] = A[i] * 0.5;
  if (t < 10)
    goto again;
  return t;
}
