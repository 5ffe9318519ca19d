#include <stdio.h>
#include <stdlib.h>
#include <math.h>
// expect search/i: unknown IHOP-D003
int search (int n, const double *A) { for (int i = 0; i < n; i++) if (A[i] > 0) return i; return -1; }
// expect broken/i: unknown IHOP-D003
void broken (int n, double *A) { for (int i = 0; i < n; i++) { if (A[i] > 0) break; A[i] = 1; } }
// expect inner_break/i: parallel
// expect inner_break/i/j: unknown IHOP-D003
void inner_break (int n, double A[50][50]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { if (A[i][j] > 0) break; A[i][j] = 1; } }
// expect jumps/i: unknown IHOP-D003
void jumps (int n, double *A) { for (int i = 0; i < n; i++) { if (A[i] > 0) goto done; A[i] = 1; } done:; }
// expect skips/i: parallel
void skips (int n, double *A) { for (int i = 0; i < n; i++) { if (A[i] > 0) continue; A[i] = 1; } }
// expect skip_private/i: unknown
void skip_private (int n, double *A) { double t = 0; for (int i = 0; i < n; i++) { if (A[i] > 0) continue; t = 1; } A[0] = t; }
// expect skip_after/i: parallel private t
void skip_after (int n, double *A) { double t; for (int i = 0; i < n; i++) { t = A[i]; if (t > 0) continue; A[i] = t + 1; } }
// expect skip_before/i: parallel private t
void skip_before (int n, double *A) { double t; for (int i = 0; i < n; i++) { if (A[i] > 0) continue; t = A[i]; A[i] = t + 1; } }
// expect print/i: unknown IHOP-D005
void print (int n, double *A) { for (int i = 0; i < n; i++) printf ("%g\n", A[i]); }
// expect rnd/i: unknown IHOP-D005
void rnd (int n, double *A) { for (int i = 0; i < n; i++) A[i] = rand (); }
// expect maths/i: parallel
void maths (int n, double *A) { for (int i = 0; i < n; i++) A[i] = sqrt (A[i]) + pow (A[i], 2) + sin (A[i]); }
void mystery (void);
// expect opaque/i: unknown IHOP-D004
void opaque (int n, double *A) { for (int i = 0; i < n; i++) { A[i] = 0; mystery (); } }
// expect vol/i: unknown IHOP-D006
void vol (int n, volatile double *A) { for (int i = 0; i < n; i++) A[i] = 0; }
// expect assembly/i: unknown IHOP-D007
void assembly (int n, double *A) { for (int i = 0; i < n; i++) { A[i] = 0; __asm__ volatile ("nop"); } }
static double square (double x) { return x * x; }
// expect pure/i: parallel
void pure (int n, double *A) { for (int i = 0; i < n; i++) A[i] = square (A[i]); }
static void clear (double *row, int n) { for (int j = 0; j < n; j++) row[j] = 0; }
// expect clear/j: parallel
// expect by_row/i: parallel
void by_row (int n, double A[50][50]) { for (int i = 0; i < n; i++) clear (A[i], n); }
// expect by_flat/i: unknown IHOP-D014
void by_flat (int n, double *A) { for (int i = 0; i < n; i++) clear (A + i, 1); }
static void set (double *x) { *x = 1; }
// expect by_element/i: parallel
void by_element (int n, double *A) { for (int i = 0; i < n; i++) set (&A[i]); }
static int calls;
static double counted (double x) { calls++; return x; }
// expect stateful/i: unknown
void stateful (int n, double *A) { for (int i = 0; i < n; i++) A[i] = counted (A[i]); }
static double table[10];
static double look (int i) { return table[i]; }
// expect reads_global/i: parallel
void reads_global (int n, double *A) { for (int i = 0; i < n; i++) A[i] = look (i); }
static void fill (int i) { table[i] = i; }
// expect writes_global/i: unknown IHOP-D014
void writes_global (int n) { for (int i = 0; i < n; i++) fill (i); }
// expect chosen/i: parallel
void chosen (int n, int c, double *A) { for (int i = 0; i < n; i++) switch (c) { case 1: A[i] = 1; break; default: A[i] = 2; } }
// expect switched/i: unknown
void switched (int n, const int *restrict c, double *restrict A) { double t = 0; for (int i = 0; i < n; i++) { switch (c[i]) { case 1: t = 1; break; case 2: t = 2; break; } A[i] = t; } }
// expect fall/i: unknown
void fall (int n, const int *restrict c, double *restrict A) { double t = 0; for (int i = 0; i < n; i++) { switch (c[i]) { case 1: t = 1; case 2: A[i] = t; } } }
// expect mixed_while/i: parallel
// expect mixed_while/i/while: unknown IHOP-D001
void mixed_while (int n, double *A) { for (int i = 0; i < n; i++) while (A[i] > 1) A[i] /= 2; }
// expect while_outside/while/i: parallel
void while_outside (int n, double *A) { while (A[0] > 1) { for (int i = 0; i < n; i++) A[i] /= 2; } }
// expect alloc/i: unknown
void alloc (int n, double **A) { for (int i = 0; i < n; i++) A[i] = malloc (8); }
// expect indirect/i: unknown IHOP-D012
void indirect (int n, const int *restrict p, double *restrict A, const double *restrict B) { for (int i = 0; i < n; i++) A[p[i]] = B[i]; }
// expect gather/i: parallel
void gather (int n, const int *restrict p, double *restrict A, const double *restrict B) { for (int i = 0; i < n; i++) A[i] = B[p[i]]; }
// expect indirect_row/i: unknown
// expect indirect_row/i/j: parallel
void indirect_row (int n, const int *restrict p, double A[restrict 50][50]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[p[i]][j] = j; }
// expect csr/i: parallel
// expect csr/i/k: parallel reduction []+ y
void csr (int n, const int *restrict row, const int *restrict col, const double *restrict a, const double *restrict x, double *restrict y)
{ for (int i = 0; i < n; i++) { y[i] = 0; for (int k = row[i]; k < row[i + 1]; k++) y[i] += a[k] * x[col[k]]; } }
// expect bounds_written/i: sequential anti row
void bounds_written (int n, int *restrict row, double *restrict y)
{ for (int i = 0; i < n; i++) { for (int k = row[i]; k < row[i + 1]; k++) y[k] = i; row[i] = 0; } }
// expect short_circuit/i: parallel
void short_circuit (int n, double *A) { for (int i = 0; i < n; i++) if (i > 0 && A[i] > 0) A[i] = 1; }
// expect function_pointer/i: unknown IHOP-D004
void function_pointer (int n, double *A, double (*f) (double)) { for (int i = 0; i < n; i++) A[i] = f (A[i]); }

/* A label behind a continue is reached from the switch: what stands there is no dead code. */
// expect case_behind_continue/i: unknown
int counter[4];
void case_behind_continue (int n, double *A, const int *restrict c) { for (int i = 1; i < n; i++) { switch (c[i]) { case 1: continue; case 2: A[i] = A[i - 1]; break; default: A[i] = 1; } } }
// expect behind_switch_with_continue/i: unknown
void behind_switch_with_continue (int n, double *A, const int *restrict c) { for (int i = 1; i < n; i++) { switch (c[i]) { case 1: continue; } A[i] = A[i - 1]; } }
// expect count_behind_continue/i: parallel reduction []~+ counter reduction []~+ counter
void count_behind_continue (int n, const int *restrict c) { for (int i = 0; i < n; i++) switch (c[i]) { case 1: continue; case 2: counter[0]++; break; default: counter[c[i] & 3] += 2; } }

/* The loop uses no variable that is set in front of it, and what stands there chooses by one. */
// expect behind_a_choice/i: parallel
void behind_a_choice (double *A, int k) { (k > 3) ? abort () : (void) 0; for (int i = 0; i < 100; i++) A[i] = i; }
