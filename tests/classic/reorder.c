/* Statements in another order, nodes split, loops cut in two. */
#include "classic.h"

/* Forward and backward dependences: parallel once the second statement stands in a loop before. */
// expect reorder/i: sequential flow b
void reorder (int n) { for (int i = 1; i < n; i++) { a[i] = b[i - 1] + c[i]; b[i] = d[i] * e[i]; } }

/* Distribution: the recurrence alone stays sequential. */
// expect part_recurrence/i: sequential flow b
// step distribute part_recurrence/i all
// then part_recurrence/i: parallel
// then part_recurrence/i#2: sequential flow b
void part_recurrence (int n) { for (int i = 1; i < n; i++) { a[i] = c[i] * d[i]; b[i] = b[i - 1] + a[i]; } }

/* The first loop feeds the second one: parallel both, when apart. */
// expect producer/i: sequential flow a
// step distribute producer/i @2
// then producer/i: parallel
// then producer/i#2: parallel
void producer (int n) { for (int i = 1; i < n; i++) { a[i] = b[i] + 1; c[i] = a[i - 1] * 2; } }

/* Node splitting: a[i + 1] is read before it is overwritten. */
// expect node_splitting/i: sequential anti a
// step copy-array node_splitting/i a
// then node_splitting/i: parallel
// then node_splitting/i#2: parallel
void node_splitting (int n) { for (int i = 0; i < n; i++) { a[i] = b[i] + c[i] * d[i]; b[i] = a[i] + a[i + 1] * d[i]; } }

/* A cycle of two statements: no order helps. */
// expect cycle/i: sequential flow b
// refused distribute cycle/i all
void cycle (int n) { for (int i = 1; i < n; i++) { a[i] = b[i - 1] + c[i]; b[i] = a[i] * d[i]; } }

/* An anti dependence between statements: the loop in two is parallel. */
// expect anti_statements/i: sequential anti b
// step distribute anti_statements/i @2
// then anti_statements/i: parallel
// then anti_statements/i#2: parallel
void anti_statements (int n) { for (int i = 0; i < n; i++) { a[i] = b[i + 1] + 1; b[i] = c[i] * 2; } }

/* Output dependence: both write, one element apart; what stands later must stay later. */
// expect output_only/i: sequential output a
// refused distribute output_only/i @2
void output_only (int n) { for (int i = 0; i < n; i++) { a[i] = b[i]; a[i + 1] = c[i]; } }

/* A dependence within the iteration only. */
// expect same_iteration/i: parallel
void same_iteration (int n) { for (int i = 0; i < n; i++) { a[i] = b[i] + c[i]; d[i] = a[i] * e[i]; e[i] = a[i]; } }

/* A scalar stands between two statements: it must be expanded before the loop is cut. */
// expect scalar_between/i: sequential flow d
// step scalar-expand scalar_between/i x
// step distribute scalar_between/i @3
void scalar_between (int n) { double x; for (int i = 1; i < n; i++) { x = b[i] * c[i]; a[i] = x + 1; d[i] = d[i - 1] + x; } }

/* Initialisation, sum and use in one nest: distribution makes a perfect one. */
// expect imperfect/i: parallel
// expect imperfect/i/j: sequential flow a
// step distribute imperfect/i @2
// then imperfect/i: parallel
void imperfect (int n) { for (int i = 0; i < n; i++) { a[i] = 0; for (int j = 0; j < n; j++) a[i] = a[i] * 0.5 + bb[i][j]; } }

/* Two loops that could be one. */
// expect fusible/i: parallel
// expect fusible/i#2: parallel
// step fuse fusible/i
// then fusible/i: parallel
void fusible (int n) { for (int i = 0; i < n; i++) a[i] = b[i] + 1; for (int i = 0; i < n; i++) c[i] = a[i] * 2; }

/* Two loops that must not be one as they stand. */
// expect fused_wrong/i: parallel
// expect fused_wrong/i#2: parallel
// refused fuse fused_wrong/i
void fused_wrong (int n) { for (int i = 0; i < n; i++) a[i] = b[i] + 1; for (int i = 0; i < n; i++) c[i] = a[i + 1] * 2; }

/* An unrolled loop: rerolled it would be a plain one; as it stands, steps of four are parallel. */
// expect unrolled/i: parallel
void unrolled (int n) { for (int i = 0; i < 4 * n; i += 4) { a[i] = b[i] * 2; a[i + 1] = b[i + 1] * 2; a[i + 2] = b[i + 2] * 2; a[i + 3] = b[i + 3] * 2; } }

/* An unrolled dot product. */
// expect unrolled_dot/i: parallel reduction + x
double unrolled_dot (int n) { double x = 0; for (int i = 0; i < 4 * n; i += 4) x = x + a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3]; return x; }

/* An unrolled recurrence: each group needs the one before. */
// expect unrolled_recurrence/i: sequential flow a
void unrolled_recurrence (int n) { for (int i = 1; i < 2 * n; i += 2) { a[i] = a[i - 1] + b[i]; a[i + 1] = a[i] + b[i + 1]; } }

/* An unrolled gather. */
// expect unrolled_gather/i: parallel
void unrolled_gather (int n) { for (int i = 0; i < 2 * n; i += 2) { a[i] = b[idx[i]]; a[i + 1] = b[idx[i + 1]]; } }
