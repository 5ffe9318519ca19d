/* Constants by name: file-scope const and static variables in strides, shifts and factors, beside such as another
 * function sets. The loops over them go to the device; the one over "moved" may not. */
#include <stdio.h>

const int width = 40;
static const double factor = 0.5;
static int rows = 30, moved = 1;
static double a[4096], b[4096];

static void
move (void)
{
  moved = 40;
}

void
blur (double *x)
{
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < width - 1; j++)
      x[i * width + j + 2048] = factor * (x[i * width + j - 1] + x[(i + 1) * width + j]);
  for (int i = 0; i < 40; i++)
    x[i + moved] = x[i] + 1;
}

int
main (void)
{
  double sum = 0;

  for (int i = 0; i < 4096; i++)
    a[i] = i % 17, b[i] = i % 5;
  blur (a);
  move ();
  blur (b);
  for (int i = 0; i < 4096; i++)
    sum += a[i] * (i % 3) - b[i] * (i % 7);
  printf ("%.17g %.17g %.17g %d\n", sum, a[40], b[79], rows);
  return 0;
}
