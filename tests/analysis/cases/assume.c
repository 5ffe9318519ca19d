// options --assume "k >= n"
// expect apart/i: parallel assume "k >= n"
void apart (int n, int k, double *A) { for (int i = 0; i < n; i++) A[i] = A[i + k]; }
// expect changed/i: sequential
void changed (int n, int k, double *A) { k = 1; for (int i = 0; i < n; i++) A[i] = A[i + k]; }
