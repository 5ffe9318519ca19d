/* The memory that the classic loops work on. run.py fills it with small whole numbers, so that sums
 * come out the same in every order, and calls each function with parameters by their names:
 * n iterations, rows of m, offset k, stride inc, numbers s and t; p, q and r point to a, b and c. */
#include <math.h>
#include <stdlib.h>

enum { LEN = 512, N = 32 };

typedef struct { double x, y, z; int tag; } Point;
typedef struct { int n; double *data; } Vec;

static double a[LEN], b[LEN], c[LEN], d[LEN], e[LEN];
static double aa[N][N], bb[N][N], cc[N][N], flat[N * N];
static int ia[LEN], ib[LEN], idx[LEN], perm[LEN];
static Point pts[LEN];
