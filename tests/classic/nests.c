/* Nests: triangles, interchange, diagonals, what lies between the loops. */
#include "classic.h"

/* A lower triangle. */
// expect triangle/i: parallel
// expect triangle/i/j: parallel
void triangle (int n) { for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) aa[i][j] = bb[j][i]; }

/* Transposed in place. */
// expect transpose/i: parallel private x
// expect transpose/i/j: parallel private x
void transpose (int n) { double x; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) { x = aa[i][j]; aa[i][j] = aa[j][i]; aa[j][i] = x; } }

/* Transposed with the diagonal's other half as well: every pair twice. */
// expect transpose_twice/i: sequential
void transpose_twice (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) aa[i][j] = aa[j][i] + 1; }

/* Along the columns in the inner loop: interchange makes it outermost. */
// expect inner_chain/i: parallel
// expect inner_chain/i/j: sequential flow aa
// step interchange inner_chain/i/j
// then inner_chain/j: sequential flow aa
// then inner_chain/j/i: parallel
void inner_chain (int n) { for (int i = 0; i < n; i++) for (int j = 1; j < n; j++) aa[i][j] = aa[i][j - 1] + bb[i][j]; }

/* Both carry: a wavefront. */
// expect wavefront/i: sequential flow aa
// expect wavefront/i/j: sequential flow aa
// step skew wavefront/i/j 1
// step interchange wavefront/i/j
// then wavefront/j: sequential
// then wavefront/j/i: parallel
// step wavefront wavefront/i/j
// then wavefront/j/i: parallel
void wavefront (int n) { for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) aa[i][j] = aa[i - 1][j] + aa[i][j - 1]; }

/* The diagonal neighbour only: any of the two loops carries it, the inner one is free. */
// expect diagonal/i: sequential flow aa
// expect diagonal/i/j: parallel
void diagonal (int n) { for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) aa[i][j] = aa[i - 1][j - 1] + bb[i][j]; }

/* The other diagonal: interchange would turn it round. */
// expect other_diagonal/i: sequential flow aa
// expect other_diagonal/i/j: parallel
// refused interchange other_diagonal/i/j
void other_diagonal (int n) { for (int i = 1; i < n; i++) for (int j = 0; j < n - 1; j++) aa[i][j] = aa[i - 1][j + 1] + bb[i][j]; }

/* Jacobi: from one array into another. */
// expect jacobi/i: parallel
// expect jacobi/i/j: parallel
// step tile jacobi/i/j 4 4
void jacobi (int n) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) bb[i][j] = aa[i - 1][j] + aa[i + 1][j] + aa[i][j - 1] + aa[i][j + 1]; }

/* Gauss-Seidel, in place. */
// expect seidel/i: sequential
// expect seidel/i/j: sequential
void seidel (int n) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) aa[i][j] = (aa[i - 1][j] + aa[i + 1][j] + aa[i][j - 1] + aa[i][j + 1]) * 0.25; }

/* Red and black: each colour is free. */
// expect red_black/i: parallel
// expect red_black/i/j: parallel
void red_black (int n) { for (int i = 1; i < n - 1; i++) for (int j = 1 + i % 2; j < n - 1; j += 2) aa[i][j] = (aa[i - 1][j] + aa[i + 1][j] + aa[i][j - 1] + aa[i][j + 1]) * 0.25; }

/* A time loop around it. */
// expect time_steps/t: sequential
// expect time_steps/t/i: parallel
// expect time_steps/t/i#2: parallel
void time_steps (int n) { for (int t = 0; t < 4; t++) { for (int i = 1; i < n - 1; i++) b[i] = (a[i - 1] + a[i + 1]) * 0.5; for (int i = 1; i < n - 1; i++) a[i] = b[i]; } }

/* Elimination with the pivot row k. */
// expect elimination/k: sequential
// expect elimination/k/i: parallel
// expect elimination/k/i/j: parallel
void elimination (int n) { for (int k = 0; k < n; k++) for (int i = k + 1; i < n; i++) for (int j = k + 1; j < n; j++) aa[i][j] = aa[i][j] - aa[i][k] * aa[k][j]; }

/* The row factor in the nest: the j loop starts at the element it uses. */
// expect elimination_whole/k/i: parallel
// expect elimination_whole/k/i/j: sequential
void elimination_whole (int n) { for (int k = 0; k < n; k++) for (int i = k + 1; i < n; i++) for (int j = k; j < n; j++) aa[i][j] = aa[i][j] - aa[i][k] * aa[k][j]; }

/* Only the diagonal is written: one element an iteration. */
// expect diagonal_write/i: parallel
void diagonal_write (int n) { for (int i = 0; i < n; i++) aa[i][i] = b[i]; }

/* Anti-diagonals of a nest meet in b[i + j]. */
// expect convolution/i: parallel reduction []~+ c
// expect convolution/i/j: parallel
void convolution (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) c[i + j] += a[i] * b[j]; }

/* The same, stored instead of added. */
// expect same_diagonal/i: sequential output c
// expect same_diagonal/i/j: parallel
void same_diagonal (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) c[i + j] = aa[i][j]; }

/* A trapezoid with two parameters. */
// expect trapezoid/i: parallel
// expect trapezoid/i/j: parallel
void trapezoid (int n, int m) { for (int i = 0; i < n; i++) for (int j = i; j < i + m; j++) aa[i][j - i] = b[j]; }

/* Imperfect: work before and behind the inner loop. */
// expect before_and_behind/i: parallel private x
// expect before_and_behind/i/j: parallel reduction + x
// step privatize before_and_behind/i x
// then before_and_behind/i: parallel
void before_and_behind (int n) { double x; for (int i = 0; i < n; i++) { x = b[i]; for (int j = 0; j < n; j++) x += aa[i][j]; c[i] = x; } }

/* A row depends on the row above in all its elements. */
// expect row_above/i: sequential flow aa
// expect row_above/i/j: parallel
void row_above (int n) { for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) aa[i][j] = aa[i - 1][n - 1 - j]; }

/* Tiled by hand. */
// expect tiled/it: parallel
// expect tiled/it/i: parallel
void tiled (int n) { for (int it = 0; it < n; it += 4) for (int i = it; i < it + 4 && i < n; i++) a[i] = b[i]; }

/* Floyd and Warshall's relaxations. */
// expect shortest/k: unknown
void shortest (int n) { for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (aa[i][k] + aa[k][j] < aa[i][j]) aa[i][j] = aa[i][k] + aa[k][j]; }

/* LU, each element from all above and left of it: k goes outside, where it takes from all of the rest. */
// expect left_looking/i: sequential flow aa
// expect left_looking/i/j: sequential flow aa
// step schedule left_looking/i 'k, 1, i, j' 'j, 0, i' 'k, 2, i, j'
// then left_looking/k: sequential
// then left_looking/k/i: parallel
// then left_looking/k/i#2: parallel
// then left_looking/k/i#2/j: parallel
// then left_looking/k/i#3: parallel
// then left_looking/k/i#3/j: parallel
void left_looking (int n) { for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) { for (int k = 0; k < j; k++) aa[i][j] -= aa[i][k] * aa[k][j]; aa[i][j] -= aa[j][j]; } for (int j = i; j < n; j++) for (int k = 0; k < i; k++) aa[i][j] -= aa[i][k] * aa[k][j]; } }

/* Forward substitution by rows: by columns each unknown is taken from all that are left. */
// expect by_rows/i: sequential flow a
// step schedule by_rows/i '0, i' '1, j, i'
// then by_rows/j: sequential
// then by_rows/j/i: parallel
void by_rows (int n) { for (int i = 0; i < n; i++) { a[i] = b[i]; for (int j = 0; j < i; j++) a[i] -= aa[i][j] * a[j]; } }

/* The same with the sum in a variable: kept where it ends up. */
// expect one_sum/i: sequential flow a
// refused schedule one_sum/i '0, i' '1, j, i' '1, i'
// step in-place one_sum/i x
// step schedule one_sum/i '0, i' '1, j, i'
// then one_sum/j/i: parallel
void one_sum (int n) { double x; for (int i = 0; i < n; i++) { x = b[i]; for (int j = 0; j < i; j++) x -= aa[i][j] * a[j]; a[i] = x; } }
