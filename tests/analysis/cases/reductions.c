#include <math.h>
// expect sum/i: parallel reduction + s
double sum (int n, const double *A) { double s = 0; for (int i = 0; i < n; i++) s += A[i]; return s; }
// expect sum_left/i: parallel reduction + s
double sum_left (int n, const double *A) { double s = 0; for (int i = 0; i < n; i++) s = s + A[i]; return s; }
// expect sum_right/i: parallel reduction + s
double sum_right (int n, const double *A) { double s = 0; for (int i = 0; i < n; i++) s = A[i] + s; return s; }
// expect sum_chain/i: parallel reduction + s
double sum_chain (int n, const double *A) { double s = 0; for (int i = 0; i < n; i++) s = s + A[i] - 2; return s; }
// expect minus/i: parallel reduction + s
double minus (int n, const double *A) { double s = 0; for (int i = 0; i < n; i++) s -= A[i]; return s; }
// expect from/i: sequential flow s
double from (int n, const double *A) { double s = 0; for (int i = 0; i < n; i++) s = A[i] - s; return s; }
// expect product/i: parallel reduction * s
double product (int n, const double *A) { double s = 1; for (int i = 0; i < n; i++) s *= A[i]; return s; }
// expect divided/i: sequential flow s
double divided (int n, const double *A) { double s = 1; for (int i = 0; i < n; i++) s /= A[i]; return s; }
// expect max_if/i: parallel reduction max m
double max_if (int n, const double *A) { double m = A[0]; for (int i = 0; i < n; i++) if (A[i] > m) m = A[i]; return m; }
// expect max_swapped/i: parallel reduction max m
double max_swapped (int n, const double *A) { double m = A[0]; for (int i = 0; i < n; i++) { if (m <= A[i]) { m = A[i]; } } return m; }
// expect min_if/i: parallel reduction min m
double min_if (int n, const double *A) { double m = A[0]; for (int i = 0; i < n; i++) if (A[i] < m) m = A[i]; return m; }
// expect max_ternary/i: parallel reduction max m
double max_ternary (int n, const double *A) { double m = A[0]; for (int i = 0; i < n; i++) m = A[i] > m ? A[i] : m; return m; }
// expect min_ternary/i: sequential IHOP-D019
double min_ternary (int n, const double *A) { double m = A[0]; for (int i = 0; i < n; i++) m = m < A[i] ? m : A[i]; return m; }
// expect max_call/i: parallel reduction max m
double max_call (int n, const double *A) { double m = A[0]; for (int i = 0; i < n; i++) m = fmax (m, A[i]); return m; }
// expect abs_max/i: parallel reduction max m
double abs_max (int n, const double *A) { double m = 0; for (int i = 0; i < n; i++) if (fabs (A[i]) > m) m = fabs (A[i]); return m; }
// expect wrong_max/i: unknown
double wrong_max (int n, const double *A) { double m = 0; for (int i = 0; i < n; i++) if (fabs (A[i]) > m) m = A[i]; return m; }
// expect arg_max/i: unknown
int arg_max (int n, const double *A) { double m = 0; int k = 0; for (int i = 0; i < n; i++) if (A[i] > m) { m = A[i]; k = i; } return k; }
// expect bits_and/i: parallel reduction & s
int bits_and (int n, const int *A) { int s = -1; for (int i = 0; i < n; i++) s &= A[i]; return s; }
// expect bits_or/i: parallel reduction | s
int bits_or (int n, const int *A) { int s = 0; for (int i = 0; i < n; i++) s = s | A[i]; return s; }
// expect bits_xor/i: parallel reduction ^ s
unsigned bits_xor (int n, const unsigned *A) { unsigned s = 0; for (int i = 0; i < n; i++) s ^= A[i]; return s; }
// expect all/i: parallel reduction && s
int all (int n, const int *A) { int s = 1; for (int i = 0; i < n; i++) s = s && A[i] > 0; return s; }
// expect any/i: parallel reduction || s
int any (int n, const int *A) { int s = 0; for (int i = 0; i < n; i++) s = s || A[i] > 0; return s; }
// expect count_if/i: parallel reduction + c
int count_if (int n, const double *A) { int c = 0; for (int i = 0; i < n; i++) if (A[i] > 0) c++; return c; }
// expect hist/i: parallel reduction []~+ h
void hist (int n, const int *restrict b, int *restrict h) { for (int i = 0; i < n; i++) h[b[i]] += 1; }
// expect hist_read/i: unknown
void hist_read (int n, const int *restrict b, int *restrict h, int *restrict o) { for (int i = 0; i < n; i++) { h[b[i]] += 1; o[i] = h[5]; } }
// expect element/i: parallel reduction []+ s
void element (int n, const double *restrict A, double *restrict s) { for (int i = 0; i < n; i++) s[0] += A[i]; }
// expect two_updates/i: parallel reduction + s
double two_updates (int n, const double *A) { double s = 0; for (int i = 0; i < n; i++) { s += A[i]; if (A[i] > 2) s -= 1; } return s; }
// expect two_operators/i: sequential flow s
double two_operators (int n, const double *A) { double s = 0; for (int i = 0; i < n; i++) { s += A[i]; s *= 2; } return s; }
// expect prefix/i: sequential flow s
void prefix (int n, const double *restrict A, double *restrict B) { double s = 0; for (int i = 0; i < n; i++) { s += A[i]; B[i] = s; } }
// expect squared/i: sequential flow s
double squared (int n, const double *A) { double s = 1; for (int i = 0; i < n; i++) s += s * A[i]; return s; }
// expect rounded/i: sequential flow s
int rounded (int n, const double *A) { int s = 0; for (int i = 0; i < n; i++) s += A[i]; return s; }
// expect nested/i: parallel reduction + s
// expect nested/i/j: parallel reduction + s
double nested (int n, double A[50][50]) { double s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += A[i][j]; return s; }
// expect dot/i: parallel private s
// expect dot/i/j: parallel reduction + s
void dot (int n, double A[50][50], double *restrict y) { double s; for (int i = 0; i < n; i++) { s = 0; for (int j = 0; j < n; j++) s += A[i][j]; y[i] = s; } }
// expect used_value/i: sequential flow s
void used_value (int n, double *restrict A) { double s = 0; for (int i = 0; i < n; i++) A[i] = s += 1; }
// expect self_index/i: unknown
void self_index (int n, int *s) { for (int i = 0; i < n; i++) s[s[i]] += 1; }
// expect float_double/i: parallel reduction + s
float float_double (int n, const double *A) { float s = 0; for (int i = 0; i < n; i++) s += A[i]; return s; }
/* NaN: a comparison with it is false. */
// expect min_turned/i: parallel reduction min m
double min_turned (int n, const double *A) { double m = A[0]; for (int i = 0; i < n; i++) m = A[i] < m ? A[i] : m; return m; }
// expect min_whole/i: parallel reduction min m
int min_whole (int n, const int *A) { int m = A[0]; for (int i = 0; i < n; i++) m = m < A[i] ? m : A[i]; return m; }
// expect max_mixed/i: sequential IHOP-D019
double max_mixed (int n, const double *A, double m) { for (int i = 0; i < n; i++) { if (A[i] > m) m = A[i]; m = fmax (m, A[i]); } return m; }
// What is added to in odd rows is looked at in even ones: no thread may have a part of it of its own.
// expect seen/k: sequential
double seen (int n, int i, double s, const double *restrict a, double *restrict b)
{
  for (int k = 0; k < n; k++)
    if (i % 2 == 1)
      s += a[k];
    else
      b[k] = s;
  return s;
}
