// options --alias refuse
// expect maybe/i: unknown IHOP-D010
void maybe (int n, double A[100], double B[100]) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
