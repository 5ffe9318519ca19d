/* Whether the value that a loop leaves in q is used later, where control jumps about. In each function the
 * loop asked about is L: it sets q in some of its iterations only, so q can be private if it is dead. */
#define L(a, c) for (int i = 0; i < 8; i++) { if (c[i]) continue; for (q = 0; q < 3; q++) a[i] += q; }

/* Dead. */
// expect rows/y/i: parallel private q
void rows (int n, double a[n][8], const int c[8]) { int q; for (int y = 0; y < n; y++) L (a[y], c) }
// expect killed/k/i: parallel private q
int killed (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { if (c[k]) continue; L (a, c) q = 0; } q = 1; return q; }
// expect left/k/i: parallel private q
int left (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { L (a, c) if (c[k]) break; q = 0; } q = 2; return q; }
// expect returned/i: parallel private q
int returned (int n, double *a, const int *restrict c) { int q = 1; L (a, c) if (n > 3) return 0; q = n; return q; }
// expect once/do/i: parallel private q
int once (int n, double *a, const int *restrict c) { int q = 1; do { L (a, c) q = c[0]; } while (q < n); return q; }
// expect both_ways/i: parallel private q
int both_ways (int n, double *a, const int *restrict c) { int q = 1; L (a, c) if (n > 3) q = 1; else q = 2; return q; }
// expect never_on/k/i: parallel private q
int never_on (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { a[k] += q; if (c[k]) { L (a, c) return 1; } } return q; }
// expect never_round/k/i: parallel private q
int never_round (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { a[k] += q; if (c[k]) { L (a, c) break; } } return n; }

/* Used. */
// expect continued/k/i: unknown IHOP-D015
int continued (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { a[k] += q; L (a, c) if (c[k]) continue; q = 0; } q = 1; return q; }
// expect broken/k/i: unknown IHOP-D015
int broken (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { L (a, c) if (c[k]) break; q = 0; } return q; }
// expect next_round/k/i: unknown IHOP-D015
int next_round (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { if (c[k]) a[k] += q; L (a, c) } return n; }
// expect some_ways/i: unknown IHOP-D015
int some_ways (int n, double *a, const int *restrict c) { int q = 1; L (a, c) if (n > 3) q = 1; return q; }
// expect in_the_step/k/i: unknown IHOP-D015
int in_the_step (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k += q) { if (c[k]) { L (a, c) continue; } q = 1; } return n; }
// expect in_the_condition/do/i: unknown IHOP-D015
int in_the_condition (int n, double *a, const int *restrict c) { int q = 1; do { if (c[0]) { L (a, c) continue; } q = 0; } while (q); return n; }
// expect from_the_middle/k/while/i: unknown IHOP-D015
int from_the_middle (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { a[k] += q; while (c[k]) { L (a, c) if (n > k) break; q = 0; } } return n; }
// expect past_a_switch/k/i: unknown IHOP-D015
int past_a_switch (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { a[k] += q; L (a, c) switch (n) { case 1: continue; default: break; } q = 0; } return n; }
// expect sent/i: unknown IHOP-D015
int sent (int n, double *a, const int *restrict c) { int q = 1; L (a, c) if (n > 3) goto end; q = 1; end: return q; }

/* A struct is followed member by member: dead once each of those that are read has been set again. */
struct three { double x, y, z; int of[2]; };
#define M(a, c) for (int i = 0; i < 8; i++) { if (c[i]) continue; d.x = i; d.y = i + 1; a[i] += d.x * d.y; }
// expect member_rounds/k/i: parallel private d
void member_rounds (int n, double *a, const int *restrict c) { struct three d; for (int k = 0; k < n; k++) M (a, c) }
// expect member_killed/i: parallel private d
double member_killed (double *a, const int *restrict c) { struct three d; M (a, c) d.x = 1; d.y = 2; d.z = 3; return d.x + d.y + d.z; }
// expect member_set_whole/i: parallel private d
double member_set_whole (double *a, const int *restrict c) { struct three d, e = { 1, 2, 3 }; M (a, c) d = e; return d.x + d.y; }
// expect member_of_another/i: parallel private d
double member_of_another (double *a, const int *restrict c, struct three *p) { struct three d, e; M (a, c) e.x = p->x; return e.x + p->y; }
// expect member_left/i: unknown IHOP-D015
double member_left (double *a, const int *restrict c) { struct three d; M (a, c) d.x = 1; return d.x + d.y; }
// expect member_added/i: unknown IHOP-D015
double member_added (double *a, const int *restrict c) { struct three d; M (a, c) d.x += 1; d.y = 2; return d.x + d.y; }
// expect member_whole/i: unknown IHOP-D015
double member_whole (double *a, const int *restrict c, struct three *p) { struct three d; M (a, c) d.x = 1; *p = d; return p->y; }
// expect member_element/i: unknown IHOP-D013
int member_element (double *a, const int *restrict c) { struct three d; for (int i = 0; i < 8; i++) { if (c[i]) continue; d.of[1] = i; a[i] += d.of[1]; } d.of[0] = 1; return d.of[1]; }
union both { double x; long y; };
// expect union_member/i: unknown IHOP-D018
long union_member (double *a, const int *restrict c) { union both d; for (int i = 0; i < 8; i++) { if (c[i]) continue; d.x = i; a[i] += d.x; } d.y = 1; return d.x > 0; }
// expect pointer_used/i: unknown IHOP-D015
void pointer_used (double *a, double *restrict b, const int *restrict c) { double *q = b; for (int i = 0; i < 8; i++) { if (c[i]) continue; q = a + i; } q[0] = 1; }
// expect made_anew/k/i: parallel private q
void made_anew (int n, double *a, const int *restrict c) { for (int k = 0; k < n; k++) { int q = k; a[k] += q; L (a, c) } }
// expect made_anew_of_it/k/i: unknown IHOP-D015
int made_anew_of_it (int n, double *a, const int *restrict c) { int q = 1; for (int k = 0; k < n; k++) { L (a, c) int r = q; a[k] += r; } return 0; }
