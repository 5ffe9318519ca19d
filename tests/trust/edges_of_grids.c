/* Edges of grids with ghost cells, as solvers set them: a whole row, q * (q - 1) elements in, beside columns i * q. All of an edge's
 * loops are parallel, and corners keep them from being so where they are in the loop. KERNELS: 5, REFUSED: nothing. */
#include "show.h"
#define IX(i, j) ((i) + (n + 2) * (j))
#define IX3(i, j, k) ((i) + (n + 2) * (j) + (n + 2) * (n + 2) * (k))
#define M 40

static void
edges (int n, int b, double *x)
{
#pragma target
  for (int i = 1; i <= n; i++)
    {
      x[IX (0, i)] = b == 1 ? -x[IX (1, i)] : x[IX (1, i)];
      x[IX (n + 1, i)] = b == 1 ? -x[IX (n, i)] : x[IX (n, i)];
      x[IX (i, 0)] = b == 2 ? -x[IX (i, 1)] : x[IX (i, 1)];
      x[IX (i, n + 1)] = b == 2 ? -x[IX (i, n)] : x[IX (i, n)];
    }
}

/* Nothing here counts in rows. */
static void
rows (int n, double *x)
{
#pragma target
  for (int i = 1; i <= n; i++)
    {
      x[IX (i, 0)] = x[IX (i, 1)] * 2;
      x[IX (i, n + 1)] = x[IX (i, n)] * 3;
    }
#pragma target
  for (int i = 0; i < n; i++)
    x[i + n * n] = x[i] + x[i + n];
}

/* Rows and columns that go one further than the edge, and meet in its corners: one after the other. */
static void
corners (int n, double *x)
{
  for (int i = 0; i <= n + 1; i++)
    {
      x[IX (0, i)] += x[IX (1, i)];
      x[IX (i, n + 1)] -= x[IX (i, n)];
    }
}

static void
faces (int n, double *x)
{
#pragma target
  for (int j = 1; j <= n; j++)
    for (int i = 1; i <= n; i++)
      {
        x[IX3 (i, j, 0)] = x[IX3 (i, j, 1)] + 1;
        x[IX3 (i, j, n + 1)] = x[IX3 (i, j, n)] + 2;
        x[IX3 (i, 0, j)] = x[IX3 (i, 1, j)] + 3;
        x[IX3 (i, n + 1, j)] = x[IX3 (i, n, j)] + 4;
        x[IX3 (0, i, j)] = x[IX3 (1, i, j)] + 5;
        x[IX3 (n + 1, i, j)] = x[IX3 (n, i, j)] + 6;
      }
#pragma target
  for (int k = 1; k <= n; k++)
    for (int i = 1; i <= n; i++)
      {
        x[IX3 (i, 0, k)] = x[IX3 (i, 1, k)] + 3;
        x[IX3 (i, n + 1, k)] = x[IX3 (i, n, k)] + 4;
      }
}

int
main (void)
{
  static double x[(M + 2) * (M + 2) * (M + 2)];

  for (int n = 1; n <= M; n += n < 4 ? 1 : 18)
    {
      fill (x, (n + 2) * (n + 2) * (n + 2), n);
      edges (n, 1, x);
      corners (n, x);
      edges (n, 2, x);
      rows (n, x);
      faces (n, x);
      show ("x", x, (n + 2) * (n + 2) * (n + 2));
    }
}
