// options --assume "said: k >= n"
// options --noalias "said: A, B"
// expect said/i: parallel assume "k >= n"
void said (int n, int k, double *A) { for (int i = 0; i < n; i++) A[i] = A[i + k]; }
// expect not_said/i: sequential
void not_said (int n, int k, double *A) { for (int i = 0; i < n; i++) A[i] = A[i + k]; }
