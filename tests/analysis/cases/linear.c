#include <stddef.h>
#include <stdlib.h>
// expect rows/i: parallel
// expect rows/i/j: parallel
void rows (int n, int m, double *A) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i * m + j] = 0; }
// expect wider/i: parallel assume "m <= w"
void wider (int n, int m, int w, double *A) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i * w + j] = 0; }
// expect cube/i: parallel
// expect cube/i/j: parallel
// expect cube/i/j/k: parallel
void cube (int n, int m, int l, double *A) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < l; k++) A[(i * m + j) * l + k] = 0; }
// expect column/i: sequential flow A
// expect column/i/j: parallel
void column (int n, int m, double *A) { for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) A[i * m + j] = A[(i - 1) * m + j]; }
// expect constant/i: parallel
void constant (int n, double *A) { for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++) A[i * 100 + j] = 0; }
// expect size_rows/i: parallel
void size_rows (size_t n, size_t m, double *A) { for (size_t i = 0; i < n; i++) for (size_t j = 0; j < m; j++) A[i * m + j] = 0; }
// expect cast_rows/i: parallel
void cast_rows (int n, int m, double *A) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[(size_t) i * m + j] = 0; }
// expect heap/i: parallel private j private k
// expect heap/i/j: parallel private k
// expect heap/i/j/k: parallel reduction []+ C
void heap (int n)
{
  int i, j, k;
  double *A = malloc (n * n * sizeof *A), *B = malloc (n * n * sizeof *B), *C = calloc (n * n, sizeof *C);
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      for (k = 0; k < n; k++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
  free (A); free (B); free (C);
}
// expect row_pointer/i: parallel private j
void row_pointer (int n, int m, double A[100][100]) { int j; for (int i = 0; i < n; i++) { double *row = A[i]; for (j = 0; j < m; j++) row[j] = 0; } }
// expect row_sum/i: parallel
void row_sum (int n, int m, double *A) { for (int i = 0; i < n; i++) { double *row = A + i * m; for (int j = 0; j < m; j++) row[j] = 0; } }
// expect star/i: parallel
void star (int n, double *A) { for (int i = 0; i < n; i++) *(A + i) = 0; }
// expect star_row/j: parallel
void star_row (int n, double (*A)[100]) { for (int j = 0; j < n; j++) (*A)[j] = 0; }
// expect outer_row/i/j: parallel
// expect outer_row/i: parallel
void outer_row (int n, int m, double A[100][100]) { for (int i = 0; i < n; i++) { double *row = &A[i][0]; for (int j = 0; j < 100; j++) row[j] = 1; } }
// expect flat/i: unknown IHOP-D016
void flat (double A[10][10], double *restrict B) { for (int i = 0; i < 100; i++) A[0][i] = A[1][(i * 3) % 10]; }
// expect flat_pointer/i: unknown
void flat_pointer (int n, double A[10][10]) { double *p = &A[0][0]; for (int i = 0; i < n; i++) p[i * 10] = A[3][i]; }
// expect vla/i: parallel
// expect vla/i/j: parallel
void vla (int n, int m, double A[n][m]) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i][j] = 0; }
// expect moving/i: parallel induction p
void moving (int n, double *A) { double *p = A; for (int i = 0; i < n; i++) { *p = i; p++; } }
// expect rows_table/i: unknown IHOP-D010
// expect rows_table/i/j: parallel
void rows_table (int n, double **A) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i][j] = 0; }
// expect ghosts/k: parallel
// expect ghosts/k/j: parallel
// expect ghosts/k/j/i: parallel
void ghosts (int M, int N, int O, float *restrict x, const float *restrict y) { for (int k = 1; k <= O; k++) for (int j = 1; j <= N; j++) for (int i = 1; i <= M; i++) x[i + (M + 2) * j + (M + 2) * (N + 2) * k] = y[i - 1 + (M + 2) * (j + (N + 2) * k)]; }
// expect size_first/k: parallel
// expect size_first/k/j: parallel
void size_first (int M, int N, int O, float *x) { for (int k = 0; k < O; k++) for (int j = 0; j < N; j++) for (int i = 0; i < M; i++) x[M * N * k + M * j + i] = 1; }
// expect next_plane/j: parallel
// expect next_plane/j/i: parallel
void next_plane (int M, int N, float *x) { for (int j = 1; j <= N; j++) for (int i = 1; i <= M; i++) x[i + (M + 2) * j] = x[i + (M + 2) * j + (M + 2) * (N + 2)]; }
struct cell { float s[9], t; };
// expect members/j: parallel
// expect members/j/i: parallel
void members (int n, int m, struct cell *restrict c, const struct cell *restrict d) { for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) { for (int k = 0; k < 9; k++) c[i + j * n].s[k] = d[i + j * n].s[8 - k]; c[i + j * n].t = c[i + j * n].s[0]; } }
// expect whole_cell/j: sequential
// expect whole_cell/j/i: parallel
void whole_cell (int n, int m, struct cell *c) { for (int j = 0; j < m - 1; j++) for (int i = 0; i < n; i++) { c[i + j * n].s[1] = 2; c[i] = c[i + j * n + n]; } }
// expect triples/j: parallel
void triples (int n, int m, float (*restrict r)[3], float (*restrict f)[3]) { for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) r[i + j * n][k] += f[i + j * n][k]; }
// expect half_a_plane/j/k: parallel assume "i >= 0 && i < 2 * M" assume "j + 1 < N"
void half_a_plane (int M, int N, int O, int i, int *x) { for (int j = 0; j < 3; j++) for (int k = 0; k < O; k++) x[(k * N + j) * (2 * M) + i] = x[k * (2 * M) * N + (2 * M) * (j + 1) + i] + 1; }
// expect ahead_of_member/i: sequential
void ahead_of_member (int n, struct cell *restrict c, struct cell *restrict z) { for (int i = 0; i < n; i++) { c[i].t = 1; z[i] = c[i + 1]; } }
// expect plane_on/j: parallel strict
// expect plane_on/j/i: parallel strict
void plane_on (int M, int N, float *x) { for (int j = 1; j <= N; j++) for (int i = 1; i <= M; i++) x[i + (M + 2) * j + (M + 2) * (N + 2)] = x[i + (M + 2) * j]; }
// expect plane_across/j: unknown
// expect plane_across/j/i: unknown
void plane_across (int M, int N, float *x) { for (int j = 0; j < N; j++) for (int i = 0; i < M; i++) x[(M + 1) * (N + 1) + i + (M + 1) * j] = x[2 * (M + 1) * (N + 1) + j + (M + 1) * i]; }

// expect heads/t: parallel strict
// expect heads/t/h: parallel strict
// expect heads_across/h: parallel strict
// expect other_heads/t: unknown
// expect rounded_heads/t: unknown
// expect one_head_more/t: unknown
// expect long_heads/t: unknown
// expect heads_of_less/t: unknown
void heads (double *restrict x, int T, int C, int NH)
{
  int hs = C / NH;
  for (int t = 0; t < T; t++)
    for (int h = 0; h < NH; h++)
      for (int i = 0; i < hs; i++)
        x[t * C + h * hs + i] = 1;
}

void heads_across (double *restrict x, int T, int C, int NH)
{
  int hs = C / NH;
  for (int h = 0; h < NH; h++)
    for (int t = 0; t < T; t++)
      for (int i = 0; i < hs; i++)
        x[t * C + h * hs + i] = 1;
}

void other_heads (double *restrict x, int T, int C, int NH, int M)
{
  int hs = C / NH;
  for (int t = 0; t < T; t++)
    for (int h = 0; h < M; h++)
      for (int i = 0; i < hs; i++)
        x[t * C + h * hs + i] = 1;
}

void rounded_heads (double *restrict x, int T, int C, int NH)
{
  int hs = (C + NH - 1) / NH;
  for (int t = 0; t < T; t++)
    for (int h = 0; h < NH; h++)
      for (int i = 0; i < hs; i++)
        x[t * C + h * hs + i] = 1;
}

void one_head_more (double *restrict x, int T, int C, int NH)
{
  int hs = C / NH;
  for (int t = 0; t < T; t++)
    for (int h = 1; h <= NH; h++)
      for (int i = 0; i < hs; i++)
        x[t * C + h * hs + i] = 1;
}

void long_heads (double *restrict x, int T, int C, int NH)
{
  int hs = C / NH;
  for (int t = 0; t < T; t++)
    for (int h = 0; h < NH; h++)
      for (int i = 0; i <= hs; i++)
        x[t * C + h * hs + i] = 1;
}

void heads_of_less (double *restrict x, int T, int C, int NH)
{
  int hs = C / NH;
  C -= 1;
  for (int t = 0; t < T; t++)
    for (int h = 0; h < NH; h++)
      for (int i = 0; i < hs; i++)
        x[t * C + h * hs + i] = 1;
}

// expect rest_heads/t: unknown
// expect heads_before/t: unknown
void rest_heads (double *restrict x, int T, int C, int NH)
{
  int hs = C % NH;
  for (int t = 0; t < T; t++)
    for (int h = 0; h < NH; h++)
      for (int i = 0; i < hs; i++)
        x[t * C + h * hs + i] = 1;
}

void heads_before (double *restrict x, int T, int C, int NH)
{
  int hs = C / NH;
  if (NH <= 0)
    return;
  for (int t = 0; t < T; t++)
    for (int h = -1; h < NH; h++)
      for (int i = 0; i < hs; i++)
        x[t * C + h * hs + i] = 1;
}

// A quotient of sizes is the length of rows, by itself and by the name of the variable that holds it.
// expect half_as_wide/y: parallel
// expect half_as_wide/y/x: parallel
// expect half_by_name/y: parallel
// expect one_too_wide/y: unknown
void half_as_wide (double *restrict out, int w, int h)
{
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w / 2; x++)
      out[y * (w / 2) + x] = 1;
}

void half_by_name (double *restrict out, int w, int h)
{
  int narrow = w >> 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < narrow; x++)
      out[y * narrow + x] = 1;
}

void one_too_wide (double *restrict out, int w, int h)
{
  for (int y = 0; y < h; y++)
    for (int x = 0; x <= w / 2; x++)
      out[y * (w / 2) + x] = y;
}

/* Rows as long as a sum of sizes, or as a variable that was set to one. */
// expect inner_row/i: parallel private j
void inner_row (int h, int w, int m, double *restrict out)
{
  int i, j;
  for (i = m; i < h - m; i++)
    for (j = m; j < w - m; j++)
      out[(i - m) * (w - 2 * m) + (j - m)] = 1;
}
// expect named_row/i: parallel
void named_row (int h, int w, int m, double *restrict out)
{
  const int row = w - m;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < row; j++)
      out[i * row + j] = 1;
}
// expect named_row_apart/i: parallel
void named_row_apart (int h, int w, int m, double *restrict out)
{
  long row = (long) w + m;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w + m; j++)
      out[row * i + j] = 1;
}
// expect too_long_for_row/i: unknown IHOP-D012
void too_long_for_row (int h, int w, int m, double *restrict out)
{
  for (int i = m; i < h - m; i++)
    for (int j = m; j <= w - m; j++)
      out[(i - m) * (w - 2 * m) + (j - m)] = i;
}
// expect longer_than_named/i: unknown IHOP-D012
void longer_than_named (int h, int w, int m, double *restrict out)
{
  const int row = w - m;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < row + 1; j++)
      out[i * row + j] = i;
}
// expect another_sum/i: parallel assume "k <= m"
void another_sum (int h, int w, int m, int k, double *restrict out)
{
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w - m; j++)
      out[i * (w - k) + j] = i;
}
// expect changed_since/i: unknown IHOP-D012
void changed_since (int h, int w, int m, double *restrict out)
{
  const int row = w - m;
  w = w + h;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w - m; j++)
      out[i * row + j] = i;
}
// expect two_rows/i: unknown IHOP-D012
void two_rows (int h, int w, int m, double *restrict out)
{
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w - m; j++)
      out[i * (w - m) + j] = out[i * (w + m) + j];
}
