/* Neighbours of a cell in a flat array, where the cell at the edge is its own neighbour: rows and planes are chosen by
 * conditions. FOUND: 4. REFUSED: nothing. */
#include "show.h"
#include <stdlib.h>

/* Names for neighbours, as of a finite volume code. */
static void
cube (const double *restrict p, const double *restrict in, double *restrict out, int nx, int ny, int nz)
{
  int c, w, e, n, s, b, t;

  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++)
        {
          c = x + y * nx + z * nx * ny;
          w = x == 0 ? c : c - 1;
          e = x == nx - 1 ? c : c + 1;
          n = y == 0 ? c : c - nx;
          s = y == ny - 1 ? c : c + nx;
          b = z == 0 ? c : c - nx * ny;
          t = z == nz - 1 ? c : c + nx * ny;
          out[c] = in[c] + 2 * in[w] + 3 * in[e] + 5 * in[n] + 7 * in[s] + 11 * in[b] + 13 * in[t] + p[c];
        }
}

/* Chosen inside of the subscript, and around the other side. */
static void
plane (const double *restrict in, double *restrict out, int w, int h)
{
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      out[i * w + j] = in[(i > 0 ? i * w - w : (h - 1) * w) + j] - in[i < h - 1 ? (i + 1) * w + j : j];
}

/* In place: an iteration reads what another one writes. */
static void
in_place (double *a, int w, int h)
{
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      {
        int above = i == 0 ? i * w + j : i * w + j - w;
        a[i * w + j] = a[above] * 0.5 + j;
      }
}

/* Only the first row stays at home: the others write where their neighbours do. */
static void
scattered (double *restrict a, const double *restrict in, int w, int h)
{
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i < 2 ? i * w + j : i * w + j - w] += in[i * w + j];
}

int
main (void)
{
  int nx = 5, ny = 4, nz = 3;
  double *p = malloc (60 * sizeof *p), *in = malloc (60 * sizeof *in), *out = malloc (60 * sizeof *out);

  fill (p, 60, 1);
  fill (in, 60, 2);
  fill (out, 60, 3);
  cube (p, in, out, nx, ny, nz);
  show ("cube", out, 60);
  cube (p, in, out, 1, 4, 3);
  cube (p, in, out, 60, 1, 1);
  cube (p, in, out, -2, -2, 3);
  show ("thin", out, 60);
  plane (in, out, 12, 5);
  plane (in, out, 60, 1);
  plane (in, out, 1, 60);
  show ("plane", out, 60);
  in_place (out, 12, 5);
  show ("in place", out, 60);
  scattered (out, in, 12, 5);
  show ("scattered", out, 60);
  return 0;
}
