#include <stddef.h>
// expect below_zero/i: unknown IHOP-D001
void below_zero (unsigned n, double *A) { for (unsigned i = n - 1; i >= 0; i--) A[i] = 0; }
// expect minus_one/i: sequential flow A
void minus_one (unsigned n, double *A) { for (unsigned i = 1; i < n; i++) A[i] = A[i - 1]; }
// expect minus_one_from_zero/i: unknown IHOP-D017
void minus_one_from_zero (unsigned n, double *A, double *restrict B) { for (unsigned i = 0; i < n; i++) A[i - 1] = B[i]; }
// expect size_bound/i: parallel assume "n > 0"
void size_bound (size_t n, double *A) { for (size_t i = 0; i < n - 1; i++) A[i] = 0; }
// expect size_plain/i: parallel
void size_plain (size_t n, double *A) { for (size_t i = 0; i < n; i++) A[i] = 0; }
// expect size_shift/i: unknown IHOP-D001
void size_shift (size_t n, double *A) { for (size_t i = 1; i + 1 < n; i++) A[i + 1] = 0; }
// expect mixed/i: parallel
void mixed (unsigned n, double *A) { for (int i = 0; i < n; i++) A[i] = 0; }
// expect small/i: parallel
void small (double *A) { for (unsigned char i = 0; i < 200; i++) A[i] = 0; }
// expect endless/i: unknown
void endless (double *A, double *restrict B) { for (unsigned char i = 0; i < 300; i++) A[i] = B[i]; }
// expect narrowed/i: parallel assume "n < 257"
void narrowed (int n, double *A) { for (int i = 0; i < n; i++) A[(unsigned char) i] = i; }
// expect narrowed_ok/i: parallel
void narrowed_ok (double *A) { for (int i = 0; i < 200; i++) A[(unsigned char) i] = i; }
// expect wide/i: parallel
void wide (long n, double *A) { for (int i = 0; i < n; i++) A[(size_t) i] = 0; }
// expect wrap_ne/i: parallel
void wrap_ne (unsigned n, double *A) { for (unsigned i = 0; i != n; i++) A[i] = 0; }
// expect product32/i/j: unknown
// expect product32/i: unknown
void product32 (unsigned n, unsigned m, double *A) { for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < m; j++) A[i * m + j] = 0; }
