/* An allocation has a name, which a report shows: with the fault a kernel writes beyond it. */
#include <cstdio>
#include <cuda_runtime.h>
#include <ihop_check.h>

static __global__ void
fill (float *to, int n)
{
  if (threadIdx.x < n)
    to[threadIdx.x] = threadIdx.x;
}

static void __attribute__ ((noinline))
make (float **place)
{
  cudaMalloc (place, 50 * sizeof **place);
  ihop_check_name (*place, "the matrix");
}

int
main (void)
{
  float *matrix;

  make (&matrix);
#ifdef FAULT
  fill<<<1, 64>>> (matrix, 51);
#else
  fill<<<1, 64>>> (matrix, 50);
#endif
  cudaDeviceSynchronize ();
  printf ("OK\n");
  cudaFree (matrix);
}
