// Subscripts by constant tables, as lattice codes have them, and subscripts that come round again.

enum { Q = 5 };
static const int ex[Q] = { 0, 1, 0, -1, 0 }, ey[Q] = { 0, 0, 1, 0, -1 };
static const int e[Q][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { -1 }, { 0, -1 } };
static const int same[3] = { 2, 2, 2 }, order[4] = { [2] = 1, [0] = 3, [1] = 2 };
static const unsigned char wide[2] = { 255, 1 };
static int changing[Q] = { 0, 1, 2, 3, 4 };
extern const int promised[Q];
static const int *behind = ex;

// expect stream/x: parallel strict
// expect stream/x/y: parallel strict
// expect stream/x/y/k: parallel strict
void stream (int nx, int ny, const double f[restrict nx][ny][Q], double g[restrict nx][ny][Q])
{
  for (int x = 1; x < nx - 1; x++)
    for (int y = 1; y < ny - 1; y++)
      for (int k = 0; k < Q; k++)
        g[x + ex[k]][y + ey[k]][k] = f[x][y][k];
}

// Without the direction as the last subscript, sites meet.
// expect scatter/x: sequential output g
// expect scatter/x/y: sequential output g
void scatter (int nx, int ny, double g[nx][ny])
{
  for (int x = 1; x < nx - 1; x++)
    for (int y = 1; y < ny - 1; y++)
      for (int k = 0; k < Q; k++)
        g[x + e[k][0]][y + e[k][1]] = k;
}

// expect periodic/x: parallel strict
// expect periodic/x/y: parallel strict
void periodic (int nx, int ny, const double f[restrict nx][ny][Q], double g[restrict nx][ny][Q])
{
  for (int x = 0; x < nx; x++)
    for (int y = 0; y < ny; y++)
      for (int k = 0; k < Q; k++)
        g[(x + ex[k] + nx) % nx][(y + ey[k] + ny) % ny][k] = f[x][y][k];
}

// Round once more, and the first place is met again, but for nx = 0, where C does not say what happens.
// expect beyond/x: unknown
void beyond (int nx, double g[nx])
{
  for (int x = 0; x <= nx; x++)
    g[(x + 1) % nx] = x;
}

// expect met_again/x: sequential output g
void met_again (int nx, double g[nx])
{
  if (nx > 2)
    for (int x = 0; x <= nx; x++)
      g[(x + 1) % nx] = x;
}

// expect three/x: unknown
void three (int nx, double g[nx])
{
  for (int x = 0; x < nx; x++)
    g[(x + 2 * nx + 1) % nx] = x;
}

// expect below/x: unknown
void below (int nx, double g[nx])
{
  for (int x = 0; x < nx; x++)
    g[(x - 1) % nx + 1] = x;
}

// expect one_place/k: parallel private g(last)
void one_place (double g[9])
{
  for (int k = 0; k < 3; k++)
    g[same[k]] = k;
}

// 3, 2, 1, 0.
// expect permuted/k: parallel strict
// expect flows/k: sequential flow g
void permuted (double g[9])
{
  for (int k = 0; k < 4; k++)
    g[order[k]] = k;
}
void flows (double g[9])
{
  for (int k = 0; k < 4; k++)
    g[order[k] + 1] = g[order[k] + 2];
}

// expect bytes/k: parallel strict
void bytes (double g[256])
{
  for (int k = 0; k < 2; k++)
    g[wide[k]] = k;
}

// expect changed/k: unknown
// expect foreign/k: unknown
// expect pointed/k: unknown
void changed (double g[9]) { for (int k = 0; k < Q; k++) g[changing[k]] = k; }
void change (int k) { changing[k]++; }
void foreign (double g[9]) { for (int k = 0; k < Q; k++) g[promised[k]] = k; }
void pointed (double g[9]) { for (int k = 0; k < Q; k++) g[behind[k] + 1] = k; }
