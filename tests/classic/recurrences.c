/* Recurrences, thresholds, and what peeling, splitting and reversal make of them. */
#include "classic.h"

/* Order one. */
// expect first_order/i: sequential flow a
void first_order (int n) { for (int i = 1; i < n; i++) a[i] = a[i - 1] * 0.5 + b[i]; }

/* Order two. */
// expect second_order/i: sequential flow a
void second_order (int n) { for (int i = 2; i < n; i++) a[i] = a[i - 1] + a[i - 2] * b[i]; }

/* Distance two: pairs are free of each other. */
// expect distance_two/i: sequential flow a
void distance_two (int n) { for (int i = 2; i < n; i++) a[i] = a[i - 2] + b[i]; }

/* Distance two in steps of two. */
// expect step_two/i: sequential flow a
void step_two (int n) { for (int i = 2; i < n; i += 2) a[i] = a[i - 2] + b[i]; }

/* Distance one in steps of two: never met. */
// expect odd_from_even/i: parallel
void odd_from_even (int n) { for (int i = 1; i < n; i += 2) a[i] = a[i - 1] + b[i]; }

/* The elements read lie beyond those written: distance larger than the loop. */
// expect far_enough/i: parallel
void far_enough (int n) { for (int i = 0; i < 32; i++) a[i] = a[i + 32] + b[i]; }

/* One too near. */
// expect one_too_near/i: sequential anti a
void one_too_near (int n) { for (int i = 0; i < 32; i++) a[i] = a[i + 31] + b[i]; }

/* A crossing threshold: before the middle elements are read that are written after it. */
// expect crossing/i: sequential
// step split crossing/i 'i < 16'
// then crossing/i: parallel
// then crossing/i#2: parallel
void crossing (int n) { for (int i = 0; i < 32; i++) a[i] = a[31 - i] + b[i]; }

/* The same with a symbolic size: 2 i < n is the threshold. */
// expect crossing_symbolic/i: sequential
void crossing_symbolic (int n) { for (int i = 0; i < n; i++) a[i] = a[n - 1 - i] + b[i]; }

/* A threshold that the writes cross: a[m] is read by all and written by one. */
// expect threshold_read/i: sequential
// step split threshold_read/i 'i < 10'
// then threshold_read/i: parallel
void threshold_read (int n) { for (int i = 0; i < 32; i++) a[i] = b[i] + a[10]; }

/* Only the first iteration reads what another writes: peel it. */
// expect peel_first/i: sequential
// step peel peel_first/i first
// then peel_first/i: parallel
void peel_first (int n) { for (int i = 0; i < 32; i++) b[i] = a[0] + (i == 0 ? b[31] : 1); }

/* Every iteration reads the last element written: peel the last iteration. */
// expect peel_last/i: sequential anti a
// step peel peel_last/i last
// then peel_last/i: parallel
// step copy-array peel_last/i a
void peel_last (int n) { for (int i = 0; i < 32; i++) a[i] = b[i] + a[31]; }

/* Every iteration reads the first element, which only the first one writes. */
// expect first_to_all/i: sequential flow a
// step peel first_to_all/i first
// then first_to_all/i: parallel
void first_to_all (int n) { for (int i = 0; i < 32; i++) a[i] = b[i] + (i > 0 ? a[0] : 2); }

/* Downward, what an upward loop would overwrite too early. */
// expect downward_copy/i: sequential anti a
// refused reverse downward_copy/i
// step normalize downward_copy/i
// step copy-array downward_copy/i a
void downward_copy (int n) { for (int i = n - 1; i >= 0; i--) a[i + 1] = a[i]; }

/* Upward it is a chain. */
// expect upward_chain/i: sequential flow a
void upward_chain (int n) { for (int i = 0; i < n; i++) a[i + 1] = a[i]; }

/* Reversal: free of each other, so the order does not matter. */
// expect reversible/i: parallel
// step reverse reversible/i
// then reversible/i: parallel
void reversible (int n) { for (int i = n - 1; i >= 0; i--) a[i] = b[i] * 2; }

/* A coupled pair of recurrences. */
// expect coupled/i: sequential flow a flow b
void coupled (int n) { for (int i = 1; i < n; i++) { a[i] = a[i - 1] + b[i - 1]; b[i] = a[i] - b[i - 1]; } }

/* Prefix sums through a scalar. */
// expect prefix_scalar/i: sequential flow x
// step scan prefix_scalar/i x 4 reassociate
void prefix_scalar (int n) { double x = 0; for (int i = 0; i < n; i++) { x += a[i]; b[i] = x; } }

/* Horner's rule: order one in a scalar. */
// expect horner/i: sequential flow x
double horner (int n, double s) { double x = 0; for (int i = 0; i < n; i++) x = x * s + a[i]; return x; }

/* Writes behind, reads in front, by a symbolic distance: which sign k has decides. */
// expect symbolic_distance/i: sequential
void symbolic_distance (int n, int k) { for (int i = 0; i < n; i++) a[i] = a[i + k] + b[i]; }

/* A recurrence along the first dimension of two. */
// expect columns/i: sequential flow aa
// expect columns/i/j: parallel
// step interchange columns/i/j
// then columns/j: parallel
// then columns/j/i: sequential flow aa
void columns (int n) { for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) aa[i][j] = aa[i - 1][j] + bb[i][j]; }

/* Backward substitution's inner loop. */
// expect substitution/i: sequential
// expect substitution/i/j: parallel reduction []+ a
void substitution (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i] -= aa[i][j] * a[j]; }
