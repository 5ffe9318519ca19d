/* Memory that is left is noted. */
#include <cuda_runtime.h>

int
main (void)
{
  int *a;

  cudaMalloc (&a, 32 * sizeof *a);
#ifndef FAULT
  cudaFree (a);
#endif
}
