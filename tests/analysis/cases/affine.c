// expect even_odd/i: parallel
void even_odd (int n, double *A) { for (int i = 0; i < n; i++) A[2 * i] = A[2 * i + 1]; }
// expect stride/i: sequential
void stride (int n, double *A) { for (int i = 0; i < n; i++) A[2 * i] = A[i]; }
// expect reverse/i: sequential
void reverse (double *A) { for (int i = 0; i < 10; i++) A[i] = A[9 - i]; }
// expect reverse_half/i: parallel
void reverse_half (double *A) { for (int i = 0; i < 5; i++) A[i] = A[9 - i]; }
// expect far/i: parallel
void far (double *A) { for (int i = 0; i < 10; i++) A[i] = A[i + 10]; }
// expect far9/i: sequential anti A
void far9 (double *A) { for (int i = 0; i < 10; i++) A[i] = A[i + 9]; }
// expect symbolic/i: sequential
void symbolic (int n, int k, double *A) { for (int i = 0; i < n; i++) A[i] = A[i + k]; }
// expect offset_n/i: parallel
void offset_n (int n, double *A) { for (int i = 0; i < n; i++) A[i] = A[i + n]; }
// expect halves/i: sequential output A
void halves (int n, double *A) { for (int i = 0; i < n; i++) A[i / 2] = i; }
// expect halves_by2/i: parallel
void halves_by2 (int n, double *A) { for (int i = 0; i < n; i += 2) A[i / 2] = i; }
// expect modulo/i: sequential output A
void modulo (int n, double *A) { for (int i = 0; i < n; i++) A[i % 8] = i; }
// expect modulo_small/i: parallel
void modulo_small (double *A) { for (int i = 0; i < 8; i++) A[i % 8] = i; }
// expect negative_div/i: parallel private A(last)
void negative_div (double *A) { for (int i = -1; i < 2; i += 2) A[i / 2 + 5] = i; }
// expect negative_mod/i: parallel
void negative_mod (double *A) { for (int i = -3; i < 0; i++) A[i % 4 + 4] = i; }
// expect mask/i: parallel
void mask (double *A) { for (int i = 0; i < 16; i++) A[i & 15] = i; }
// expect shift/i: parallel
void shift (int n, double *A) { for (int i = 0; i < n; i++) A[i << 1] = A[(i << 1) | 1]; }
// expect shifted/i: parallel
void shifted (int n, double *A) { for (int i = 0; i < n; i++) A[i << 1] = A[(i << 1) + 1]; }
// expect guarded/i: parallel
void guarded (int n, double *A) { for (int i = 0; i < n; i++) if (i >= 5) A[i] = A[4]; }
// expect unguarded/i: sequential
void unguarded (int n, double *A) { for (int i = 0; i < n; i++) A[i] = A[4]; }
// expect other_half/i: parallel
void other_half (int n, double *A) { for (int i = 0; i < 2 * n; i++) { if (i < n) A[i] = A[i + n]; } }
// expect ternary/i: parallel
void ternary (int n, double *A) { for (int i = 0; i < n; i++) A[i < 5 ? i : i + 1] = 0; }
// expect ternary_hit/i: sequential output A
void ternary_hit (int n, double *A) { for (int i = 0; i < n; i++) A[i < 5 ? i + 1 : i] = 0; }
// expect substituted/i: sequential flow A
void substituted (int n, double *A) { for (int i = 0; i < n; i++) { int k = i + 1; A[k] = A[i]; } }
// expect substituted_ok/i: parallel
void substituted_ok (int n, double *A) { for (int i = 0; i < n; i++) { int k = 2 * i; A[k] = A[k + 1]; } }
// expect branches/i: parallel private k
void branches (int n, int c, double *A, double *restrict B) { int k; for (int i = 0; i < n; i++) { k = i + 1; A[k] = B[i]; } }
// expect triangle/i: parallel
// expect triangle/i/j: parallel
void triangle (int n, double A[100][100]) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) A[i][j] = A[j][i]; }
// expect transpose_all/i: sequential
void transpose_all (int n, double A[100][100]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i][j] = A[j][i]; }
// expect diagonal/i: parallel
void diagonal (int n, double A[100][100]) { for (int i = 0; i < n; i++) A[i][i] = A[i][i + 1]; }
// expect wave/i: sequential
// expect wave/i/j: sequential
void wave (int n, double A[100][100]) { for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) A[i][j] = A[i - 1][j - 1] + A[i][j - 1]; }
// expect columns/i: sequential flow A
// expect columns/i/j: parallel
void columns (int n, double A[100][100]) { for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) A[i][j] = A[i - 1][j]; }
// expect context/i/j: parallel
void context (int n, double *A) { for (int i = 5; i < n; i++) for (int j = 0; j < 5; j++) A[j] = A[i]; }
// expect in_if/i: parallel
void in_if (int n, double *A) { if (n <= 5) for (int i = 0; i < n; i++) A[i] = A[i + 5]; }
// expect before_if/i: sequential
void before_if (int n, double *A) { if (n <= 5) { n = 9; for (int i = 0; i < n; i++) A[i] = A[i + 5]; } }
// expect continued/i: parallel
void continued (int n, double *A) { for (int i = 0; i < n; i++) { if (i < 5) continue; A[i] = A[4]; } }
// expect defined_before/i: parallel
void defined_before (int n, double *A) { int h = n; for (int i = 0; i < n; i++) A[i] = A[i + h]; }
// Sets that isl could not take from one another in an hour: the answer may be timid, but it comes.
// expect tangled/i: sequential
// expect tangled/i/j: sequential output A
void tangled (int m, double A[40][40], double B[40][40])
{
  for (int i = 1; i < m; i++)
    {
      for (int j = 0; j < i + 1; j++)
        A[14 - i][(i + j) % 5 | 2] = B[3][j - i + 13];
      A[i + 1][(i + 2) >> 1] = 1;
    }
}
