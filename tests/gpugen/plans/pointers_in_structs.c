struct grid { int n; double *cells; };

static double by_value (struct grid g, int k) { return g.cells[k] * 2; }
static double of_pointer (const double *cells) { return cells[3]; }
static int renumber (struct grid *g) { return g->n += 7; }

void follows (int n, double out[n], struct grid g, struct grid *p)
{
#pragma target
  {
    for (int i = 0; i < n; i++) /* parallel */
      out[i] = i;
    { struct grid h = g; out[0] += h.cells[7]; }
    { struct grid h; h = *p; out[1] += h.cells[8]; }
    out[2] += of_pointer (g.cells);
    out[3] += (g.cells)[1];
    for (int i = 0; i < n; i++) /* parallel */
      out[i] += 0.5;
  }
}

void calls (int n, double out[n], struct grid g, struct grid p[1])
{
#pragma target
  {
    for (int i = 0; i < n; i++) /* parallel */
      out[i] = i;
    out[0] += by_value (g, 5);
    { out[1] += p[0].n; out[2] += renumber (p); }
    for (int i = 0; i < n; i++) /* parallel */
      out[i] += 0.5;
  }
}

void own (int n, double out[n], struct grid *p)
{
#pragma target
  {
    for (int i = 0; i < n; i++) /* parallel */
      out[i] = i;
    { struct grid h = { n, out }; out[1] += h.cells[2] + h.n; }
    if (p->cells)
      out[2] += 1;
    for (int i = 0; i < n; i++) /* parallel */
      out[i] += 0.5;
  }
}
