/* As many threads as a block may have, or one more. */
#include <cuda_runtime.h>

__global__ void
nothing (void)
{
}

int
main (void)
{
#ifdef FAULT
  nothing<<<1, 1025>>> ();
#else
  nothing<<<1, 1024>>> ();
#endif
  cudaGetLastError ();
  cudaDeviceSynchronize ();
}
