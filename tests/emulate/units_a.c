/* Two units, each with the text of the runtime, are one program: one counts on
 * what the other allocates. The feature macro must still take effect. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

double *units_b_allocate (void);

int
main (void)
{
  double h = 0, *d = units_b_allocate ();

  cudaMemcpy (&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf ("%s %d\n", strchrnul ("ab", 'b'), isnan (h) != 0);
  return cudaFree (d) != cudaSuccess;
}
