// options: --auto
#define N 400
double A[N][N], x[N];

void found(int n)
{
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < N; i++) /* parallel */
      for (int j = 0; j < N; j++) /* parallel */
        A[i][j] += x[i] * x[j];
    x[0] = A[0][0];
    for (int i = 0; i < 20; i++) /* parallel */
      x[i] = 2 * x[i];
  }
  for (int i = 0; i < 20; i++) /* parallel */
    x[i] = 3 * x[i];
  for (int i = 1; i < N; i++)
    x[i] = x[i - 1] + 1;
}
