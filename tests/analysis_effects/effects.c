/* What functions do: the whole program is here. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double table[10];
static const double weights[3] = { 1, 2, 1 };
static int counter;
static double *heap;
double shared;

//! effects square = pure
static double square (double x) { return x * x; }

//! effects root = pure
static double root (double x) { return sqrt (x) + fabs (x); }

//! effects sum = reads(A) pure
static double sum (int n, const double *A)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += A[i];
  return s;
}

//! effects fill = writes(A)
static void fill (int n, double A[n]) { for (int i = 0; i < n; i++) A[i] = i; }

//! effects scale = reads(A) writes(A)
static void scale (int n, double *A) { while (n-- > 0) A[n] *= 2; }

//! effects walk = reads(p) writes(q)
static void walk (double *p, double *q, int n)
{
  double *end = p + n;
  while (p != end)
    *q++ = *p++;
}

//! effects both = reads(A) writes(A) writes(B)
static void both (int n, double *A, double *B) { fill (n, B); scale (n, A); }

//! effects pick = writes(A) writes(B) keeps(A) keeps(B)
static double *pick (int c, double *A, double *B)
{
  double *p = c ? A : B;
  *p = 1;
  return p;
}

//! effects count = gread(counter) gwrite(counter)
static int count (void) { return ++counter; }

//! effects ticket = gread(next) gwrite(next) state
static int ticket (void)
{
  static int next;
  return next++;
}

//! effects constants = gread(local) gread(weights) pure
static double constants (int i)
{
  static const double local[2] = { 3, 4 };
  return weights[i] + local[0];
}

//! effects lookup = gread(table) pure
static double lookup (int i) { return table[i]; }

//! effects through_global = gread(heap) gwrite(heap)
static void through_global (int n) { for (int i = 0; i < n; i++) heap[i] = 0; }

//! effects set_up = gwrite(heap) allocates
static void set_up (int n) { heap = malloc (n * sizeof *heap); }

//! effects say = reads(A) gread(counter) io
static void say (const char *A) { printf ("%s %d\n", A, counter); }

//! effects noise = state
static double noise (void) { return rand () / 2.0; }

//! effects leave = io noreturn
static void leave (void) { exit (1); }

//! effects forever = noreturn
static void forever (void) { for (;;) ; }

//! effects until = reads(p) pure
static int until (const int *p)
{
  int i = 0;
  while (1)
    if (p[i++] == 0)
      break;
  return i;
}

//! effects release = frees(p)
static void release (double *p) { free (p); }

/* What lies in B, pointers for all we know, lies in A afterwards. */
//! effects copy = reads(B) writes(A) keeps(B)
static void copy (double *A, const double *B, int n) { memcpy (A, B, n * sizeof *A); }

//! effects scratch = allocates
static double scratch (int n)
{
  double *t = malloc (n * sizeof *t), s;
  t[0] = n;
  s = t[0];
  free (t);
  return s;
}

//! effects local_only = pure
static int local_only (int n)
{
  int a[4] = { 0 }, *p = a;
  p[n & 3] = 1;
  return a[0];
}

//! effects twice = reads(A) writes(A)
static void twice (double *A, int n)
{
  if (n == 0)
    return;
  A[n] += 1;
  twice (A, n - 1);
}

//! effects odd = reads(A) writes(A)
static void odd (double *A, int n);
//! effects even = reads(A) writes(A)
static void even (double *A, int n) { if (n) odd (A, n - 1); A[0]++; }
static void odd (double *A, int n) { if (n) even (A, n - 1); }

struct grid { int n; double *data, *other; };

//! effects grid_set = reads(g) writes(g)
static void grid_set (struct grid *g, double x) { for (int i = 0; i < g->n; i++) g->data[i] = x; }

//! effects grid_link = writes(g) keeps(A)
static void grid_link (struct grid *g, double *A) { g->data = A; }

//! effects remember = keeps(A) gwrite(heap)
static void remember (double *A) { heap = A; }

/* The store through the record reaches what was linked just before. */
//! effects link_and_set = writes(A) keeps(A)
static void link_and_set (double *A)
{
  struct grid g = { 1, 0, 0 };
  grid_link (&g, A);
  grid_set (&g, 2);
}

//! effects rows = reads(A) writes(A)
static void rows (double **A, int n) { for (int i = 0; i < n; i++) A[i][0] = 0; }

//! effects touchy = unknown
static int touchy (volatile int *p) { return *p; }

//! effects assembly = unknown
static void assembly (void) { __asm__ volatile ("nop"); }

//! effects through_pointer = unknown
static double through_pointer (double (*f) (double)) { return f (1); }

//! effects sized = pure
static unsigned long sized (double *A) { return sizeof A[0] + sizeof *A; }

//! effects outward = gwrite(shared)
static void outward (void) { shared = 1; }

//! effects by_address = gwrite(table)
static void by_address (void) { fill (10, table); }

//! effects nothing = pure
static int nothing (int n) { int s = 0; do s += n; while (--n); return s; }

//! effects length = reads(s) pure
static int length (const char *s) { return (int) strlen (s); }

//! effects statement = reads(A) pure
static int statement (const int *A) { return ({ int t = A[0]; t + 1; }); }

int main (int argc, char **argv)
{
  double A[10], B[10];
  struct grid g = { 10, A, B };
  double *r[2] = { A, B };
  fill (10, A); both (10, A, B); walk (A, B, 3); pick (argc, A, B); count (); ticket ();
  set_up (10); through_global (3); say (argv[0]); release (heap); copy (A, B, 10);
  grid_set (&g, 1); link_and_set (B); rows (r, 2); remember (A); twice (A, 2); even (A, 3);
  outward (); by_address (); grid_link (&g, A); forever (); leave (); assembly ();
  pun (argc); touchy (&argc); through_pointer (square);
  return square (1) + root (2) + sum (10, A) + constants (1) + lookup (2) + noise () + until (&argc)
         + scratch (3) + local_only (2) + sized (A) + nothing (3) + length (argv[0])
         + statement (&argc);
}
