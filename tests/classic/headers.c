/* How loops count. */
#include "classic.h"

// expect up_to/i: parallel
void up_to (int n) { for (int i = 0; i <= n; i++) a[i] = b[i]; }
// expect down/i: parallel
// step reverse down/i
// then down/i: parallel
void down (int n) { for (int i = n; i > 0; i--) a[i] = b[i]; }
// expect unequal/i: parallel
void unequal (int n) { for (int i = 0; i != n; i++) a[i] = b[i]; }
// expect turned_round/i: parallel
void turned_round (int n) { for (int i = 0; n > i; ++i) a[i] = b[i]; }
// expect steps_of_three/i: parallel
// step normalize steps_of_three/i
// then steps_of_three/i: parallel
void steps_of_three (int n) { for (int i = 1; i < n; i = i + 3) a[i] = b[i]; }
// expect long_counter/i: parallel
void long_counter (int n) { for (long i = 0; i < n; i++) a[i] = b[i]; }
// expect unsigned_counter/i: parallel
void unsigned_counter (int n) { for (unsigned i = 0; i < (unsigned) n; i++) a[i] = b[i]; }
// expect size_counter/i: parallel
void size_counter (size_t n) { for (size_t i = 0; i < n; i++) a[i] = b[i]; }
// expect char_counter/i: parallel
void char_counter (int n) { for (signed char i = 0; i < 100; i++) a[i] = b[i]; }

/* The comparison is made on i + 1, on 2 i, on n - i: only the first is understood, the others are solved. */
// expect look_ahead/i: parallel
void look_ahead (int n) { for (int i = 0; i + 1 < n; i++) a[i] = b[i] + b[i + 1]; }
// expect twice_the_counter/i: unknown IHOP-D001
// step solve-bound twice_the_counter/i
// then twice_the_counter/i: parallel
void twice_the_counter (int n) { for (int i = 0; 2 * i < n; i++) a[2 * i] = b[i]; }
// expect from_the_other_side/i: unknown IHOP-D001
// step solve-bound from_the_other_side/i
// then from_the_other_side/i: parallel
void from_the_other_side (int n) { for (int i = 0; n - i > 0; i++) a[i] = b[i]; }
// expect thrice_from_one/i: unknown IHOP-D001
// step solve-bound thrice_from_one/i
// then thrice_from_one/i: parallel
void thrice_from_one (int n) { int i; for (i = 1; i * 3 <= n; i += 2) a[i] = b[3 * i] + i; c[0] = i; }

/* Unsigned differences wrap around, and what starts below zero is divided otherwise. */
// refused solve-bound wraps_around/i
void wraps_around (int n) { for (int i = 0; i - n - 1u > 4000000000u; i++) a[i] = b[i]; }
// refused solve-bound below_zero/i
void below_zero (int n) { for (int i = -3; 2 * i < n; i++) a[i + 3] = b[i + 3]; }
// refused solve-bound moves_itself/i
void moves_itself (int n) { for (int i = 0; 2 * i < n; i++) { a[i] = b[i]; i += a[i] > 3; } }

/* Counts down in the condition. */
// expect counts_in_condition/i: parallel
void counts_in_condition (int n) { for (int i = n; i-- > 0;) a[i] = b[i]; }

/* while loops that count. */
// expect while_counts/while: parallel
void while_counts (int n) { int i = 0; while (i < n) { a[i] = b[i]; i++; } }
// expect while_down/while: parallel
void while_down (int n) { int i = n; while (i-- > 0) { a[i] = b[i]; } }

/* The first value is set before the loop. */
// expect set_before/i: parallel
void set_before (int n) { int i = 2; for (; i < n; i++) a[i] = b[i]; }

/* The iterator is a parameter. */
// expect parameter/k: parallel
void parameter (int n, int k) { for (; k < n; k++) a[k] = b[k]; }

/* Its step is in the body. */
// expect step_in_body/i: parallel
void step_in_body (int n) { for (int i = 0; i < n;) { a[i] = b[i]; i++; } }

/* Never runs. */
// expect never/i: parallel
void never (int n) { for (int i = 5; i < 5; i++) a[0] = a[0] + i; }

/* Runs once at most. */
// expect once/i: parallel
// step remove-header once/i
void once (int n) { for (int i = 0; i < 1; i++) a[0] = a[1] + 1; }

/* Two bounds. */
// expect two_bounds/i: parallel
void two_bounds (int n, int m) { for (int i = 0; i < n && i < m; i++) a[i] = b[i]; }

/* The bound changes on the way. */
// expect moving_bound/i: unknown IHOP-D001
void moving_bound (int n) { for (int i = 0; i < n; i++) { a[i] = b[i]; if (b[i] > 3) n--; } }

/* The iterator changes on the way. */
// expect moved_iterator/i: unknown IHOP-D001
void moved_iterator (int n) { for (int i = 0; i < n; i++) { a[i] = b[i]; if (b[i] > 3) i++; } }

/* Counts in doubles. */
// expect floating/x: unknown IHOP-D001
void floating (int n) { for (double x = 0; x < n; x += 1) a[(int) x] = b[(int) x]; }

/* Two counters in the head. */
// expect two_counters/i: parallel induction j
void two_counters (int n) { int i, j; for (i = 0, j = n - 1; i < n; i++, j--) a[i] = b[j]; }

/* A pointer counts. */
// expect pointer_counts/p: unknown IHOP-D001
void pointer_counts (int n) { for (double *p = a; p < a + n; p++) *p = 1; }

/* The head declares a second variable: it lives through all iterations. */
// expect second_in_head/i: sequential flow x
void second_in_head (int n) { for (int i = 0, x = 0; i < n; i++) { x += ia[i]; ib[i] = x; } }
// expect counter_in_head/i: parallel induction l
void counter_in_head (int n) { for (int i = 0, l = 5; i < n; i++, l += 2) a[l] = b[i]; }
// expect rows_in_head/i: parallel
// expect rows_in_head/i/j: unknown IHOP-D013
void rows_in_head (int n) { for (int i = 0; i < n; i++) for (int j = 0, l = 0; j < n; j++) { if (aa[i][j] > 2) l++; bb[i][j] = l; } }
// expect sum_in_head/i: parallel reduction + x
void sum_in_head (int n) { for (int i = 0, x = 0; i < n; i++) { x += ia[i]; ib[i] = 2; } }
