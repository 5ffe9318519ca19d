/* Pointers: two names for one memory, rows, records. */
#include "classic.h"

/* Two parameters: tested when the program runs. */
// expect two_pointers/i: parallel assume "p and q do not overlap"
void two_pointers (int n, double *p, double *q) { for (int i = 0; i < n; i++) p[i] = q[i] + 1; }

/* The owner of both says so. */
// expect two_restrict/i: parallel strict
void two_restrict (int n, double *restrict p, double *restrict q) { for (int i = 0; i < n; i++) p[i] = q[i] + 1; }

/* Equivalence: p is a, one element further. */
// expect shifted_name/i: sequential flow a
void shifted_name (int n) { double *p = a + 1; for (int i = 0; i < n; i++) p[i] = a[i] + b[i]; }

/* p is the second half of a. */
// expect second_half/i: parallel
void second_half (int n) { double *p = a + 32; for (int i = 0; i < 32; i++) p[i] = a[i] + b[i]; }

/* The same memory under two names, the same elements. */
// expect same_name/i: parallel
void same_name (int n) { double *p = a; for (int i = 0; i < n; i++) p[i] = a[i] + b[i]; }

/* A row pointer set anew in each iteration. */
// expect row_pointer/i: parallel
// expect row_pointer/i/j: parallel
void row_pointer (int n) { for (int i = 0; i < n; i++) { double *row = aa[i]; for (int j = 0; j < n; j++) row[j] = bb[i][j]; } }

/* A pointer into the row above. */
// expect row_above/i: sequential flow aa
void row_above (int n) { for (int i = 1; i < n; i++) { double *row = aa[i - 1]; for (int j = 0; j < n; j++) aa[i][j] = row[j] + 1; } }

/* A moving pointer. */
// expect moving/i: parallel induction u
void moving (int n) { double *u = a; for (int i = 0; i < n; i++) { *u = b[i]; u++; } }

/* Both move, in the usual spelling. */
// expect both_move/i: parallel induction u induction v
void both_move (int n) { double *u = a, *v = b; for (int i = 0; i < n; i++) *u++ = *v++; }

/* A moving pointer reads its last element. */
// expect moving_chain/i: sequential flow a
void moving_chain (int n) { double *u = a + 1; for (int i = 0; i < n; i++) { u[0] = u[-1] + b[i]; u++; } }

/* Rows of a table of pointers: they may be the same row. */
// expect table/i: unknown IHOP-D010
// expect table/i/j: parallel
void table (int n, double **rows) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) rows[i][j] = 1; }

/* Members of records in an array. */
// expect members/i: parallel
void members (int n) { for (int i = 0; i < n; i++) pts[i].x = pts[i].y + pts[i].z; }

/* One member from the record before, another written. */
// expect other_member/i: parallel
void other_member (int n) { for (int i = 1; i < n; i++) pts[i].x = pts[i - 1].y; }

/* The same member from the record before. */
// expect same_member/i: sequential flow pts.x
void same_member (int n) { for (int i = 1; i < n; i++) pts[i].x = pts[i - 1].x + 1; }

/* Whole records are copied. */
// expect whole_records/i: parallel
void whole_records (int n) { for (int i = 0; i < 64; i++) pts[i + 64] = pts[i]; }

/* A record copied one further, its member read. */
// expect record_chain/i: sequential
void record_chain (int n) { for (int i = 0; i < n; i++) { pts[i + 1] = pts[i]; pts[i].x = 1; } }

/* A record on the stack as a temporary. */
// expect record_temporary/i: parallel private p
void record_temporary (int n) { Point p; for (int i = 0; i < n; i++) { p = pts[i]; p.x = p.y + p.z; pts[i] = p; } }

/* Through a pointer in a record: what was put there, where nobody else can have set it. */
// expect vector_member/i: parallel
void vector_member (int n) { Vec v = { n, a }; for (int i = 0; i < v.n; i++) v.data[i] = b[i]; }
// expect either_member/i: unknown IHOP-D010
void either_member (int n) { Vec v = { n, a }; if (n & 1) v.data = b + 1; for (int i = 0; i < n; i++) v.data[i] = b[i]; }

/* Memory from malloc is nobody else's. */
// expect fresh/i: parallel strict
void fresh (int n) { double *w = malloc (LEN * sizeof *w); if (w == NULL) return; for (int i = 0; i < n; i++) w[i] = a[i] * 2; for (int i = 0; i < n; i++) b[i] = w[i]; free (w); }

/* Swapped in the time loop. */
// expect swapped/t: unknown
// expect swapped/t/i: parallel
void swapped (int n) { double *u = a, *v = b; for (int t = 0; t < 4; t++) { for (int i = 1; i < n - 1; i++) v[i] = u[i - 1] + u[i + 1]; double *w = u; u = v; v = w; } }
