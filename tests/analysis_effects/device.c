/* What may run on the device. */
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static double global = 1;
static const double fixed = 2;
extern double elsewhere (double);

static double clean (double x) { return x < 0 ? -x : sqrt (x); }
static double nested (double x) { return clean (x) + 1; }
static double reads_global (double x) { return x + global; }
static double reads_fixed (double x) { return x + fixed; }
static void writes_global (double x) { global = x; }
static double counts (double x) { static int n; return x + n++; }
static double recursive (double x) { return x > 1 ? recursive (x / 2) : x; }
static double prints (double x) { printf ("%g", x); return x; }
static double wide (double x) { long double y = x; return (double) y; }
static double sized (int n) { double t[n]; t[0] = n; return t[0]; }
static const char *text (void) { return "text"; }
static double jumps (double x) { goto end; end: return x; }
static double many (int n, ...) { return n; }

//! device f @clean = ok
//! device f @nested = ok
//! device f @plain = ok
//! device f @own = ok
//! device f @reads = ok
//! device f @fixed = ok
//! device f @writes = writes the global global
//! device f @counts = the static variable n
//! device f @recursive = recursive, which calls itself
//! device f @prints = printf, which does input or output
//! device f @wide = long double
//! device f @sized = array of variable length
//! device f @text = string literal
//! device f @jumps = ok
//! device f @many = arguments of any number
//! device f @elsewhere = elsewhere has no body here
//! device f @rand = rand, whose result depends on more than its arguments
//! device f @malloc = calloc, which allocates memory
//! device f @pointer = through a pointer
//! device f @asm = inline assembly
//! device f @complex = complex numbers
//! device f @volatile = volatile
//! device f @setjmp = setjmp
//! device f @exit = exit, which ends the program
//! device f @abs = ok
//! device f @local = static variable
//! device f @isnan = ok
//! device f @string = string literal
void f (int n, double *A, double (*p) (double))
{
  double _Complex z = 0;
  volatile int v = 0;
  jmp_buf env;
  A[0] = clean (A[1]); /*@clean*/
  A[0] = nested (A[1]); /*@nested*/
  for (int i = 0; i < n; i++) A[i] += pow (A[i], 2); /*@plain*/
  A[0] = global; /*@own*/
  A[0] = reads_global (A[1]); /*@reads*/
  A[0] = reads_fixed (A[1]); /*@fixed*/
  writes_global (A[1]); /*@writes*/
  A[0] = counts (A[1]); /*@counts*/
  A[0] = recursive (A[1]); /*@recursive*/
  A[0] = prints (A[1]); /*@prints*/
  A[0] = wide (A[1]); /*@wide*/
  A[0] = sized (n); /*@sized*/
  A[0] = text ()[0]; /*@text*/
  A[0] = jumps (A[1]); /*@jumps*/
  A[0] = many (n, 1); /*@many*/
  A[0] = elsewhere (A[1]); /*@elsewhere*/
  A[0] = rand (); /*@rand*/
  A = calloc (n, 8); /*@malloc*/
  A[0] = p (A[1]); /*@pointer*/
  __asm__ ("nop"); /*@asm*/
  z = z + 1; /*@complex*/
  v = n; /*@volatile*/
  A[0] = setjmp (env); /*@setjmp*/
  if (n > 3) exit (n); /*@exit*/
  A[0] = abs (n); /*@abs*/
  { static int kept; A[0] = kept++; } /*@local*/
  A[0] = isnan (A[1]); /*@isnan*/
  A[0] = "abc"[n]; /*@string*/
}
