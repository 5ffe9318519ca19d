// options --alias trust
// expect maybe/i: parallel assume "A and B do not overlap"
void maybe (int n, double *A, double *B) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
// expect rows/i: parallel
void rows (int n, double **A) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i][j] = 0; }
