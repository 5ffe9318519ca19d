/* A whole program as PolyBench programs are: static arrays, heap arrays, init, kernel, print. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 32

static double X[N][N], Y[N][N];
static double *G;

static void *xmalloc (size_t bytes)
{
  void *p = NULL;
  if (posix_memalign (&p, 64, bytes) || p == NULL)
    {
      fprintf (stderr, "no memory\n");
      exit (1);
    }
  return p;
}

static double *array (int n)
{
  double *p = xmalloc (n * sizeof *p);
  memset (p, 0, n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i;
  return p;
}

static void init (int n, double A[N][N]) { for (int i = 0; i < n; i++) A[i][i] = i; }

static void print (int n, double A[N][N])
{
  for (int i = 0; i < n; i++)
    printf ("%g\n", A[i][i]);
}

//! alias kernel A B = never
//! alias kernel A C = never
//! alias kernel A X = testable
//! alias kernel A Y = never
static void kernel (int n, double A[N][N], double B[N][N], double C[N][N])
{
  for (int i = 0; i < n; i++)
    A[i][0] = B[i][0] + C[i][0];
}

/* Swapped at another call: still distinct at each of them. */
//! alias swapped a b = never
static void swapped (double *a, double *b) { a[0] = b[0]; }

//! alias inner p q = never
static void inner (double *p, double *q) { p[0] = q[1]; }
//! alias outer p q = never
static void outer (double *p, double *q) { inner (p, q); inner (q, p); }

//! alias overlapping p q = maybe
//! alias same p q = same
static void same (double *p, double *q) { p[0] = q[1]; }
/* f (x, x) at one call, f (x, y) at another. */
//! alias mixed p q = testable
static void mixed (double *p, double *q) { p[0] = q[1]; }
static void overlapping (double *p, double *q) { q = p + 1; q[0] = p[0]; }

//! alias recursive p q = never
static void recursive (double *p, double *q, int n)
{
  if (n)
    recursive (q, p, n - 1);
  p[0] = q[0];
}

//! alias tangled p q = testable
static void tangled (double *p, double *q, int n)
{
  if (n)
    tangled (p, p, n - 1);
  p[0] = q[0];
}

//! alias local p t = never
static void local (double *p)
{
  double t[4] = { 0 };
  t[0] = p[0];
  p[1] = t[0];
}

//! alias fresh p t = never
//! allocation fresh t = @t
static void fresh (double *p)
{
  double *t = malloc (8 * N); /*@t*/
  t[0] = p[0];
  free (t);
}

struct mesh { double *data, *other; };

/* Two members of one record: maybe the same, and read before anything has happened. */
//! alias members d o = testable
//! places members @m1 @m2 = meet
static void members (struct mesh *m)
{
  double *d = m->data;
  double *o = m->other;
  d[0] = o[0];
  m->data[0] = 1; /*@m1*/
  m->other[0] = 2; /*@m2*/
}

/* m and o are one record: what goes in by one name comes out by the other. */
//! alias crossing q t = maybe
//! alias crossing q r = maybe
//! touch crossing @c1 t = read write
//! touch crossing @c1 r = write
static void crossing (struct mesh *m, struct mesh *o, double *r)
{
  double t[4] = { 0 }, *q;
  m->data = t;
  m->other = r;
  q = r[0] > 0 ? o->data : o->other;
  q[0] = t[0]; /*@c1*/
}

//! alias in_loop last next = maybe
static void in_loop (int n)
{
  double *last = NULL, *next = NULL;
  for (int i = 0; i < n; i++)
    {
      last = next;
      next = malloc (8);
      if (last)
        last[0] = next[0];
    }
}

/* Rows of an array of pointers may be one row. */
//! places rows @r1 @r2 = meet
//! alias rows A B = never
static void rows (int n)
{
  double **A = malloc (n * sizeof *A), *B = array (n);
  for (int i = 0; i < n; i++)
    A[i] = malloc (8 * n);
  A[0][0] = 1; /*@r1*/
  A[1][0] = 2; /*@r2*/
  B[0] = 1;
}

/* b is stored away and comes back under another name. */
//! alias stored a c = maybe
static void stored (double *a, double *b)
{
  double *c;
  G = a;
  c = G;
  c[0] = a[0] + b[0];
}

//! alias indirect a c = maybe
static void indirect (double *a, double **where)
{
  double *c;
  *where = a;
  c = *where;
  c[0] = a[1];
}

/* By an integer and back. */
//! alias laundered a c = maybe
static void laundered (double *a)
{
  long bits = (long) a;
  double *c = (double *) (bits ^ 0);
  c[0] = a[1];
}

/* By bytes. */
//! alias bytewise a c = maybe
static void bytewise (double *a)
{
  double *c;
  memcpy (&c, &a, sizeof c);
  c[0] = a[1];
}

//! alias by_hand a c = maybe
static void by_hand (double *a)
{
  double *c;
  for (unsigned i = 0; i < sizeof c; i++)
    ((char *) &c)[i] = ((char *) &a)[i];
  c[0] = a[1];
}

//! alias view A p = same
static void view (void)
{
  double A[N], *p = A;
  p[0] = A[1];
}

//! alias moved A p = maybe
static void moved (void)
{
  double A[N], *p = A;
  p++;
  p[0] = A[1];
}

//! alias main A B = never
//! alias main A S = never
//! alias main H A = never
//! alias main X Y = never
//! alias main X A = never
//! allocation main A = @a
//! allocation main B = @b
//! allocation main E = @e
//! allocation main H = none
//! touch main @a A = write rebind
//! touch main @b A = none
//! touch main @h H = write rebind
//! touch main @kernel X = write
//! touch main @kernel Y = read
//! touch main @kernel S = read
//! touch main @kernel A = none
//! touch main @init X = write
//! touch main @init Y = none
//! touch main @print X = read
//! touch main @print Y = none
//! touch main @free A = free
//! touch main @free B = none
//! touch main @swap A = write
//! touch main @swap B = read
//! touch main @alias A = none
//! touch main @through A = write
//! touch main @through B = none
//! touch main @rebind H = rebind
//! touch main @puts X = none
//! touch main @copy A = read
//! touch main @copy B = write
//! touch main @mesh A = read write
//! touch main @mesh H = none
//! touch main @n n = write
//! touch main @use n = read
//! touch main @after s = read
int main (int argc, char **argv)
{
  static double S[N][N];
  struct mesh m;
  double *A = array (N); /*@a*/
  double *B = array (N); /*@b*/
  double *E = array (N); /*@e*/
  double *H, *p, *q, s;
  int n;
  n = argc; /*@n*/
  H = malloc (N * sizeof *H); /*@h*/
  init (n, X); /*@init*/
  init (n, Y); init (n, S);
  kernel (n, X, Y, S); /*@kernel*/
  print (n, X); /*@print*/
  swapped (A, B); /*@swap*/
  swapped (B, A);
  outer (A, B); outer (B, E);
  same (A, A);
  mixed (A, A); mixed (A, B);
  overlapping (A, B); recursive (A, B, n); tangled (A, B, n); local (A); fresh (A);
  p = A; /*@alias*/
  p[0] = 1; /*@through*/
  H = B; /*@rebind*/
  q = H;
  puts ("done"); /*@puts*/
  memcpy (B, A, sizeof (double)); /*@copy*/
  m.data = A;
  m.other = A;
  members (&m); /*@mesh*/
  crossing (&m, &m, A);
  in_loop (n); rows (n); stored (A, B); indirect (A, &q); laundered (p); bytewise (p); by_hand (p);
  view (); moved ();
  s = n; /*@use*/
  printf ("%g\n", s); /*@after*/
  free (A); /*@free*/
  return 0;
}
