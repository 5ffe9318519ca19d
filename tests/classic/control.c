/* Control flow: conditions, switches, jumps, searches. */
#include "classic.h"

/* A guarded assignment. */
// expect guarded/i: parallel
void guarded (int n) { for (int i = 0; i < n; i++) if (b[i] > 2) a[i] = b[i] * c[i]; }

/* Both branches. */
// expect two_branches/i: parallel
void two_branches (int n) { for (int i = 0; i < n; i++) { if (b[i] > 2) a[i] = b[i]; else a[i] = c[i]; d[i] = a[i]; } }

/* The neighbour is read when data say so. */
// expect maybe_neighbour/i: unknown IHOP-D013
void maybe_neighbour (int n) { for (int i = 0; i < n; i++) if (b[i] > 2) a[i] = a[i + 1]; }

/* A condition that does not change: unswitched, each loop is plain. */
// expect unswitch/i: parallel
// step unswitch unswitch/i
// then unswitch/i: parallel
void unswitch (int n, int k) { for (int i = 0; i < n; i++) if (k > 2) a[i] = b[i] + 1; else a[i] = b[i] - 1; }

/* A condition on the iterator cuts the loop in two. */
// expect halves/i: sequential
// step split halves/i 'i < 16'
// then halves/i: parallel
// then halves/i#2: parallel
void halves (int n) { for (int i = 0; i < 32; i++) if (i < 16) a[i] = b[i]; else c[i] = a[i - 16]; }

/* Every other iteration writes, the others read. */
// expect even_writes/i: sequential
void even_writes (int n) { for (int i = 0; i < n; i++) if (i % 2 == 0) a[i] = b[i]; else c[i] = a[i - 1]; }

/* A triangle of conditions. */
// expect nested_if/i: parallel
void nested_if (int n) { for (int i = 0; i < n; i++) { if (b[i] > 1) { if (c[i] > 1) a[i] = 1; else a[i] = 2; } else a[i] = 3; } }

/* "continue" leaves out an iteration's rest. */
// expect leave_out/i: parallel
void leave_out (int n) { for (int i = 0; i < n; i++) { if (b[i] > 2) continue; a[i] = b[i] + 1; } }

/* The same on the iterator. */
// expect leave_out_first/i: parallel
void leave_out_first (int n) { for (int i = 0; i < n; i++) { if (i == 0) continue; a[i] = b[i - 1]; } }

/* What is left out can be taken from what is not once it stands under an if. */
// expect leave_out_behind/i: sequential
// step guard leave_out_behind/i
// step distribute leave_out_behind/i all
// then leave_out_behind/i: sequential
// then leave_out_behind/i#2: parallel
void leave_out_behind (int n) { for (int i = 1; i < n; i++) { c[i] = c[i - 1] + d[i]; if (b[i] > 2) continue; a[i] = c[i] + 1; } }

/* And loops can be exchanged around it. */
// expect leave_out_of_rows/i: unknown IHOP-D013
// expect leave_out_of_rows/i/j: parallel
// step guard leave_out_of_rows/i/j
// step interchange leave_out_of_rows/i/j
// then leave_out_of_rows/j: parallel
void leave_out_of_rows (int n) { for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) { if (bb[i][j] > 2) continue; aa[i][j] = aa[i - 1][j] + 1; } }

/* Searching: the first that fits ends the loop. */
// expect search/i: unknown IHOP-D003
int search (int n) { int at = -1; for (int i = 0; i < n; i++) if (b[i] > 3) { at = i; break; } return at; }

/* Searching with a return. */
// expect search_return/i: unknown IHOP-D003
int search_return (int n) { for (int i = 0; i < n; i++) if (b[i] > 3) return i; return -1; }

/* Work until a sentinel. */
// expect until_sentinel/while: unknown IHOP-D001
void until_sentinel (int n) { int i = 0; while (b[i] < 4 && i < 100) { a[i] = b[i]; i++; } }

/* The search is inside; the outer loop does not care. */
// expect search_inside/i: parallel
// expect search_inside/i/j: unknown IHOP-D003
void search_inside (int n) { for (int i = 0; i < n; i++) { a[i] = -1; for (int j = 0; j < n; j++) if (aa[i][j] > 2) { a[i] = j; break; } } }

/* A switch. */
// expect choice/i: parallel
void choice (int n) { for (int i = 0; i < n; i++) switch (idx[i] & 3) { case 0: a[i] = 1; break; case 1: a[i] = b[i]; break; default: a[i] = c[i]; } }

/* Forward jumps over a statement. */
// expect jump/i: unknown
void jump (int n) { for (int i = 0; i < n; i++) { if (b[i] > 2) goto next; a[i] = b[i]; next: ; } }

/* A conditional expression picks the operand. */
// expect picks/i: parallel
void picks (int n) { for (int i = 0; i < n; i++) a[i] = b[i] > 2 ? b[i] : c[i]; }

/* A conditional expression picks the element read. */
// expect picks_element/i: sequential
void picks_element (int n) { for (int i = 0; i < n; i++) a[i] = i > 4 ? a[i - 4] : b[i]; }

/* Short circuit: the second element is looked at only sometimes. */
// expect short_circuit/i: parallel
void short_circuit (int n) { for (int i = 0; i < n; i++) if (i > 0 && b[i - 1] > 2) a[i] = 1; }

/* The condition depends on what an earlier iteration wrote. */
// expect depends/i: unknown IHOP-D013
void depends (int n) { for (int i = 1; i < n; i++) if (a[i - 1] > 2) a[i] = a[i] + 1; else a[i] = 0; }

/* A loop whose trip count another iteration computes. */
// expect changing_bound/i: parallel
// expect changing_bound/i/j: parallel
void changing_bound (int n) { for (int i = 0; i < n; i++) for (int j = 0; j < (idx[i] & 15); j++) aa[i][j] = 1; }

/* An inner loop that counts by halving. */
// expect halving/i: parallel
// expect halving/i/j: unknown IHOP-D001
void halving (int n) { for (int i = 0; i < n; i++) for (int j = 16; j > 0; j /= 2) aa[i][j] = i; }

/* An inner do loop. */
// expect inner_do/i: parallel
void inner_do (int n) { for (int i = 0; i < n; i++) { int j = 0; do { aa[i][j] = b[j]; j++; } while (j < 5); } }

/* Loop-invariant code. */
// expect invariant/i: parallel
// step hoist invariant/i 'c[k] + d[k]' sum
void invariant (int n, int k) { for (int i = 0; i < n; i++) a[i] = b[i] * (c[k] + d[k]); }

/* A store to one place by all. */
// expect invariant_store/i: parallel private a(last)
void invariant_store (int n, int k) { for (int i = 0; i < n; i++) a[k] = b[i] * 2; }
