/* Induction variables: scalars that count along with a loop. */
#include "classic.h"

/* k is 2 i. */
// expect even_elements/i: parallel induction k
// step induction even_elements/i k
// then even_elements/i: parallel
void even_elements (int n) { int k = 0; for (int i = 0; i < n; i++) { a[k] = b[i]; k += 2; } }

/* Counted before it is used: k is 2 i + 1. */
// expect odd_elements/i: parallel induction k
// refused vectorize odd_elements/i 4
// step induction odd_elements/i k
// then odd_elements/i: parallel
void odd_elements (int n) { int k = -1; for (int i = 0; i < n; i++) { k += 2; a[k] = a[k] + b[i]; } }

/* The same element is written by one iteration and read by the next. */
// expect even_recurrence/i: sequential flow a
// step induction even_recurrence/i k
// then even_recurrence/i: sequential flow a
void even_recurrence (int n) { int k = 2; for (int i = 0; i < n; i++) { a[k] = a[k - 2] + b[i]; k += 2; } }

/* k and l part by two elements: they meet after two iterations. */
// expect two_counters/i: sequential flow a
void two_counters (int n) { int k = 2, l = 0; for (int i = 0; i < n; i++) { a[k] = a[l] + b[i]; k++; l++; } }

/* One counts up, one down. */
// expect up_and_down/i: parallel induction k
// step induction up_and_down/i k
// then up_and_down/i: parallel
void up_and_down (int n) { int k = n; for (int i = 0; i < n; i++) { k--; a[i] = b[k]; } }

/* They meet in the middle. */
// expect meet_halfway/i: sequential
void meet_halfway (int n) { int k = n; for (int i = 0; i < n; i++) { k--; a[i] = a[k] + 1; } }

/* An induction variable of order two: k is i (i - 1) / 2, which is not affine. */
// expect triangular_numbers/i: sequential flow k
void triangular_numbers (int n) { int k = 0; for (int i = 0; i < n; i++) { k += i; a[k] = b[i]; } }

/* Order two through a second variable. */
// expect second_order/i: sequential flow k
void second_order (int n) { int k = 0, j = 1; for (int i = 0; i < n; i++) { k += j; j += 2; c[k] = b[i]; } }

/* A geometric one: k is 2^i. */
// expect doubling/i: sequential flow k
void doubling (int n) { int k = 1; for (int i = 0; i < 8; i++) { a[k] = b[i]; k *= 2; } }

/* Counts in the inner loop, starts anew in the outer one: k is j. */
// expect restarted/i: parallel private k
// expect restarted/i/j: parallel induction k
// step induction restarted/i/j k
// then restarted/i/j: parallel
void restarted (int n) { int k; for (int i = 0; i < n; i++) { k = 0; for (int j = 0; j < n; j++) { aa[i][k] = bb[i][j]; k++; } } }

/* Rows of a linearised array: k is i m + j. */
// expect row_start/i: parallel private k
// expect row_start/i/j: parallel induction k
// step induction row_start/i/j k
// then row_start/i/j: parallel
// then row_start/i: parallel private k
void row_start (int n, int m) { int k; for (int i = 0; i < n; i++) { k = i * m; for (int j = 0; j < m; j++) { flat[k] = b[j]; k++; } } }

/* Counts through the whole nest and never starts anew: k is i n + j, if n is not negative. */
// expect through_nest/i: parallel induction k assume "n >= 0"
// expect through_nest/i/j: parallel induction k
// step induction through_nest/i/j k
// then through_nest/i/j: parallel
void through_nest (int n) { int k = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { flat[k] = aa[i][j]; k++; } }

/* Counted up inside a constant inner loop: 4 i + j. */
// expect through_four/i: parallel induction k
// expect through_four/i/j: parallel induction k
void through_four (int n) { int k = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) { a[k] = b[j]; k++; } }

/* Counts only sometimes: no closed form. */
// expect sometimes/i: unknown
// refused induction sometimes/i k
void sometimes (int n) { int k = 0; for (int i = 0; i < n; i++) { if (b[i] > 2) k++; a[i] = c[k]; } }

/* Counts under a condition on the iterator; still a function of i, but no straight line. */
// expect every_other/i: sequential flow k
void every_other (int n) { int k = 0; for (int i = 0; i < n; i++) { if (i % 2 == 0) k++; a[i] = c[k]; } }

/* Both branches count by the same. */
// expect both_branches/i: parallel induction k
void both_branches (int n) { int k = 0; for (int i = 0; i < n; i++) { if (b[i] > 2) { a[k] = 1; k++; } else { a[k] = 2; k++; } } }

/* k is used after the loop: its last value is known. */
// expect counted_after/i: parallel induction k
// step induction counted_after/i k
// then counted_after/i: parallel
int counted_after (int n) { int k = 3; for (int i = 0; i < n; i++) { a[k] = b[i]; k += 3; } return k; }

/* The step is a parameter: a[inc i]. */
// expect symbolic_step/i: parallel induction k assume "inc > 0"
void symbolic_step (int n, int inc) { int k = 0; for (int i = 0; i < n; i++) { a[k] = b[i]; k += inc; } }

/* Set from the iterator in each iteration: no induction variable at all. */
// expect set_anew/i: parallel private k
void set_anew (int n) { int k; for (int i = 0; i < n; i++) { k = 2 * i + 1; a[k] = b[i]; } }

/* Counts by a post-increment inside the subscript. */
// expect in_subscript/i: parallel induction k
// step induction in_subscript/i k
// then in_subscript/i: parallel
void in_subscript (int n) { int k = 0; for (int i = 0; i < n; i++) a[k++] = b[i]; }

/* A floating-point one adds up: rounding would differ, so it is no closed form. */
// expect floating/i: sequential flow x
void floating (int n) { double x = 0; for (int i = 0; i < n; i++) { a[i] = x; x += 0.5; } }

/* Unsigned counters may wrap around; this one is compared with nothing. */
// expect unsigned_counter/i: sequential flow k
void unsigned_counter (int n) { unsigned k = 0; for (int i = 0; i < n; i++) { a[k] = b[i]; k += 1; } }

/* Only counted, never looked at: a sum. */
// expect only_counted/i: parallel reduction + l
int only_counted (int n) { int l = 0; for (int i = 0; i < n; i++) { a[i] = b[i]; l += 3; } return l; }

/* Rows of a triangle: k is i (i + 1) / 2 + j. */
// expect triangle_rows/i: sequential flow k
// expect triangle_rows/i/j: parallel induction k
void triangle_rows (int n) { int k = 0; for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) { flat[k] = aa[i][j]; k++; } }

/* Read along, row by row, and summed up. */
// expect read_along/i: parallel induction k assume "m >= 0"
// expect read_along/i/j: parallel induction k reduction []+ a
void read_along (int n, int m) { int k = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { a[i] += flat[k]; k++; } }
