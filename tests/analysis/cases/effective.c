// What is stored as one type is not read as another (C17 6.5p7): sizes behind pointers, in structs, in variables that
// others know keep their values where only other numbers are stored.

typedef int __attribute__ ((may_alias)) any_int;
typedef struct __attribute__ ((may_alias)) { int n; double d; } any_struct;
union number { int n; double d; };
struct grid { int n, count; double scale; double *v; };
struct holder { union number u; int n; };
typedef double v4 __attribute__ ((vector_size (32)));

int size, table[100];
double weight;
float offset;
union number shared;

// expect pointed/i: parallel assume "n and x do not overlap"
void pointed (int *n, double *x) { for (int i = 0; i < *n; i++) x[i] = 1; }
// expect two_sizes/i: parallel
// expect two_sizes/i/j: parallel
void two_sizes (int *n, int *m, double *restrict x)
{
  for (int i = 0; i < *n; i++)
    for (int j = 0; j < *m; j++)
      x[i * *m + j] *= 2;
}
// expect member/i: parallel strict
void member (struct grid *g) { for (int i = 0; i < g->n; i++) g->v[i] *= 2; }
// expect other_member/i: parallel reduction + count
int other_member (struct grid *g)
{
  int count = 0;
  for (int i = 0; i < g->n; i++)
    count += g->v[i] > 0;
  return count;
}
// expect written_member/i: sequential output g->count
void written_member (struct grid *g) { for (int i = 0; i < g->n; i++) g->count = i; }
// expect same_member/i: unknown IHOP-D001
void same_member (struct grid *g, struct grid *h) { for (int i = 0; i < g->n; i++) h[i].n = i; }
// expect by_variable/i: parallel strict
void by_variable (int n, double *x) { for (int i = 1; i < n; i++) x[i + size] = offset; }
// expect by_table/i: parallel strict
void by_table (int n, double *x) { for (int i = 1; i < n; i++) x[i] = table[i]; }
// expect bound_outside/i: parallel strict
void bound_outside (double *x) { for (int i = 1; i < size; i++) x[i] = 1; }
// expect pointers_stored/i: parallel
void pointers_stored (int *n, int **x) { for (int i = 0; i < *n; i++) x[i] = n + i; }
// expect long_and_int/i: parallel assume "n and x do not overlap"
void long_and_int (int *n, long *x) { for (int i = 0; i < *n; i++) x[i] = i; }
// expect element/i: parallel assume "p and x do not overlap"
void element (int n, double *x, int *p) { for (int i = 0; i < n; i++) x[p[0] + i] = i; }

// The same type, a character, a union, a type that may alias, a copy of bytes, a vector: nothing is known.
// expect same_type/i: unknown IHOP-D001
void same_type (int *n, unsigned *x) { for (int i = 0; i < *n; i++) x[i] = 1; }
// expect same_variable/i: parallel strict assume "weight and x do not overlap"
void same_variable (int n, double *x) { for (int i = 1; i < n; i++) x[i] = weight; }
// expect bytes/i: unknown IHOP-D001
void bytes (int *n, char *x) { for (int i = 0; i < *n; i++) x[i] = 1; }
// expect any_number/i: unknown IHOP-D001
void any_number (any_int *n, double *x) { for (int i = 0; i < *n; i++) x[i] = 1; }
// expect any_record/i: unknown IHOP-D001
void any_record (any_struct *n, double *x) { for (int i = 0; i < n->n; i++) x[i] = 1; }
// expect in_union/i: unknown IHOP-D001
void in_union (union number *n, double *x) { for (int i = 0; i < n->n; i++) x[i] = 1; }
// expect union_stored/i: unknown IHOP-D001
void union_stored (int *n, union number *x) { for (int i = 0; i < *n; i++) x[i].d = 1; }
// expect union_inside/i: unknown IHOP-D001
void union_inside (struct holder *h, double *x) { for (int i = 0; i < h->u.n; i++) x[i] = 1; }
// expect union_variable/i: unknown IHOP-D001
void union_variable (double *x) { for (int i = 0; i < shared.n; i++) x[i] = 1; }
// expect copied/i: unknown IHOP-D001
void copied (int *n, double *x) { for (int i = 0; i < *n; i++) __builtin_memset (x + i, 0, 8); }
// expect vectors/i: unknown IHOP-D001
void vectors (int *n, v4 *x) { for (int i = 0; i < *n; i++) x[i] = (v4) { 1 }; }
// expect complex/i: unknown IHOP-D001
void complex (double *n, double _Complex *x) { for (int i = 0; i < *n; i++) x[i] = i; }
// expect stored_as_int/i: unknown IHOP-D001
void stored_as_int (int *n, double *x) { for (int i = 0; i < *n; i++) *(int *) &x[i] = 1; }
// expect whole_struct/i: unknown IHOP-D001
void whole_struct (int *n, struct grid *x, struct grid y) { for (int i = 0; i < *n; i++) x[i] = y; }
// A cast that is seen is no secret.
// expect seen_cast/i: parallel assume "seen and x do not overlap"
static int seen[100];
static void seen_cast (int n, double *x) { for (int i = 0; i < n; i++) x[i] = seen[i + 3]; }
void cast (int n) { seen_cast (n, (double *) seen); }

// What one member is says nothing of the next: each way from a variable is looked at.
struct pair { double *at; double value; int n; } pair;
// expect after_pointer/i: parallel strict assume "pair and x do not overlap"
void after_pointer (double *x, int n) { for (int i = 0; i < n; i++) x[i] += (pair.at == 0) + pair.value; }
// expect after_size/i: parallel strict assume "pair and x do not overlap"
void after_size (double *x) { for (int i = 0; i < pair.n; i++) x[i] += pair.value; }
// expect in_two_statements/i: parallel strict assume "pair and x do not overlap"
void in_two_statements (double *x, int n)
{
  for (int i = 0; i < n; i++)
    {
      x[i] += pair.n;
      x[i] *= pair.value;
    }
}

// A character may be a part of a pointer that is kept in memory.
// expect text_in_rows/i: unknown IHOP-D011
void text_in_rows (char **names, int n) { for (int i = 0; i < n; i++) names[0][i] = 0; }
// expect numbers_in_rows/i: parallel
void numbers_in_rows (double **rows, int n) { for (int i = 0; i < n; i++) rows[0][i] = 0; }
