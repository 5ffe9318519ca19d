/* A launch that fails, as an assertion does not hold: the program asks whoever waits, or nobody. */
#include <assert.h>
#include <cuda_runtime.h>

__global__ void
test (int n)
{
  assert (threadIdx.x < n);
}

int
main (void)
{
  test<<<1, 32>>> (31);
#ifndef FAULT
  return cudaDeviceSynchronize () == cudaErrorAssert && cudaGetLastError () == cudaErrorAssert ? 0 : 1;
#endif
}
