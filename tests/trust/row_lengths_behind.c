/* Rows whose length stands behind a pointer where they are declared: kernels get the number of that moment, never the host's pointer; of a parameter, whose
 * rows can be written no other way, the loop stays on the host. REFUSED: nothing FOUND: 3 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int nx, ny; double *data; } Grid;
static double seen;
static void look (int n, const double *x)
{
  for (int i = 0; i < n; i++)
    seen = seen * 0.999 + x[i];
}
void smooth (Grid *g, Grid *o)
{
  double (*restrict u)[g->ny] = (double (*)[g->ny]) g->data, (*restrict v)[o->ny] = (double (*)[o->ny]) o->data;
  for (int i = 1; i < g->nx - 1; i++)
    for (int j = 1; j < g->ny - 1; j++)
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}
void later (int n, int *m)
{
  double (*a)[*m];
  int k = *m;
  *m = 3;
  a = (double (*)[k]) malloc (n * sizeof *a);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      a[i][j] = i + 0.5 * j;
  look (n * k, &a[0][0]);
  free (a);
}
void given (Grid *g, double (*u)[g->ny])
{
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++)
      u[i][j] += i - j;
}
int main (void)
{
  Grid a = { 70, 90, malloc (70 * 90 * sizeof (double)) }, b = { 70, 90, malloc (70 * 90 * sizeof (double)) };
  int m = 40;
  for (int i = 0; i < 70 * 90; i++)
    a.data[i] = i % 17, b.data[i] = i % 5;
  smooth (&a, &b);
  look (70 * 90, b.data);
  later (60, &m);
  given (&a, (double (*)[90]) a.data);
  look (70 * 90, a.data);
  printf ("%.12g %d\n", seen, m);
}
