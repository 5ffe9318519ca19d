/* Calls and functions. */
#include <math.h>
static double A[100][100], B[100][100], c[100], d[100];
static double total;
static int counter;
extern void stranger (double *);

static double square (double v)
{
  return v * v; /* twice the same */
}

static double clamp (double v, double most)
{
  if (v < 0)
    return 0;
  if (v > most)
    {
      counter++;
      return most;
    }
  return v;
}

static void add (double *into, const double *from, int n)
{
  for (int i = 0; i < n; i++)
    into[i] += from[i];
}

static int next (void)
{
  return counter++;
}

static float narrow (double v)
{
  v = v + 1;
  return v;
}

static void rows (int n, int m, double M[n][m])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      M[i][j] = 0;
}

static double find (double v, int n)
{
  for (int i = 0; i < n; i++)
    if (c[i] == v)
      return i;
  return -1;
}

static int twice (int k)
{
  return k > 0 ? 1 + twice (k - 1) : 0;
}

static double remember (double v)
{
  static double last;
  double before = last;
  last = v;
  return before;
}

static double nothing (double v)
{
  if (v > 0)
    return 1;
}

static void reset (int n)
{
  if (n <= 0)
    return;
  for (int i = 0; i < n; i++)
    c[i] = total;
}

void calls (int n, double v)
{
  double w;
  // RUN: inline calls 93
  // RUN: inline calls 94
  // RUN: inline calls 95
  // RUN: inline calls 96
  // RUN: inline calls 93 clamp
  for (int i = 0; i < n; i++) {
    d[i] = square (c[i]);
    w = clamp (d[i], v);
    d[i] += square (w);
    double u = clamp (w + v, n);
    c[i] = u;
  }
  // RUN: inline calls 104
  // RUN: inline calls 105
  // RUN: inline calls 106
  // RUN: inline calls 107
  // RUN: inline calls 108
  add (c, d, n);
  add (&A[0][0], d, n + 1);
  w = narrow (v);
  reset (n);
  clamp (w, v);
}

double more (int n, double v)
{
  int i = 3;
  // RUN: inline more 115
  return clamp (v, i);
}

void refused (int n, double v, double (*p) (double), double *q)
{
  double total = 0, w;
  int k = 0;
  const double once = square (v);
  // RUN: inline refused 122
  // RUN: inline refused 138
  // RUN: inline refused 139
  // RUN: inline refused 140
  // RUN: inline refused 141
  // RUN: inline refused 142
  // RUN: inline refused 143
  // RUN: inline refused 144
  // RUN: inline refused 145
  // RUN: inline refused 146
  // RUN: inline refused 147
  // RUN: inline refused 148
  // RUN: inline refused 149
  // RUN: inline refused 122 clamp
  // RUN: inline nobody 4
  w = find (v, n);
  w = twice (n);
  w = remember (v);
  w = nothing (v);
  reset (n);
  w = p (v);
  stranger (c);
  c[counter] = next ();
  counter += next ();
  w = square (v) + 1;
  w = sin (v);
  q[k] = next ();
  (void) total, (void) once;
}

void vary (int n, int m)
{
  double M[n][m], N[m][n];
  // RUN: inline vary 158
  // RUN: inline vary 159
  rows (n, m, M);
  rows (n, m, (double (*)[m]) N);
  c[0] = M[0][0] + N[0][0];
}

/* Sums of rows. */
double outer (int n, double scale)
{
  double sum = 0, part, local[100];
  int i, j;
  // RUN: outline outer/i fill
  // RUN: outline outer/i fill ; inline outer 172
  // RUN: outline outer/i fill 2
  // RUN: outline outer/i#2/j row ; interchange row/j ; reverse row/j
  for (i = 0; i < n; i++)
    local[i] = scale * i;
  for (i = 0; i < n; i++) {
    part = local[i];
    for (j = 0; j < n; j++)
      part += A[i][j];
    sum += part;
  }
  // RUN: outline outer/i#2 sums
  // RUN: outline outer/i#2 sums ; outline sums/i/j inside
  // RUN: outline outer/i#2 sums ; outline sums/i/j inside ; inline sums 176 ; inline outer 174
  return sum;
}

double escapes (int n, int m)
{
  double V[n][m];
  int i, k = n;
  volatile double port = 0;
  struct pair { double a, b; } both = { 1, 2 };
  // RUN: outline escapes/i other
  for (i = 0; i < n; i++)
    V[i][0] = both.a;
  return V[0][0] + port + k;
}

double kept (int n, int m)
{
  double V[n][m], s = 0;
  int i, j, k = 1;
  volatile double port = 0;
  // RUN: outline kept/i other
  // RUN: outline kept/i sin
  // RUN: outline kept/i add
  // RUN: outline kept/i V
  // RUN: outline kept/i 3x
  for (i = 0; i < n; i++)
    V[i][0] = i;
  // RUN: outline kept/j other
  for (j = 0; j < n; j++)
    if (c[j] > 0)
      break;
  s += j;
  // RUN: outline kept/i#2 other
  for (i = 0; i < n; i++)
    if (c[i] > 0)
      return c[i];
  // RUN: outline kept/i#3 other
  for (i = 0; i < n; i++)
    c[i] = port;
  // RUN: outline kept/i#4 other
  for (i = 0; i < n; i++)
    c[i] = sizeof V;
  // RUN: outline kept/i#5 other 2
  // RUN: outline kept/i#5 other 9
  for (i = 0; i < n; i++) {
    s = c[i];
    k += i;
  }
  double t = s;
  return t + k;
}

void special (int n, long m, int w)
{
  // RUN: specialise special/i n 100
  // RUN: specialise special n 100
  // RUN: specialise special m 64
  // RUN: specialise special/i n 100 ; unroll special/i 4
  for (int i = 0; i < n; i++)
    c[i] = d[n - 1 - i] * m;
  // RUN: specialise special w 1
  // RUN: specialise special/i#2 w 1
  // RUN: specialise special/i#2 q 1
  // RUN: specialise special/i#2 c 1
  // RUN: specialise special/i#2 m 1
  // RUN: specialise special/i#2 n many
  // RUN: specialise special/i#2 counter 3
  for (int i = 0; i < n; i++) {
    w += i;
    stranger (c);
    c[i] += counter;
  }
}

void apart (int n, float f)
{
  int k = 0;
  // RUN: expand-assign apart 271 three-address
  // RUN: expand-assign apart 272 three-address
  // RUN: expand-assign apart 273 three-address
  // RUN: expand-assign apart 274 three-address ; inline apart 274
  // RUN: expand-assign apart 275 three-address
  // RUN: expand-assign apart 276 three-address
  // RUN: expand-assign apart 277 three-address
  // RUN: expand-assign apart 278 three-address
  // RUN: expand-assign apart 270 three-address
  // RUN: expand-assign apart 271 two-address
  for (int i = 0; i < n; i++) {
    c[i] = c[i] * d[i] + (d[i] - 1) / 2;
    c[i] += f * f + 1;
    k = n > 3 ? n * 2 + i : i;
    c[i] = square (d[i] + 1) + clamp (d[i], 1);
    c[i] = square (d[i] + 1) * 2;
    c[k++] = f * 2 + 1;
    c[i] = d[i];
    total = d[i] + next () * 2;
  }
}

/* What asks for a parameter's type keeps its answer; the last statement of a statement expression is its value. */
static double kinded[5];
static int kind_of (double a[5])
{
  return sizeof a[0] + _Generic (&a, double **: 100, default: 200);
}

// RUN: inline kinds 295
// RUN: outline kinds/e summed 2
// RUN: outline kinds/e summed
void kinds (int n)
{
  int r = ({ int q = 0; for (int e = 0; e < n; e++) q += e; q; });
  kinded[0] = kind_of (kinded);
  kinded[1] = r;
}

struct sum { double total, *now, *next; struct { int n; } last; } *shared;
static void change (double **a, double **b)
{
  double *kept = *a;
  *a = *b;
  *b = kept;
}

static void into_members (struct sum *s, struct sum **at, int n)
{
  struct sum own = *s;
  // RUN: inline into_members 317
  // RUN: inline into_members 318
  // RUN: inline into_members 319
  // RUN: inline into_members 320
  // RUN: inline into_members 321
  // RUN: inline into_members 322
  // RUN: inline into_members 323
  s->last.n = next ();
  own.last.n = next ();
  (*at)->last.n = next ();
  s->total += next ();
  change (&s->now, &own.next);
  change (&(*at)->now, &s++->next);
  shared->last.n = next ();
}

/* What functions declare for themselves hides what others mean by the name. */
enum { N = 16 };
typedef float real;
struct point { int x; };

static void counts (double *p)
{
  for (int i = 0; i < N; i++)
    p[i] = i;
}

static void rounds (double *p)
{
  real r = (real) p[0];
  p[1] = r;
}

static void measures (double *p)
{
  p[2] = sizeof (struct point);
}

static void names (double *p)
{
  p[3] = 3;
}

void own_types (double *q)
{
  enum { N = 64 };
  typedef double real;
  struct point { double x, y; };
  real r = N;
  // RUN: inline own_types 364
  // RUN: inline own_types 365
  // RUN: inline own_types 366
  // RUN: inline own_types 367
  q[5] = r;
  counts (q);
  rounds (q);
  measures (q);
  names (q);
}

static int
raised (int n, int a[n++])
{
  return a[0] + n;
}

int
begun (int *c)
{
  int k;
  // RUN: inline begun 381
  k = raised (3, c);
  return k;
}
