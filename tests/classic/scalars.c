/* Scalars: temporaries, wrap-around variables, values carried round. */
#include "classic.h"

/* A temporary. */
// expect temporary/i: parallel private x
// step scalar-expand temporary/i x
// then temporary/i: parallel
void temporary (int n) { double x; for (int i = 0; i < n; i++) { x = a[i] + b[i]; c[i] = x * x; } }

/* Its last value is wanted. */
// expect temporary_after/i: parallel private x(last)
double temporary_after (int n) { double x = 0; for (int i = 0; i < n; i++) { x = a[i] + b[i]; c[i] = x * x; } return x; }

/* Two uses, two values: one variable renamed would be two. */
// expect reused/i: parallel private x
// step rename reused/i x
// then reused/i: parallel private x
void reused (int n) { double x; for (int i = 0; i < n; i++) { x = a[i] + b[i]; c[i] = x + x; x = d[i] - b[i]; e[i] = x * x; } }

/* A wrap-around variable: im1 is i - 1, but n - 1 the first time. */
// expect wrap_around/i: sequential flow im1
// step wrap-around wrap_around/i im1
// then wrap_around/i: parallel private im1
void wrap_around (int n) { int im1 = n - 1; for (int i = 0; i < n; i++) { a[i] = (b[i] + b[im1]) * 0.5; im1 = i; } }

/* Order two: the values of two iterations ago. */
// expect wrap_twice/i: sequential flow im2
void wrap_twice (int n) { int im1 = n - 1, im2 = n - 2 < 0 ? 0 : n - 2; for (int i = 0; i < n; i++) { a[i] = b[i] + b[im1 < 0 ? 0 : im1] + b[im2]; im2 = im1 < 0 ? 0 : im1; im1 = i; } }

/* A value handed on from one iteration to the next. */
// expect handed_on/i: sequential flow x
// step wrap-around handed_on/i x
// then handed_on/i: parallel private x
void handed_on (int n) { double x = 0; for (int i = 0; i < n; i++) { a[i] = x + b[i]; x = b[i]; } }

/* The value is that of the iteration before, from memory: only anti dependences are left. */
// expect carry_around/i: sequential anti a
// step copy-array carry_around/i a
// then carry_around/i: parallel
// then carry_around/i#2: parallel
void carry_around (int n) { for (int i = 0; i < n; i++) a[i] = a[i + 1] + b[i]; }

/* Set in one branch, used in both. */
// expect set_in_one/i: unknown
void set_in_one (int n) { double x = 1; for (int i = 0; i < n; i++) { if (b[i] > 2) x = b[i]; a[i] = x; } }

/* Set in both branches. */
// expect set_in_both/i: parallel private x
void set_in_both (int n) { double x; for (int i = 0; i < n; i++) { if (b[i] > 2) x = b[i]; else x = c[i]; a[i] = x; } }

/* Set and used under the same condition. */
// expect set_and_used/i: parallel private x
void set_and_used (int n) { double x; for (int i = 0; i < n; i++) { if (b[i] > 2) { x = b[i]; a[i] = x * x; } } }

/* A swap through a temporary. */
// expect swap/i: parallel private x
// step privatize swap/i x
// then swap/i: parallel
void swap (int n) { double x; for (int i = 0; i < n; i++) { x = a[i]; a[i] = b[i]; b[i] = x; } }

/* A temporary array of fixed size. */
// expect small_array/i: parallel private w private j
// expect small_array/i/j: parallel
// expect small_array/i/j#2: parallel
// step privatize small_array/i w
// then small_array/i: parallel private j
void small_array (int n) { double w[4]; int j; for (int i = 0; i < n; i++) { for (j = 0; j < 4; j++) w[j] = a[i] + j; for (j = 0; j < 4; j++) bb[i][j] = w[3 - j]; } }

/* A row as temporary: all that is read was written in the same iteration. */
// expect row_array/i: parallel private w
// step array-expand row_array/i w
// then row_array/i: parallel
void row_array (int n) { double w[N]; for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) w[j] = aa[i][j] * 2; for (int j = 0; j < n; j++) bb[i][j] = w[j] + w[n - 1 - j]; } }

/* One element of the temporary is not written anew. */
// expect row_short/i: sequential flow w
void row_short (int n) { double w[N] = { 0 }; for (int i = 0; i < n; i++) { for (int j = 1; j < n; j++) w[j] = aa[i][j]; bb[i][0] = w[0]; w[0] = aa[i][0]; } }

/* A private buffer read at a place that nobody knows, all of it written before. */
// expect buffer_lookup/i: parallel private w
void buffer_lookup (int n) { double w[8]; for (int i = 0; i < n; i++) { for (int j = 0; j < 8; j++) w[j] = aa[i][j]; a[i] = w[idx[i] & 7]; } }

/* A buffer written at a place that nobody knows, all of it reset before. */
// expect buffer_mark/i: parallel private w
void buffer_mark (int n) { double w[8]; for (int i = 0; i < n; i++) { for (int j = 0; j < 8; j++) w[j] = 0; w[idx[i] & 7] = 1; a[i] = w[0] + w[3]; } }

/* A buffer written at a place that nobody knows and never reset. */
// expect buffer_kept/i: unknown
void buffer_kept (int n) { double w[8] = { 0 }; for (int i = 0; i < n; i++) { w[idx[i] & 7] = i; a[i] = w[0]; } }

/* A flag that every iteration sets to the same. */
// expect flag/i: parallel reduction = found
// step locate flag/i found 4
// then flag/strip: parallel
int flag (int n) { int found = 0; for (int i = 0; i < n; i++) if (b[i] > 2) found = 1; return found; }

/* An array used for two values: told apart, the statements have nothing to do with each other. */
// expect array_reused/i: parallel private w
// step rename array_reused/i w
// then array_reused/i: parallel
void array_reused (int n) { double w[N + 1]; for (int i = 0; i < n; i++) { w[i] = b[i]; c[i] = w[i] + 1; w[i + 1] = d[i]; e[i] = w[i + 1] * 2; } }

/* The second value is also read by the next iteration: still two lives, one of which is carried. */
// expect array_carried/i: sequential flow w
// step rename array_carried/i w
// then array_carried/i: sequential flow w
void array_carried (int n) { double w[N + 2] = { 0 }; for (int i = 1; i < n; i++) { w[i] = b[i]; c[i] = w[i] + w[i - 1]; w[i + 1] = d[i]; e[i] = w[i + 1] * 2; } }

/* Both values are seen after the loop. */
// expect array_seen/i: sequential output a
// refused rename array_seen/i a
void array_seen (int n) { for (int i = 0; i < n; i++) { a[i] = b[i]; c[i] = a[i] + 1; a[i + 1] = d[i]; e[i] = a[i + 1] * 2; } }

/* Loops that share an array by name only become one when it is two. */
// refused fuse array_phases/i#2 -1
// step rename array_phases w
// step fuse array_phases/i#2
// then array_phases/i#2: parallel
void array_phases (int n) { double w[N]; for (int i = 0; i < n; i++) w[i] = b[i] * 2; for (int i = 0; i < n; i++) c[i] = w[n - 1 - i]; for (int i = 0; i < n; i++) w[i] = d[i]; for (int i = 0; i < n; i++) e[i] = w[n - 1 - i]; }
