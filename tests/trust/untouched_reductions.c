/* What no iteration touches stays as it was, whatever the operation makes of it. */
#include <stdio.h>
#include <math.h>
#define N 300000
int a[N]; double x[N];
static int any(int s, int n, int m, int t) {
#pragma target
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) if (a[i] < t) s = s || a[i]; return s; }
static int all(int s, int n, int m, int t) {
#pragma target
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) if (a[i] < t) s = s && a[i]; return s; }
static double sum(double s, int n, int m) {
#pragma target
 for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += x[i]; return s; }
static int top(int s, int n) {
#pragma target
 for (int i = 0; i < n; i++) if (a[i] > s) s = a[i]; return s; }
int main(void) {
  for (int i = 0; i < N; i++) { a[i] = i % 7; x[i] = -0.0; }
  for (int s = 0; s < 8; s += 5)
  for (int n = 0; n <= N; n += N / 2)
    for (int m = 0; m < 2; m++)
      for (int t = -1; t < 9; t += 9)
        printf ("%d %d %d\n", any (s, n, m, t), all (s, n, m, t), top (s, n));
  printf ("%d %d %d\n", !!signbit (sum (-0.0, 0, 1)), !!signbit (sum (-0.0, N, 0)), !!signbit (sum (-0.0, N, 1)));
}
