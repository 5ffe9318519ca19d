// What "unpack" makes, and where it does nothing.
struct image { int w, h; double *data; };
struct vec { long n; double *x; long *at; };
struct grid { struct vec rows; struct vec *cols; };

static void blur (const struct image *in, struct image *out)
{
  // RUN: unpack blur
  for (int y = 1; y < in->h - 1; y++)
    for (int x = 1; x < in->w - 1; x++)
      out->data[y * in->w + x] = (in->data[y * in->w + x - 1] + in->data[y * in->w + x + 1]) / 2;
}

static void over_time (struct vec v, int steps)
{
  // RUN: unpack over_time
  // RUN: unpack over_time/t/i
  for (int t = 0; t < steps; t++)
    for (long i = 0; i < v.n; i++)
      v.x[i] *= 0.5;
}

static void deep (struct grid *g, int k)
{
  // RUN: unpack deep
  g->cols[k].n++;
  for (long i = 0; i < g->rows.n; i++)
    g->rows.x[i] += g->cols[k].x[i];
}

static void changing (struct vec *v, struct vec *w)
{
  // RUN: unpack changing/i
  // RUN: unpack changing/i#2
  // RUN: unpack changing
  for (long i = 0; i < v->n; i++)
    v->at[i] = 0;
  for (int i = 0; i < 5; i++)
    {
      v->x[i] = 0;
      w->x = v->x + i;
    }
}

static void triangle (struct vec *v, int n)
{
  // RUN: unpack triangle
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      v->x[i] += k;
}

static void reached (struct vec *v, struct vec *w, double *y, int n)
{
  // RUN: unpack reached/i
  // RUN: unpack reached/i#2
  for (int i = 0; i < n; i++)
    {
      double sum = 0;
      for (long k = 0; k < v->n; k++)
        sum += v->x[k] * w->x[k];
      y[i] = sum;
    }
  for (int i = 0; i < n; i++)
    {
      for (long k = 0; k < v->n; k++)
        y[i] += w->x[k];
      y[i] += w->x[0]; // in any case
    }
}

static void behind (const int *n, const double *alpha, double *x, int *at)
{
  // RUN: unpack behind/i
  // RUN: unpack behind/i#2
  for (int i = 0; i < *n; i++)
    x[i] *= *alpha; // alpha may be one of x
  for (int i = 0; i < *n; i++)
    at[i] = *n; // n may be one of these
}

static void plain (double *x, int n)
{
  // RUN: unpack plain
  for (int i = 0; i < n; i++)
    x[i] = i;
}

// RUN: unpack old_iterators/i
void old_iterators (const struct image *p, double c[40][40]) /* the innermost loop asks for i, which has no value before */
{
  int i, j, k;

  for (i = 0; i < 8; i++)
    for (j = 1; j < 12; j += 2)
      for (k = 0; k < i; k++)
        c[i][j] = p->data[k * p->w + i];
}

int main (void)
{
  static double d[100], e[100];
  static long at[10];
  struct image a = { 10, 10, d }, b = { 10, 10, e };
  struct vec v = { 10, d, at }, w = v;
  struct grid g = { v, &w };
  blur (&a, &b);
  over_time (v, 3);
  deep (&g, 0);
  changing (&v, &w);
  triangle (&v, 5);
  reached (&v, &w, d, 10);
  plain (d, 10);
  return 0;
}

// The member itself is set in the loop: it is no other one beside it.
static void set_itself (struct vec *v)
{
  // RUN: unpack set_itself/i
  for (int i = 0; i < 5; i++)
    {
      v->x[i] = 0;
      v->x = v->x + 1;
    }
}

double *anew (int n);
void set_others (struct vec *v);

// The call that sets a member says what it points to; not if the member may be another one by then.
// RUN: unpack set_before/i
// RUN: unpack set_before/i#2
static void set_before (struct vec *v, int n)
{
  v->n = n;
  v->x = anew (n);
  for (int i = 0; i < n; i++)
    v->x[i] = i;
  v->x = anew (2 * n);
  set_others (v);
  for (int i = 0; i < n; i++)
    v->x[i] = i;
}

struct matrix { unsigned long rows, cols; double *data; };
extern struct matrix *made (unsigned long n);

/* A loop that counts without a sign by one ends, whatever its bound is. */
static void behind_unsigned_loop (const struct matrix *a, unsigned long n)
{
  struct matrix *c = made (n);
  // RUN: unpack behind_unsigned_loop
  for (unsigned long i = 0; i < n; i++)
    {
      double s = 0;
      for (unsigned long k = 0; k < a->cols; k++)
        s += a->data[i * a->cols + k];
      c->data[i] = s;
    }
}

/* Up to the greatest number it does not, nor up to a wider one's. */
static void behind_endless_loops (const double *x, unsigned n, unsigned long m)
{
  struct matrix *c = made (n), *d = made (n);
  // RUN: unpack behind_endless_loops
  for (unsigned i = 0; i < n; i++)
    {
      double s = 0;
      for (unsigned k = 0; k <= n; k++)
        s += x[k];
      c->data[i] = s;
    }
  // RUN: unpack behind_endless_loops
  for (unsigned i = 0; i < n; i++)
    {
      double s = 0;
      for (unsigned k = 0; k < m; k++)
        s += x[k];
      d->data[i] = s;
    }
}

/* What stands under a condition is read under it, in front of it. */
static void under_conditions (int k, const struct matrix *restrict a, double *restrict x, double *restrict y)
{
  // RUN: unpack under_conditions
  if (k > 3 && x[0] > 0)
    for (unsigned long i = 0; i < a->cols; i++)
      x[i] += a->data[i];
  // RUN: unpack under_conditions
  if (k < 3)
    x[0] = 1;
  else
    for (unsigned long i = 0; i < a->rows; i++)
      x[i] += 1;
  // RUN: unpack under_conditions
  for (int t = 0; t < k; t++)
    {
      if (k != 7)
        for (unsigned long i = 0; i < a->rows * 2; i++)
          y[i] += x[i];
    }
  // RUN: unpack under_conditions
  for (; k > 0; k--)
    for (unsigned long i = 0; i < a->rows * 3; i++)
      y[i] += x[i];
}
