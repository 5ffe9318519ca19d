/* One thread between kernels, and structs that hold pointers: what it follows lies on the host, and what a called function
 * does behind the struct's address is not known. KERNELS: 14 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 50 };

struct grid { int n; double *cells; };
struct pair { struct grid inner; int m; };

static double by_value (struct grid g, int k) { return g.cells[k] * 2; }
static double by_address (const struct grid *g) { return g->cells[1]; }
static double in_pair (struct pair p) { return p.inner.cells[2]; }
static double of_pointer (const double *cells) { return cells[3]; }
static double *place (struct grid g, int k) { return g.cells + k; }
static void fill (struct grid g, double value) { g.cells[4] = value; }
static int renumber (struct grid *g) { return g->n += 7; }
static int has_cells (struct grid g) { return g.cells ? g.n : 0; }

static void passes (struct grid g, double *out, int n)
{
#pragma target
  {
    for (int i = 0; i < n; i++)
      out[i] = i;
    out[0] += by_value (g, 5);
    out[1] += by_address (&g);
    out[2] += of_pointer (g.cells);
    *place (g, 6) = out[3];
    fill (g, out[4]);
    for (int i = 0; i < n; i++)
      out[i] += 0.5;
  }
}

static void copies (struct grid g, struct grid *p, double *out, int n)
{
#pragma target
  {
    for (int i = 0; i < n; i++)
      out[i] += i;
    { struct grid h = g; out[0] += h.cells[7]; }
    { struct grid h; h = *p; out[1] += h.cells[8]; }
    { struct pair o; o.inner = g; out[2] += in_pair (o); }
    { struct pair o = { g, 3 }; out[2] += o.inner.cells[8]; }
    { const double *q = g.cells; out[3] += q[9]; }
    { const double *q = 0; out[4] += (q = p->cells)[10]; }
    { const double *q = n > 3 ? p->cells : out; out[5] += *q; }
    for (int i = 0; i < n; i++)
      out[i] *= 0.5;
  }
}

static void counts (struct grid *p, double *out, int n)
{
#pragma target
  {
    for (int i = 0; i < n; i++)
      out[i] += i;
    { out[0] += p->n; out[1] += renumber (p); }
    out[2] += has_cells (*p);
    for (int i = 0; i < n; i++)
      out[i] *= 0.5;
  }
}

/* These are the device's own. */
static void owns (double *out, int n)
{
#pragma target
  {
    for (int i = 0; i < n; i++)
      out[i] += i;
    { struct grid h = { n, out }; out[1] += h.cells[2] + h.n; }
    { struct pair o; o.inner.n = 3; o.inner.cells = out; o.inner.cells[4] += o.inner.n; }
    for (int i = 0; i < n; i++)
      out[i] *= 0.5;
  }
}

/* Their pointers are moved and asked for, and not followed. */
static void moves (struct grid *list, double *out, int n)
{
#pragma target
  {
    for (int i = 0; i < n; i++)
      out[i] += i;
    if (list[1].cells && list[0].n < list[1].n)
      {
        list[0].cells = list[1].cells;
        list[0].n++;
      }
    for (int i = 0; i < n; i++)
      out[i] *= 0.5;
  }
}

static void show (const double *a, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum = sum * 0.9 + a[i];
  printf ("%.17g\n", sum);
}

int main (void)
{
  static struct grid g, list[2];
  double *out = malloc (N * sizeof *out);

  g.n = N;
  g.cells = malloc (N * sizeof *g.cells);
  for (int i = 0; i < N; i++)
    g.cells[i] = i % 17;
  passes (g, out, N);
  show (out, N);
  copies (g, &g, out, N);
  show (out, N);
  counts (&g, out, N);
  show (out, N);
  owns (out, N);
  list[0] = list[1] = g;
  list[1].n = 99;
  moves (list, out, N);
  show (out, N);
  show (g.cells, N);
  printf ("%d %d\n", g.n, list[0].n);
  return 0;
}
