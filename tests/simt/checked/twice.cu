/* Memory is freed once, or twice. */
#include <cuda_runtime.h>

int
main (void)
{
  int *a;

  cudaMalloc (&a, 32 * sizeof *a);
  cudaFree (a);
#ifdef FAULT
  cudaFree (a);
#endif
}
