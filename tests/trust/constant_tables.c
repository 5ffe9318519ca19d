/* A lattice whose directions stand in constant tables: sites are spread over their neighbours and over the edges, and all
 * of it stays on the device. Neighbours by tables that are not constant, or not apart, stay, but along a row. FOUND: 5 */
#include "show.h"
#include <stdlib.h>

enum { Q = 9 };
static const int ex[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 }, ey[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const double wt[Q] = { 4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36 };
static const int halves[4] = { 0, 0, 1, 1 };
static int order[4] = { 3, 2, 1, 0 };

static void push (int nx, int ny, const double f[nx][ny][Q], double g[nx][ny][Q])
{
  for (int x = 1; x < nx - 1; x++)
    for (int y = 1; y < ny - 1; y++)
      for (int k = 0; k < Q; k++)
        g[x + ex[k]][y + ey[k]][k] = f[x][y][k];
}

static void periodic (int nx, int ny, const double f[nx][ny][Q], double g[nx][ny][Q])
{
  for (int x = 0; x < nx; x++)
    for (int y = 0; y < ny; y++)
      for (int k = 0; k < Q; k++)
        g[(x + ex[k] + nx) % nx][(y + ey[k] + ny) % ny][k] = f[x][y][k];
}

static void collide (int nx, int ny, double f[nx][ny][Q], double tau)
{
  for (int x = 0; x < nx; x++)
    for (int y = 0; y < ny; y++)
      {
        double rho = 0, ux = 0;
        for (int k = 0; k < Q; k++)
          {
            rho += f[x][y][k];
            ux += f[x][y][k] * ex[k];
          }
        for (int k = 0; k < Q; k++)
          f[x][y][k] += (wt[k] * (rho + 3 * ex[k] * ux) - f[x][y][k]) / tau;
      }
}

/* Two numbers go to one place; the order may change. */
static void meet (double *a, int n)
{
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < n; i++)
      a[halves[k] * n + i] += a[2 * n + i] * k;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < n; i++)
      a[order[k] * n + i] = a[i] + k;
}

int main (int argc, char **argv)
{
  int nx = 37, ny = 29;
  double (*f)[ny][Q] = malloc (sizeof (double[nx][ny][Q])), (*g)[ny][Q] = malloc (sizeof (double[nx][ny][Q]));

  fill (&f[0][0][0], nx * ny * Q, 1);
  fill (&g[0][0][0], nx * ny * Q, 2);
  for (int t = 0; t < 5; t++)
    {
      collide (nx, ny, f, .8);
      periodic (nx, ny, f, g);
      push (nx, ny, g, f);
    }
  show ("f", &f[0][0][0], nx * ny * Q);
  order[argc & 1] = 0;
  meet (&g[0][0][0], 100);
  show ("g", &g[0][0][0], 400);
  free (f);
  free (g);
  return 0;
}
