/* A Jacobi solver as people write it: linearised, its buffers change places, it stops early. */
#include "show.h"
#include <math.h>
#include <stdlib.h>

int
main (int argc, char *argv[])
{
  int nx = 40 + argc, ny = 30, steps = 30;
  double *u = malloc (sizeof (double) * nx * ny), *unew = malloc (sizeof (double) * nx * ny);
  double *kept, diff = 0.0;

  for (int i = 0; i < nx * ny; i++)
    u[i] = unew[i] = noise (i);
  for (int s = 0; s < steps; s++)
    {
      diff = 0.0;
#pragma target
      for (int i = 1; i < nx - 1; i++)
        for (int j = 1; j < ny - 1; j++)
          {
            unew[i * ny + j] = 0.25 * (u[(i - 1) * ny + j] + u[(i + 1) * ny + j]
                                       + u[i * ny + j - 1] + u[i * ny + j + 1]);
            double d = fabs (unew[i * ny + j] - u[i * ny + j]);
            if (d > diff)
              diff = d;
          }
      kept = u;
      u = unew;
      unew = kept;
      if (diff < 0.02)
        break;
    }
  show ("diff", &diff, 1);
  show ("u", u, nx * ny);
  free (u);
  free (unew);
  return 0;
}
