// options --assume "no NaN"
// expect min_ternary/i: parallel reduction min m
double min_ternary (int n, const double *A) { double m = A[0]; for (int i = 0; i < n; i++) m = m < A[i] ? m : A[i]; return m; }
