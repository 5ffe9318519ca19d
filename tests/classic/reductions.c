/* Reductions of every kind. */
#include "classic.h"

// expect sum/i: parallel reduction + x
// step reduction sum/i x 4 reassociate
double sum (int n) { double x = 0; for (int i = 0; i < n; i++) x += a[i]; return x; }
// expect difference/i: parallel reduction + x
double difference (int n) { double x = 9; for (int i = 0; i < n; i++) x -= a[i]; return x; }
// expect dot/i: parallel reduction + x
double dot (int n) { double x = 0; for (int i = 0; i < n; i++) x = a[i] * b[i] + x; return x; }
// expect product/i: parallel reduction * x
double product (int n) { double x = 1; for (int i = 0; i < n; i++) x *= a[i]; return x; }
// expect two_sums/i: parallel reduction + x reduction + y
double two_sums (int n) { double x = 0, y = 0; for (int i = 0; i < n; i++) { x += a[i]; y += b[i]; } return x - y; }
// expect strided_sum/i: parallel reduction + x
double strided_sum (int n) { double x = 0; for (int i = 0; i < 4 * n; i += 4) x += a[i]; return x; }

/* A sum of some. */
// expect conditional_sum/i: parallel reduction + x
double conditional_sum (int n) { double x = 0; for (int i = 0; i < n; i++) if (a[i] > 2) x += a[i]; return x; }

/* Counting. */
// expect count/i: parallel reduction + l
int count (int n) { int l = 0; for (int i = 0; i < n; i++) if (a[i] > 2) l++; return l; }

/* A sum over the inner loop, kept in an element. */
// expect row_sums/i: parallel
// expect row_sums/i/j: parallel reduction []+ a
// step scalar-replace row_sums/i/j a
void row_sums (int n) { for (int i = 0; i < n; i++) { a[i] = 0; for (int j = 0; j < n; j++) a[i] += aa[i][j]; } }

/* Column sums: the outer loop reduces into every element. */
// expect column_sums/i: parallel reduction []~+ a
// expect column_sums/i/j: parallel
void column_sums (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[j] += aa[i][j]; }

/* The partial sum is seen on the way: no reduction. */
// expect running/i: sequential flow x
void running (int n) { double x = 0; for (int i = 0; i < n; i++) { x += a[i]; b[i] = x; } }

/* Two operators on one variable. */
// expect mixed/i: sequential flow x
double mixed (int n) { double x = 1; for (int i = 0; i < n; i++) { x += a[i]; x *= 0.5; } return x; }

/* A sum that starts over now and then. */
// expect starts_over/i: sequential flow x
void starts_over (int n) { double x = 0; for (int i = 0; i < n; i++) { if (b[i] > 2) x = 0; x += a[i]; } c[0] = x; }

/* The larger of integers. */
// expect max_int/i: parallel reduction max x
// step reduction max_int/i x
int max_int (int n) { int x = -1; for (int i = 0; i < n; i++) if (ia[i] > x) x = ia[i]; return x; }
// expect min_int/i: parallel reduction min x
int min_int (int n) { int x = 99; for (int i = 0; i < n; i++) x = ia[i] < x ? ia[i] : x; return x; }

/* The larger of doubles: a NaN is never taken. */
// expect max_double/i: parallel reduction max x
double max_double (int n) { double x = -1; for (int i = 0; i < n; i++) if (a[i] > x) x = a[i]; return x; }

/* Turned round, a NaN is taken and everything before it forgotten: the order shows. */
// expect max_taking_nan/i: sequential IHOP-D019
double max_taking_nan (int n) { double x = -1; for (int i = 0; i < n; i++) x = x > a[i] ? x : a[i]; return x; }

/* fmax ignores NaN in any order. */
// expect max_call/i: parallel reduction max x
double max_call (int n) { double x = -1; for (int i = 0; i < n; i++) x = fmax (x, a[i]); return x; }

/* The largest absolute value. */
// expect max_abs/i: parallel reduction max x
double max_abs (int n) { double x = 0; for (int i = 0; i < n; i++) x = fmax (x, fabs (a[i])); return x; }

/* Largest and its place: two variables that belong together. */
// expect max_index/i: unknown
// step locate max_index/i at 4
// then max_index/strip: parallel
int max_index (int n) { double x = -1; int at = -1; for (int i = 0; i < n; i++) if (a[i] > x) { x = a[i]; at = i; } return at; }

/* Only the place. */
// expect max_place/i: unknown
// step locate max_place/i at 4
// then max_place/strip: parallel
int max_place (int n) { int at = 0; for (int i = 1; i < n; i++) if (a[i] > a[at]) at = i; return at; }

/* Of the smallest values the last one. */
// expect min_last/i: unknown
// step locate min_last/i x 4
// then min_last/strip: parallel
int min_last (int n) { double x = 9; int at = -1; for (int i = 0; i < n; i++) if (x >= a[i]) { x = a[i]; at = i; } return at; }

/* The largest of a matrix, and where it stands. */
// expect max_matrix/i: unknown
// step locate max_matrix/i p 4
// then max_matrix/strip: parallel
int max_matrix (int n) { double x = -1; int p = 0, q = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (fabs (aa[i][j]) > x) { x = fabs (aa[i][j]); p = i; q = j; } return p * N + q; }

/* The place so far is looked at on the way: no order but this one. */
// expect max_seen/i: unknown
// refused locate max_seen/i at
int max_seen (int n) { int at = 0; for (int i = 1; i < n; i++) { if (a[i] > a[at]) at = i; b[i] = at; } return at; }

/* The first place: nobody need look on. */
// expect first_place/i: unknown
// refused locate first_place/i at
int first_place (int n) { int at = -1; for (int i = 0; i < n; i++) if (a[i] > 2) { at = i; break; } return at; }

/* The last place where something holds. */
// expect last_place/i: unknown
// step locate last_place/i at 4
// then last_place/strip: parallel
int last_place (int n) { int at = -1; for (int i = 0; i < n; i++) if (a[i] > 2) at = i; return at; }

/* All and any. */
// expect all/i: parallel reduction && x
int all (int n) { int x = 1; for (int i = 0; i < n; i++) x = x && a[i] > 0; return x; }
// expect any/i: parallel reduction || x
int any (int n) { int x = 0; for (int i = 0; i < n; i++) x = x || a[i] > 3; return x; }
// expect parity/i: parallel reduction ^ x
// step reduction parity/i x 4 tree
int parity (int n) { int x = 0; for (int i = 0; i < n; i++) x ^= ia[i]; return x; }
// expect mask/i: parallel reduction | x
int mask (int n) { int x = 0; for (int i = 0; i < n; i++) x |= 1 << (ia[i] & 7); return x; }

/* A sum in two dimensions. */
// expect total/i: parallel reduction + x
// expect total/i/j: parallel reduction + x
double total (int n) { double x = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x += aa[i][j]; return x; }

/* A matrix product. */
// expect matmul/i: parallel
// expect matmul/i/j: parallel
// expect matmul/i/j/k: parallel reduction []+ cc
// step interchange matmul/i/j/k
// then matmul/i/k: parallel reduction []~+ cc
void matmul (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) cc[i][j] += aa[i][k] * bb[k][j]; }

/* The sum goes into a member. */
// expect member_sum/i: parallel reduction []+ pts
void member_sum (int n) { for (int i = 0; i < n; i++) pts[0].x += a[i]; }

/* x - x_old: the operand on the wrong side of the minus. */
// expect wrong_side/i: sequential flow x
double wrong_side (int n) { double x = 0; for (int i = 0; i < n; i++) x = a[i] - x; return x; }
