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
// step pack pack/i k 4
// then pack/strip: parallel
// then pack/strip#3: parallel
int pack (int n) { int k = 0; for (int i = 0; i < n; i++) if (b[i] > 2) { a[k] = b[i]; k++; } return k; }

/* Unpacking. */
// expect unpack/i: unknown
// step pack unpack/i k 4
// then unpack/strip: parallel
// then unpack/strip#3: parallel
void unpack (int n) { int k = 0; for (int i = 0; i < n; i++) if (b[i] > 2) { a[i] = c[k]; k++; } }

/* Two lists are filled. */
// expect two_lists/i: unknown
// step pack two_lists/i k l 4
// then two_lists/strip#5: parallel
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

/* Packing in place: what is looked at is overwritten. */
// expect pack_in_place/i: unknown
// refused pack pack_in_place/i k
int pack_in_place (int n) { int k = 0; for (int i = 0; i < n; i++) if (b[i] > 2) b[k++] = b[i]; return k; }

/* As many as there is room for: how far it gets depends on how far it got. */
// expect pack_some/i: unknown
// refused pack pack_some/i k
int pack_some (int n) { int k = 0; for (int i = 0; i < n; i++) if (b[i] > 2 && k < 5) a[k++] = b[i]; return k; }

/* Values are computed on the way; some leave two. */
// expect pack_values/i: unknown
// step pack pack_values/i k 4
// then pack_values/strip: parallel
// then pack_values/strip#3: parallel
int pack_values (int n) { int k = 3; for (int i = 0; i < n; i++) { double t = fabs (b[i] - 3), u = t * t; c[i] = u; if (t > 1) { a[k] = t; a[k + 1] = u; k += 2; } else if (u > 0) a[k++] = -t; } return k; }

/* Where the matrix is not zero: rows of a sparse one. */
// expect compress/i: unknown
// step pack compress/i k 4
// then compress/strip: parallel
// then compress/strip#3: parallel
void compress (int n) { int k = 0; for (int i = 0; i < n; i++) { ia[i] = k; for (int j = 0; j < n; j++) if (aa[i][j] > 4) { flat[k] = aa[i][j]; ib[k] = j; k++; } } }

/* The same, written with its three loops by hand: count, add up, fill. */
// expect filled/s: parallel
// expect filled/s#2: sequential flow k
// expect filled/s#3: parallel
int filled (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k = k + count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) { d[i] = at; if (b[i] > 2) a[at++] = b[i]; } } return k; }

/* Another condition counts than fills. */
// expect filled_more/s#3: unknown
void filled_more (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 1) a[at++] = b[i]; } }

/* A store that no step follows: it is the next one's first place. */
// expect filled_beyond/s#3: unknown
void filled_beyond (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) { a[at] = b[i]; if (b[i] > 2) at++; } } }

/* A step before the store. */
// expect filled_late/s#3: unknown
void filled_late (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) { a[at] = 0; at++; a[at] = b[i]; } } }

/* Two places, one of them counted. */
// expect filled_twice/s#3: unknown
void filled_twice (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) { a[at++] = b[i]; a[at++] = 1; } } }

/* What is asked changes before it is asked again. */
// expect filled_changed/s#3: unknown
void filled_changed (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) { b[i] += 1; if (b[i] > 2) a[at++] = b[i]; } } }

/* A variable is set anew before it is asked. */
// expect filled_reset/s#3: unknown
void filled_reset (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) { double t = b[i]; if (t > 2) count[s]++; } } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) { double t = b[i]; t = 5; if (t > 2) a[at++] = b[i]; } } }

/* More iterations fill than have counted. */
// expect filled_longer/s#3: unknown
void filled_longer (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i <= n; i += 8) if (b[i] > 2) a[at++] = b[i]; } }

/* The starts overlap: half of what was counted. */
// expect filled_closer/s#3: unknown
void filled_closer (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s] / 2; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) a[at++] = b[i]; } }

/* Something happens to the counts on the way. */
// expect filled_between/s#3: unknown
void filled_between (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } count[1] = 0; for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) a[at++] = b[i]; } }

/* The next start moves as places are filled. */
// expect filled_moved/s#3: sequential flow from
void filled_moved (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 7; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) a[at++] = b[i]; from[s + 1] = 0; } }

/* Another statement stores beside the places. */
// expect filled_beside/s#3: unknown
void filled_beside (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) a[at++] = b[i]; a[s] = 0; } }

/* A row for each; a place that wraps around; one that goes back. */
// expect filled_rows/s#3: parallel
void filled_rows (int n) { long count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s] += 1; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { long at; at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) { for (int j = 0; j < n; j++) aa[at][j] = bb[i][j]; pts[at].x = b[i]; at = at + 1; } } }
// expect filled_short/s#3: unknown
void filled_short (int n) { unsigned char count[8], from[8], k = 250; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { unsigned char at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) a[at++] = b[i]; } }
// expect filled_back/s#3: unknown
void filled_back (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) { if (b[i] > 2) a[at++] = b[i]; if (b[i] > 3) at--; } } }

/* Who is near: how far the counter gets may be rounded in two ways, so what was decided is kept. */
// expect near/i: unknown
// step scalar-expand near/i in
// step distribute near/i @2
// step pack near/i#2 k 4
// then near/i: parallel
// then near/strip: parallel
// then near/strip#3: parallel
int near (int n) { int k = 0; for (int i = 0; i < n; i++) { int in = a[i] * a[i] + b[i] * b[i] < 20; if (in) c[k++] = i; } return k; }

/* The places lie where iterations start. */
// expect filled_alias/s#3: unknown
void filled_alias (int n) { int count[8], from[8], k = 0; int *w = from; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) w[at++ & 7] = 0; } }

/* The bound grows on the way. */
// expect filled_grown/s#3: unknown
void filled_grown (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } n += 8; for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) a[at++] = b[i]; } }

/* The same name, another variable. */
// expect filled_shadow/s#3: unknown
void filled_shadow (int n) { int count[8], from[8], k = 0; double t = 2; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > t) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; double t = 0; for (int i = s; i < n; i += 8) if (b[i] > t) a[at++] = b[i]; } }

/* Control may come in between. */
// expect filled_entered/s#3: unknown
void filled_entered (int n) { int count[8] = { 0 }, from[8] = { 0 }, k = 0; switch (n) { case 12: ; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } case 20: ; for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) a[at++] = b[i]; } } }

/* A pointer to the place. */
// expect filled_pointed/s#3: unknown
void filled_pointed (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s], *w = &at; for (int i = s; i < n; i += 8) if (b[i] > 2) { a[at++] = b[i]; *w -= 1; } } }

/* Something else stands between the loops. */
// expect filled_apart/s#3: parallel
void filled_apart (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } c[0] = 1; for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } d[0] = k; for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) a[at++] = b[i]; } }

/* One is counted, two are filled at once. */
// expect filled_double/s#3: unknown
void filled_double (int n) { int count[8], from[8], k = 0; for (int s = 0; s < 8; s++) { count[s] = 0; for (int i = s; i < n; i += 8) if (b[i] > 2) count[s]++; } for (int s = 0; s < 8; s++) { from[s] = k; k += count[s]; } for (int s = 0; s < 8; s++) { int at = from[s]; for (int i = s; i < n; i += 8) if (b[i] > 2) { a[at] = b[i]; a[at + 1] = 1; at += 2; } } }
