/* Calls in loops. */
#include "classic.h"

static double square (double x) { return x * x; }
static void store (double *p, double x) { *p = x; }
static double next_of (const double *p) { return p[1]; }
static int calls;
static double counted (double x) { calls++; return x; }
static double clamp (double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }
static void axpy (int n, double s, const double *restrict x, double *restrict y) { for (int i = 0; i < n; i++) y[i] += s * x[i]; }

/* Mathematics. */
// expect roots/i: parallel
void roots (int n) { for (int i = 0; i < n; i++) a[i] = sqrt (fabs (b[i])); }
// expect powers/i: parallel
void powers (int n) { for (int i = 0; i < n; i++) a[i] = pow (b[i], 2) + floor (c[i]); }

/* Functions of our own. */
// expect squares/i: parallel
void squares (int n) { for (int i = 0; i < n; i++) a[i] = square (b[i]) + clamp (c[i], 0, 1); }

/* The function writes through its argument, to one element. */
// expect stores/i: parallel
void stores (int n) { for (int i = 0; i < n; i++) store (&a[i], b[i]); }

/* It writes one element, another iteration reads it. */
// expect stores_chain/i: unknown
void stores_chain (int n) { for (int i = 1; i < n; i++) store (&a[i], a[i - 1] + 1); }

/* The function looks one element further. */
// expect looks_further/i: unknown IHOP-D014
void looks_further (int n) { for (int i = 0; i < n; i++) a[i] = next_of (&a[i]) + 1; }

/* It reads what nobody writes. */
// expect looks_elsewhere/i: parallel
void looks_elsewhere (int n) { for (int i = 0; i < n; i++) a[i] = next_of (&b[i]) + 1; }

/* It counts its calls. */
// expect counts_calls/i: unknown
void counts_calls (int n) { for (int i = 0; i < n; i++) a[i] = counted (b[i]); }

/* A row a call. */
// expect row_calls/i: parallel
void row_calls (int n) { for (int i = 0; i < n; i++) axpy (n, 2, bb[i], aa[i]); }

/* The same row in every call. */
// expect same_row/i: unknown
void same_row (int n) { for (int i = 0; i < n; i++) axpy (n, 2, bb[i], aa[0]); }

/* rand keeps a state. */
// expect random_numbers/i: unknown IHOP-D005
void random_numbers (int n) { for (int i = 0; i < n; i++) a[i] = rand () % 2 * 0; }
