/* What a called function leaves alone, by the types of what it stores (C17 6.5p7). Nobody is known to call these functions, so
 * that pointers may lead anywhere. */
#include <string.h>

typedef struct { int n, m; double *u; float scale; } grid;
typedef union { double d; long l; int n; } word;
typedef struct { int n; } part;
typedef union { part part; double d; } holder;
typedef double __attribute__ ((may_alias)) loose;

extern int steps;
extern double weights[8];
extern double *current;

static void integers (int *a) { a[0] = 1; }
static void doubles (double *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }
static void members (grid *g) { g->m = 1; g->u[0] = 2; }
static void whole (grid *g, const grid *h) { *g = *h; }
static void bytes (char *a) { a[0] = 1; }
static void copied (double *a, const double *b, int n) { memcpy (a, b, n * sizeof *a); }
static void by_callee (double *a) { copied (a, weights, 2); }
static void through (double *a, int n) { doubles (a, n); a[n] = 1; }
static void deeper (int *b) { integers (b); }
static void inner (part *q, holder *h) { q->n = 1; h->part.n = 1; }
static void unions (word *w) { w->d = 1; }
static void loosely (loose *a) { a[0] = 1; }
static void pointers (double **rows) { rows[0] = 0; }
static void named (int value) { steps = value; }
static void recursive (double *a, int n) { if (n) { a[n] = 1; recursive (a, n - 1); } }
static void both (double *a, int *b, int n) { if (n) { a[n] = 1; both (a, b, n - 1); } else b[0] = 1; }
void unseen (double *a);

//! changes reads @doubles @n = no
//! changes reads @doubles @u = no
//! changes reads @doubles @u0 = yes
//! changes reads @doubles @scale = no
//! changes reads @doubles @steps = no
//! changes reads @members @n = no
//! changes reads @members @m = yes
//! changes reads @members @u = no
//! changes reads @members @scale = no
//! changes reads @members @u0 = yes
//! changes reads @whole @n = yes
//! changes reads @bytes @n = yes
//! changes reads @copied @n = yes
//! changes reads @by_callee @n = yes
//! changes reads @through @n = no
//! changes reads @deeper @n = yes
//! changes reads @inner @u0 = yes
//! changes reads @unions @n = yes
//! changes reads @loosely @n = yes
//! changes reads @integers @n = yes
//! changes reads @integers @u = no
//! changes reads @pointers @n = no
//! changes reads @pointers @u = yes
//! changes reads @named @n = yes
//! changes reads @named @steps = yes
//! changes reads @named @scale = no
//! changes reads @recursive @n = no
//! changes reads @both @n = yes
//! changes reads @unseen @n = yes
//! touch reads @doubles steps = none
//! touch reads @integers steps = write
//! touch reads @named steps = write
//! touch reads @doubles current = write
//! touch reads @integers current = write
//! touch reads @pointers current = write rebind
void
reads (grid *g, const grid *h, double *a, int *b, word *w, part *q, holder *o, double **rows, int n)
{
  int i;
  float f;
  double d, *p;

  i = g->n; /*@n*/
  i = g->m; /*@m*/
  p = g->u; /*@u*/
  d = g->u[0]; /*@u0*/
  f = g->scale; /*@scale*/
  i = steps; /*@steps*/
  doubles (a, n); /*@doubles*/
  members (g); /*@members*/
  whole (g, h); /*@whole*/
  bytes ((char *) a); /*@bytes*/
  copied (a, weights, n); /*@copied*/
  by_callee (a); /*@by_callee*/
  through (a, n); /*@through*/
  deeper (b); /*@deeper*/
  inner (q, o); /*@inner*/
  unions (w); /*@unions*/
  loosely (a); /*@loosely*/
  integers (b); /*@integers*/
  pointers (rows); /*@pointers*/
  named (n); /*@named*/
  recursive (a, n); /*@recursive*/
  both (a, b, n); /*@both*/
  unseen (a); /*@unseen*/
}
