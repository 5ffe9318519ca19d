/* Subscripts from memory: gather, scatter, histograms, packing. */
#include "classic.h"

/* Gather. */
// expect gather/i: parallel
void gather (int n) { for (int i = 0; i < n; i++) a[i] = b[idx[i]] + c[i]; }

/* Scatter: nobody says that the places differ. */
// expect scatter/i: unknown IHOP-D012
void scatter (int n) { for (int i = 0; i < n; i++) a[idx[i]] = b[i]; }

/* The owner says so. */
// options --assume 'permutation perm'
// expect scatter_permuted/i: parallel
void scatter_permuted (int n) { for (int i = 0; i < n; i++) a[perm[i]] = b[i]; }

/* Updates through a permutation. */
// expect update_permuted/i: parallel
void update_permuted (int n) { for (int i = 0; i < n; i++) a[perm[i]] = a[perm[i]] * 2 + b[i]; }

/* Reads another place through the permutation than it writes. */
// expect permuted_neighbour/i: unknown IHOP-D012
void permuted_neighbour (int n) { for (int i = 0; i < n; i++) a[perm[i]] = a[perm[i + 1]] + b[i]; }

/* A permutation taken at i / 2 is none. */
// expect permuted_twice/i: unknown
void permuted_twice (int n) { for (int i = 0; i < n; i++) a[perm[i / 2]] = b[i]; }

/* The permutation is changed on the way. */
// expect permutation_changed/i: unknown
void permutation_changed (int n) { for (int i = 0; i < n; i++) { perm[i] = idx[i]; a[perm[i]] = b[i]; } }

/* A row through a permutation. */
// expect permuted_rows/i: parallel
// expect permuted_rows/i/j: parallel
void permuted_rows (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) aa[perm[i]][j] = bb[i][j]; }

/* Loops around a permutation change places; what one iteration does to a row in turn stays in turn. */
// expect permuted_pairs/i: parallel
// expect permuted_pairs/i/j: sequential
// step interchange permuted_pairs/i/j
// then permuted_pairs/j/i: parallel
// step reverse permuted_pairs/i
// then permuted_pairs/i: parallel
// refused reverse permuted_pairs/i/j
void permuted_pairs (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < 2; j++) a[perm[i]] = a[perm[i]] * 2 + bb[i][j]; }

/* Nothing is said of this list. */
// expect listed_pairs/i: unknown
// refused interchange listed_pairs/i/j
void listed_pairs (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < 2; j++) a[idx[i]] = a[idx[i]] * 2 + bb[i][j]; }

/* Histogram: sums into elements that nobody knows. */
// expect histogram/i: parallel reduction []~+ a
void histogram (int n) { for (int i = 0; i < n; i++) a[idx[i]] += b[i]; }

/* Packing: what fits is put together. */
// expect pack/i: unknown
int pack (int n) { int k = 0; for (int i = 0; i < n; i++) if (b[i] > 2) { a[k] = b[i]; k++; } return k; }

/* Unpacking. */
// expect unpack/i: unknown
void unpack (int n) { int k = 0; for (int i = 0; i < n; i++) if (b[i] > 2) { a[i] = c[k]; k++; } }

/* Two lists are filled. */
// expect two_lists/i: unknown
void two_lists (int n) { int k = 0, l = 0; for (int i = 0; i < n; i++) if (b[i] > 2) { a[k] = b[i]; k++; } else { c[l] = b[i]; l++; } }

/* The places themselves are computed. */
// expect make_index/i: parallel
void make_index (int n) { for (int i = 0; i < n; i++) { ib[i] = 2 * i; a[i] = b[ib[i]]; } }

/* Gather and scatter through the same list, in place. */
// expect through_list/i: unknown IHOP-D012
void through_list (int n) { for (int i = 0; i < n; i++) a[idx[i]] = a[idx[i]] * 0.5 + 1; }

/* Sparse matrix times vector: rows given by starts. */
// expect sparse/i: parallel
// expect sparse/i/j: parallel reduction []+ a
void sparse (int n) { for (int i = 0; i < n; i++) { a[i] = 0; for (int j = ia[i]; j < ia[i + 1]; j++) a[i] += b[j] * c[idx[j]]; } }

static void fill_row (double *p) { for (int j = 0; j < 3; j++) p[j] = 1; }

/* The called function writes three elements from the permuted one on. */
// expect permuted_call/i: unknown
void permuted_call (int n) { for (int i = 0; i < n; i++) fill_row (&a[perm[i]]); }
