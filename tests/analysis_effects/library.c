/* No main: anyone may call what has external linkage, with anything. */
#include <stdio.h>
#include <stdlib.h>

extern void stranger (double *p);
extern double other_file (double x);
static double hidden[8];
static double handed_out[8];
double open[8];

//! alias plain A B = testable
//! bytes plain A = none
//! touch plain @p1 B = write
//! tested plain @p1 B = none
//! touch plain @p1 A = write
void plain (int n, double *A, double *B)
{
  for (int i = 0; i < n; i++) /*@p1*/
    A[i] = n;
  B[0] = 0;
}

//! alias declared A B = testable
//! bytes declared A = sizeof (double) * (n) * (m)
//! bytes declared B = sizeof (float) * (m)
//! bytes declared C = none
void declared (int n, int m, double A[n][m], float B[m], double C[][m])
{
  A[0][0] = B[0] + C[0][0];
}

//! alias restricted A B = never
//! alias restricted A C = never
//! alias restricted B C = testable
void restricted (double *restrict A, const double *B, double *C) { A[0] = B[0]; C[0] = 1; }

//! alias derived A B = maybe
void derived (double *restrict A)
{
  double *B = A + 1;
  A[0] = B[0];
}

//! alias leaky A B = maybe
void leaky (double *restrict A, double **where)
{
  double *B;
  *where = A;
  B = where[1];
  A[0] = B[0];
}

//! alias rebound A B = maybe
void rebound (double *A, double *B)
{
  if (A[0] > 0)
    A = B;
  A[0] = B[1];
}

/* A static array whose address stays here cannot be what a caller passes. */
//! alias private A hidden = never
//! alias private A handed_out = testable
//! alias private A open = testable
void private (double *A) { A[0] = hidden[0] + handed_out[0] + open[0]; }
double *give (void) { return handed_out; }

/* Memory is handed over "void *" here: a floating number may hold a pointer. */
//! effects opener = reads(A) keeps(A) gread(hidden) pure
double opener (double *A) { return A[0] + hidden[1]; }
//! effects calls_out = unknown
double calls_out (double x) { return other_file (x); }

/* The stranger may call back what writes hidden, but knows nothing of kept. */
//! touch meets @s1 hidden = read write free escape
//! touch meets @s1 sure = none
//! touch meets @s2 kept = read write free escape
//! touch meets @s3 kept = none
//! touch meets @s3 sure = write
void meets (void)
{
  double given[4] = { 0 };
  double kept[4] = { 0 };
  double sure[4] = { 0 };
  stranger (given); /*@s1*/
  stranger (kept + 1); /*@s2*/
  sure[0] = 1; /*@s3*/
  hidden[0] = sure[0];
}
//! alias meets given sure = never

/* A static function with all its calls in view, in a file that has no main. */
//! alias helper p q = never
static void helper (double *p, double *q) { p[0] = q[0]; }
//! alias helper2 p q = testable
static void helper2 (double *p, double *q) { p[0] = q[0]; }
void uses_helper (int n)
{
  double a[4] = { 0 }, b[4] = { 0 };
  helper (a, b);
  helper2 (a, b);
}
void uses_helper2 (double *a, double *b) { helper2 (a, b); }

/* Taken by address: anyone may call it. */
//! alias taken p q = testable
static void taken (double *p, double *q) { p[0] = q[0]; }
void (*hook) (double *, double *) = taken;
void calls_taken (void)
{
  double a[4] = { 0 }, b[4] = { 0 };
  taken (a, b);
}

static double *made (void) { return malloc (64); }
static double *shared_buffer;
static double *not_fresh (void) { return shared_buffer = malloc (64); }
//! alias allocated a b = never
//! alias allocated c d = maybe
//! allocation allocated a = @m1
//! allocation allocated c = none
void allocated (void)
{
  double *a = made (); /*@m1*/
  double *b = made ();
  double *c = not_fresh ();
  double *d = not_fresh ();
  a[0] = b[0] + c[0] + d[0];
}

//! touch writer @w1 out = none
//! touch writer @w2 out = rebind
//! touch writer @w3 n = read write
void writer (int n)
{
  double *out = NULL;
  n = n + 1; /*@w1*/
  if (posix_memalign ((void **) &out, 64, 64)) /*@w2*/
    return;
  n += 1; /*@w3*/
  out[0] = n;
}

struct pair { double *first, *second; };
extern void stranger_pair (struct pair *p);
extern double *from_stranger (void);

/* What hangs on something handed out is handed out, and may be exchanged there. */
//! alias hangs inside u = maybe
//! alias hangs sure u = never
//! alias hangs q inside = maybe
//! alias hangs q handed_out = maybe
//! alias hangs q sure = never
//! touch hangs @h1 inside = read write free escape
//! touch hangs @h1 sure = none
void hangs (void)
{
  double inside[4] = { 0 }, sure[4] = { 0 }, *u, *q;
  struct pair p = { inside, 0 };
  stranger_pair (&p); /*@h1*/
  u = from_stranger ();
  q = p.second;
  q[0] = inside[0] + sure[0] + u[0];
}

/* Two levels down, and only by what the stranger may do between. */
//! alias deeper inside u = maybe
//! alias deeper q sure = never
//! alias deeper q handed_out = maybe
void deeper (void)
{
  double inside[4] = { 0 }, sure[4] = { 0 }, *at = inside, **where = &at, *u, *q;
  struct pair p = { (double *) where, (double *) where };
  stranger_pair (&p);
  u = from_stranger ();
  q = at;
  q[0] = u[0] + sure[0];
}

/* Allocated here, but known elsewhere when it is returned. */
static double *told (void)
{
  double *p = malloc (64);
  stranger (p + 1);
  return p;
}
static double *told_through (void (*f) (double *))
{
  double *p = malloc (64);
  f (p);
  return p;
}
static struct pair both_ends;
static double *linked (void)
{
  double *p = malloc (64);
  both_ends.second = &p[1];
  return p;
}
static double *by_address (double ***where)
{
  static double *p;
  *where = &p;
  p = malloc (64);
  return p;
}
//! alias known a u = maybe
//! alias known b u = maybe
//! alias known c l = maybe
//! alias known d e = maybe
//! alias known n u = never
void known (void)
{
  double **w;
  double *a = told (), *b = told_through (stranger), *c = linked (), *d = by_address (&w);
  double *u = from_stranger (), *l = both_ends.second, *e = *w, *n = made ();
  a[0] = b[0] + c[0] + d[0] + u[0] + l[0] + e[0] + n[0];
}

/* One call is in view; others need not be. */
//! alias seen p q = testable
void seen (double *p, double *q) { p[0] = q[0]; }
void calls_seen (void)
{
  double a[4] = { 0 }, b[4] = { 0 };
  seen (a, b);
}
