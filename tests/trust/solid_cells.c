/* A lattice gas whose cells may be solid: kernels touch the cells under conditions alone, but ask in each case whether a cell is solid, so that
 * the struct has all of its memory. The two lattices stay on the device while they change places. FOUND: 4 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define Q 9
static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double wt[Q] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};
static const int opp[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
typedef struct { int nx, ny; double tau; double *f, *ftmp; unsigned char *solid; } Lbm;
#define F(l, x, y, q) ((l)->f[((size_t) (y) * (l)->nx + (x)) * Q + (q)])
#define FT(l, x, y, q) ((l)->ftmp[((size_t) (y) * (l)->nx + (x)) * Q + (q)])
static void lbm_init(Lbm *l, int nx, int ny) {
  l->nx = nx; l->ny = ny; l->tau = 0.6;
  l->f = malloc(sizeof(double) * nx * ny * Q);
  l->ftmp = malloc(sizeof(double) * nx * ny * Q);
  l->solid = calloc(nx * ny, 1);
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      l->solid[y * nx + x] = y == 0 || y == ny - 1 || ((x - nx / 4) * (x - nx / 4) + (y - ny / 2) * (y - ny / 2) < ny * ny / 100);
      for (int q = 0; q < Q; q++) F(l, x, y, q) = wt[q];
    }
}
static void collide(Lbm *l) {
  for (int y = 0; y < l->ny; y++)
    for (int x = 0; x < l->nx; x++) {
      if (l->solid[y * l->nx + x]) continue;
      double rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < Q; q++) { double f = F(l, x, y, q); rho += f; ux += cx[q] * f; uy += cy[q] * f; }
      ux = ux / rho + 1e-5; uy /= rho;
      for (int q = 0; q < Q; q++) {
        double cu = cx[q] * ux + cy[q] * uy;
        double feq = wt[q] * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
        F(l, x, y, q) -= (F(l, x, y, q) - feq) / l->tau;
      }
    }
}
static void stream(Lbm *l) {
  for (int y = 0; y < l->ny; y++)
    for (int x = 0; x < l->nx; x++)
      for (int q = 0; q < Q; q++) {
        int xs = (x - cx[q] + l->nx) % l->nx, ys = (y - cy[q] + l->ny) % l->ny;
        if (l->solid[ys * l->nx + xs]) FT(l, x, y, q) = F(l, x, y, opp[q]);
        else FT(l, x, y, q) = F(l, xs, ys, q);
      }
  double *t = l->f; l->f = l->ftmp; l->ftmp = t;
}
int main(void) {
  Lbm l;
  lbm_init(&l, 24, 17);
  for (int t = 0; t < 6; t++) { collide(&l); stream(&l); }
  double m = 0;
  for (int i = 0; i < l.nx * l.ny * Q; i++) m += l.f[i];
  printf("%.12g\n", m);
}
