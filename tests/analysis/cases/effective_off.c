// Compiled with -fno-strict-aliasing: any store may change what is read as another type.
struct grid { int n; double *v; };
int size;

// expect pointed/i: unknown IHOP-D001
void pointed (int *n, double *x) { for (int i = 0; i < *n; i++) x[i] = 1; }
// expect member/i: unknown IHOP-D001
void member (struct grid *g) { for (int i = 0; i < g->n; i++) g->v[i] *= 2; }
// expect by_variable/i: parallel assume "size and x do not overlap"
void by_variable (int n, double *x) { for (int i = 1; i < n; i++) x[i] = size; }
// expect pointers_stored/i: unknown IHOP-D001
void pointers_stored (int *n, int **x) { for (int i = 0; i < *n; i++) x[i] = n + i; }
