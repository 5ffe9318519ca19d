/* Heat in a plate as Rodinia's hotspot takes its steps, in a plain loop: N STEPS TEMPERATURES POWER. The suite's OpenMP version is none to
 * compare with: inside of tiles at the edge it adds what belongs to another cell. */
#include <stdio.h>
#include <stdlib.h>

static float *
read_file (const char *path, int n)
{
  float *values = malloc (n * sizeof *values);
  FILE *file = fopen (path, "r");

  for (int i = 0; i < n; i++)
    if (fscanf (file, "%f", &values[i]) != 1)
      exit (1);
  fclose (file);
  return values;
}

int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), steps = atoi (argv[2]);
  float *t = read_file (argv[3], n * n), *power = read_file (argv[4], n * n), *next = malloc (n * n * sizeof *next);
  float side = 0.016f / n, chip = 0.0005f, capacity = 0.5f * 1.75e6f * chip * side * side;
  float rx = 1 / (2.0f * 100 * chip), ry = rx, rz = chip / (100 * side * side), step = 0.001f / (3.0e6f / (0.5f * chip * 1.75e6f));

  for (int s = 0; s < steps; s++)
    {
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          {
            float here = t[i * n + j], north = t[(i ? i - 1 : i) * n + j], south = t[(i < n - 1 ? i + 1 : i) * n + j];
            float west = t[i * n + (j ? j - 1 : j)], east = t[i * n + (j < n - 1 ? j + 1 : j)];
            next[i * n + j] = here + step / capacity * (power[i * n + j] + (south + north - 2 * here) / ry + (east + west - 2 * here) / rx + (80 - here) / rz);
          }
      float *swap = t;
      t = next;
      next = swap;
    }
  for (int i = 0; i < n * n; i++)
    printf ("%d\t%g\n", i, t[i]);
  return 0;
}
