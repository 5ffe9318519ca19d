double out;
// expect temp/i: parallel private t
void temp (int n, double *A) { double t; for (int i = 0; i < n; i++) { t = A[i]; A[i] = t * t; } }
// expect carried/i: sequential flow t
void carried (int n, double *A) { double t = 0; for (int i = 0; i < n; i++) { A[i] = t; t = A[i + 1]; } }
// expect last/i: parallel private t(last)
double last (int n, double *A) { double t = 0; for (int i = 0; i < n; i++) { t = A[i]; A[i] = t * t; } return t; }
// expect last_maybe/i: unknown
double last_maybe (int n, double *A) { double t = 0; for (int i = 0; i < n; i++) { if (A[i] > 0) t = A[i]; } return t; }
// expect cond_both/i: parallel private t
void cond_both (int n, double *A) { double t; for (int i = 0; i < n; i++) { if (A[i] > 0) t = 1; else t = 2; A[i] = t; } }
// expect cond_one/i: unknown
void cond_one (int n, double *A) { double t = 0; for (int i = 0; i < n; i++) { if (A[i] > 0) t = 1; A[i] = t; } }
// expect cond_inside/i: parallel private t
void cond_inside (int n, double *A) { double t; for (int i = 0; i < n; i++) { if (A[i] > 0) { t = 1; A[i] = t; } } }
// expect inner_iterator/i: parallel private j
void inner_iterator (int n, double A[50][50]) { int i, j; for (i = 0; i < n; i++) for (j = 0; j < n; j++) A[i][j] = 0; }
// expect iterator_after/i: parallel private j(last)
int iterator_after (int n, double A[50][50]) { int i, j; for (i = 0; i < n; i++) for (j = 0; j < n; j++) A[i][j] = 0; return j; }
// expect reused/i: parallel private j
// expect reused/i#2: parallel private j
void reused (int n, double A[50][50]) { int i, j; for (i = 0; i < n; i++) for (j = 0; j < n; j++) A[i][j] = 0; for (i = 0; i < n; i++) for (j = 0; j < n; j++) A[i][j] += 1; }
// expect global_temp/i: parallel private out(last)
void global_temp (int n, double *restrict A) { for (int i = 0; i < n; i++) { out = A[i]; } }
// expect static_local/i: sequential
void static_local (int n, double *A) { for (int i = 0; i < n; i++) { static double s; s = s * 0.5 + A[i]; A[i] = s; } }
// expect local/i: parallel
void local (int n, double *A) { for (int i = 0; i < n; i++) { double s = 0; for (int k = 0; k < 3; k++) s += A[i] * k; A[i] = s; } }
// expect work/i: parallel private w private j
void work (int n, double A[50][50]) { double w[50]; int i, j; for (i = 0; i < n; i++) { for (j = 0; j < n; j++) w[j] = A[i][j]; for (j = 0; j < n; j++) A[i][j] = w[n - 1 - j]; } }
// expect work_short/i: sequential
void work_short (int n, double A[50][50]) { double w[50]; int i, j; for (i = 0; i < n; i++) { for (j = 1; j < n; j++) w[j] = A[i][j]; for (j = 0; j < n; j++) A[i][j] = w[j]; } }
// expect work_after/i: parallel private w(last) private j
double work_after (int n, double A[50][50]) { double w[50]; int i, j; for (i = 0; i < n; i++) { for (j = 0; j < 50; j++) w[j] = A[i][j]; for (j = 0; j < 50; j++) A[i][j] = w[49 - j]; } return w[3]; }
// expect induction/i: parallel induction k
void induction (int n, double *A) { int k = 0; for (int i = 0; i < n; i++) { A[k] = i; k += 2; } }
// expect twice/i: parallel private t
void twice (int n, double *A) { double t; for (int i = 0; i < n; i++) { t = A[i]; t = t + 1; A[i] = t; } }
// expect escaped/i: unknown
void use (double *);
void escaped (int n, double *A) { double t; use (&t); for (int i = 0; i < n; i++) { t = A[i]; A[i] = t; } }
// expect outer_live/i/j: parallel private t
void outer_live (int n, double A[50][50]) { double t; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { t = A[i][j]; A[i][j] = t + 1; } }
// expect outer_used/i/j: parallel private t(last)
void outer_used (int n, double A[50][50], double *restrict B) { double t = 0; for (int i = 0; i < n; i++) { B[i] = t; for (int j = 0; j < n; j++) { t = A[i][j]; A[i][j] = t + 1; } } }
// expect swapped/i: parallel private t
void swapped (int n, double *A, double *restrict B) { double t; for (int i = 0; i < n; i++) { t = A[i]; A[i] = B[i]; B[i] = t; } }
// expect extent/i: sequential
void extent (int n, double *A) { int t = 1; for (int i = 0; i < n; i++) { double u[t]; A[i] = sizeof u; t = i + 1; } }
// expect measured/i: sequential
void measured (int n, double *A) { int t = 1; for (int i = 0; i < n; i++) { A[i] = sizeof (double[t]); t = i + 1; } }
// expect extent_after/i: parallel private t(last)
double extent_after (int n, double *A) { int t = 1; for (int i = 0; i < n; i++) { t = i + 1; A[i] = t; } double v[t]; return sizeof v; }

/* Set under conditions that are known, in a loop whose bound is data. */
// expect halves/i: parallel private t private k
void halves (int n, double *restrict A, const int *restrict c, const int *restrict m) { int i, k, t; for (i = 0; i < n; i++) for (k = 0; k < m[i]; k++) { if (k == 0) t = i; else t = c[k - 1]; A[i] += t; } }
// expect three_parts/i: parallel private t private k
void three_parts (int n, double *restrict A, const int *restrict c, const int *restrict m) { int i, k, t; for (i = 0; i < n; i++) for (k = 0; k < m[i]; k++) { if (k < 2) t = i; if (k > 3) t = c[k - 1]; if (k >= 2 && k <= 3) t = 1; A[i] += t; } }
// expect missing_part/i: unknown IHOP-D018
void missing_part (int n, double *restrict A, const int *restrict c, const int *restrict m) { int i, k, t = 0; for (i = 0; i < n; i++) for (k = 0; k < m[i]; k++) { if (k < 2) t = i; if (k > 2) t = c[k - 1]; A[i] += t; } }
// expect late_part/i: unknown IHOP-D018
void late_part (int n, double *restrict A, const int *restrict c, const int *restrict m) { int i, k, t = 0; for (i = 0; i < n; i++) for (k = 0; k < m[i]; k++) { if (k == 0) t = i; A[i] += t; if (k > 0) t = c[k - 1]; } }
// expect part_of_data/i: unknown IHOP-D018
void part_of_data (int n, double *restrict A, const int *restrict c, const int *restrict m) { int i, k, t = 0; for (i = 0; i < n; i++) for (k = 0; k < m[i]; k++) { if (k == 0) t = i; else if (c[k]) t = c[k - 1]; A[i] += t; } }
// expect inner_bound/i: unknown IHOP-D018
void inner_bound (int n, double *restrict A, const int *restrict c, const int *restrict m) { int i, k, j, t = 0; for (i = 0; i < n; i++) for (k = 0; k < m[i]; k++) { if (k == 0) t = i; else for (j = 0; j < c[k]; j++) t = j; A[i] += t; } }
