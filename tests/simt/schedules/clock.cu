/* The faulty version writes down what time it is, which no order explains. */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void
look (long long *time)
{
#ifdef FAULT
  long long now = clock64 ();
#else
  long long now = 7;
#endif
  time[blockIdx.x] = now;
}

int
main (void)
{
  long long *place;

  cudaMalloc (&place, 4 * sizeof *place);
  look<<<4, 1>>> (place);
  printf ("%d\n", (int) cudaDeviceSynchronize ());
  cudaFree (place);
}
