// expect distinct/i: parallel strict
void distinct (int n, double *restrict A, double *restrict B) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
// expect maybe/i: parallel assume "A and B do not overlap"
void maybe (int n, double A[100], double B[100]) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
// expect read_only/i: parallel strict
double read_only (int n, double *A, double *B, double *restrict C) { for (int i = 0; i < n; i++) C[i] = A[i] + B[i]; return 0; }
static double G[100], H[100];
// expect globals/i: parallel strict
void globals (int n) { for (int i = 0; i < n; i++) G[i] = H[i + 1]; }
// expect own/i: sequential
void own (int n) { double *p = G; for (int i = 0; i < n; i++) p[i] = G[i + 1]; }
// expect shifted/i: sequential
void shifted (int n) { double *p = G + 1; for (int i = 0; i < n; i++) p[i] = G[i]; }
static void both (int n, double *A, double *B) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
// expect both/i: unknown
void call_both (void) { both (50, G, G); }
static void apart (int n, double *A, double *B) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
// expect apart/i: parallel strict
void call_apart (void) { apart (50, G, H); }
